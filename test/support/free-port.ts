import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves, so that nobody is given the port before it is used. */
const [FIRST, LAST] = [10_000, 32_000];
const TRIES = 50;

/** A port that nobody listened on a moment ago. */
export async function freePort(address = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port, address);
    try {
      await once(server, 'listening');
    } catch (error) {
      if (attempt === TRIES) throw new Error(`no port at ${address}`, { cause: error });
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
