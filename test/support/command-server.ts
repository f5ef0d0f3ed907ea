/** Runs commands of `sidelight` for shells: a process less for each, and what a shell sees of it is the same. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandHere } from './command-here.js';

export interface CommandServer {
  /** `npx` as a function of the shell. */
  readonly npx: string;
  close(): Promise<void>;
}

export async function startCommandServer(): Promise<CommandServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [count, cwd = '', ...rest] = Buffer.concat(chunks).toString().split('\0');
      const args = rest.slice(0, Number(count));
      const env = Object.fromEntries(rest.slice(Number(count)).map(variable));
      commandHere(args, cwd, env).then(
        ({ status, stdout, stderr }) =>
          response.end(`printf %s ${quoted(stdout)}\nprintf %s ${quoted(stderr)} >&2\nreturn ${status}\n`),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    npx: NPX.replace('URL', url),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const NPX = `npx() {
  if [ "$1" != sidelight ]; then command npx "$@"; return; fi
  shift
  asked=$( { printf '%s\\0' "$#" "$PWD" "$@"; env -0; } | curl -s --data-binary @- URL) || return 70
  eval "$asked"
}`;

const variable = (line: string): readonly [name: string, value: string] => {
  const [name = ''] = line.split('=', 1);
  return [name, line.slice(name.length + 1)];
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
