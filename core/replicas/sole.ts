/** One daemon for one SQLite file: it listens on a socket beside the file for as long as it lives, whatever ends it. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { DatabaseLocation } from '../cache/database.js';
import { CodedError } from '../ground/errors.js';
import type { Log } from '../ground/log.js';

/** The system takes no longer path of a socket. */
const LONGEST_PATH = 100;

/**
 * Commands work beside the daemon; a second daemon would sync everything twice into the same rows.
 * @returns how to give it up
 * @throws database_in_use
 */
export async function claimDatabase(location: DatabaseLocation, log: Pick<Log, 'warn'>): Promise<() => Promise<void>> {
  if (location.kind !== 'sqlite') return async () => undefined;
  const { file } = location;
  const path = socketOf(file);
  try {
    await mkdir(dirname(path), { recursive: true });
    const server = await listening(path).catch((error: unknown) => afterAnother(error, path, file));
    server.unref();
    return async () => void (await new Promise((resolve) => server.close(resolve)));
  } catch (error) {
    if (error instanceof CodedError) throw error;
    // Some file systems have no sockets; what is wrong with the folder itself is told when the database is opened.
    log.warn(`nothing would keep a second Sidelight off ${file}`, { error: messageOf(error) });
    return async () => undefined;
  }
}

function socketOf(file: string): string {
  const beside = join(dirname(file), `.${basename(file)}.daemon`);
  return Buffer.byteLength(beside) <= LONGEST_PATH
    ? beside
    : join(tmpdir(), `sidelight-${hash('sha256', file).slice(0, 32)}.daemon`);
}

async function listening(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  await once(server, 'listening');
  return server;
}

/** A socket that nobody listens on is what a killed daemon has left. */
async function afterAnother(error: unknown, path: string, file: string): Promise<Server> {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
  if (await answers(path)) throw new CodedError('database_in_use', `Another Sidelight runs on ${file}`);
  await rm(path, { force: true });
  return listening(path);
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
