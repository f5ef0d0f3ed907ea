/** The two servers that an answer of the daemon is measured against. Each runs as a process of its own. */
import { createServer } from 'node:http';
import express from 'express';

export type Rival = 'bare' | 'express';

/** Started by the bench: `node servers.js bare|express` with the payload on standard input; prints its port. */
async function main(kind: Rival): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const server = createServer(kind === 'bare' ? bare(bytes) : express5(bytes));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
  });
}

/** The least that node:http can do: the same bytes, no key, no route. */
function bare(bytes: Buffer): Parameters<typeof createServer>[1] {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length };
  return (_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  };
}

/** What one would write with Express: the same object through `res.json`. */
function express5(bytes: Buffer): Parameters<typeof createServer>[1] {
  const object: unknown = JSON.parse(bytes.toString());
  const app = express();
  app.get('/api/widgets/homepage', (_request, response) => {
    response.json(object);
  });
  return app;
}

const [kind] = process.argv.slice(2);
if (kind === 'bare' || kind === 'express') await main(kind);
