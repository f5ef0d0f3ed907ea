/** A way to a server that can fall silent, as a network does that was cut: nothing is refused, and nothing arrives. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  /** From now on nothing gets through, and nobody is told. */
  silence(): void;
  /** The network is there again; what was cut stays so. */
  speak(): void;
  close(): Promise<void>;
}

/** @param host where it listens */
export async function startRelay(port: number, host = '127.0.0.1'): Promise<Relay> {
  const sockets = new Set<Socket>();
  const cut = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      if (silent) cut.add(socket);
      socket.on('data', (bytes) => cut.has(socket) || other.write(bytes));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        if (!cut.has(socket)) other.destroy();
      });
    }
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = true;
      for (const socket of sockets) cut.add(socket);
    },
    speak() {
      silent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
