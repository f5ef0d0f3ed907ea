/**
 * One daemon for one SQLite file: it listens on a socket beside the file for as long as it lives, whatever ends it. Commands
 * ask it there to read its config again; only who may write to the folder can reach it.
 */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { DatabaseLocation } from '../cache/database.js';
import { CodedError } from '../ground/errors.js';
import type { Log } from '../ground/log.js';

/** The system takes no longer path of a socket. */
const LONGEST_PATH = 100;
/** Who asks says it at once. */
const ANSWER_MS = 5_000;

/** What a daemon does when it is asked to. */
export interface Asked {
  /** Makes the config true as it is written now. Resolves with why it could not be, or null. */
  reload(): Promise<string | null>;
}

const RELOAD = 'reload\n';
const DONE = 'done\n';

/**
 * Commands work beside the daemon; a second daemon would sync everything twice into the same rows.
 * @returns how to give it up
 * @throws database_in_use
 */
export async function claimDatabase(
  location: DatabaseLocation,
  asked: Asked,
  log: Pick<Log, 'warn'>,
): Promise<() => Promise<void>> {
  if (location.kind !== 'sqlite') return async () => undefined;
  const { file } = location;
  const path = socketOf(file);
  try {
    await mkdir(dirname(path), { recursive: true });
    const server = await listening(path, asked).catch((error: unknown) => afterAnother(error, path, file, asked));
    server.unref();
    return async () => void (await new Promise((resolve) => server.close(resolve)));
  } catch (error) {
    if (error instanceof CodedError) throw error;
    // Some file systems have no sockets; what is wrong with the folder itself is told when the database is opened.
    log.warn(`a second Sidelight could open ${file}`, { error: messageOf(error) });
    return async () => undefined;
  }
}

function socketOf(file: string): string {
  const beside = join(dirname(file), `.${basename(file)}.daemon`);
  return Buffer.byteLength(beside) <= LONGEST_PATH
    ? beside
    : join(tmpdir(), `sidelight-${hash('sha256', file).slice(0, 32)}.daemon`);
}

/**
 * Asks the daemon of a file to read its config again.
 * @returns why it goes on with the one before; null: it is in force; undefined: no daemon answers
 */
export async function askToReload(file: string): Promise<string | null | undefined> {
  const socket = connect(socketOf(file));
  try {
    await once(socket, 'connect');
    socket.write(RELOAD);
    const answer = await text(socket);
    return answer === DONE ? null : answer === '' ? undefined : answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET') return undefined;
    throw error;
  } finally {
    socket.destroy();
  }
}

/** Whether a daemon runs on a file. */
export async function hasDaemon(file: string): Promise<boolean> {
  const path = socketOf(file);
  return existsSync(path) && (await answers(path));
}

/** Whoever only looks whether somebody listens says nothing. */
async function answer(socket: Socket, asked: Asked): Promise<void> {
  const [question] = await once(
    socket.setTimeout(ANSWER_MS, () => socket.destroy()),
    'data',
  );
  socket.setTimeout(0);
  socket.end(String(question) === RELOAD ? ((await asked.reload()) ?? DONE) : '');
}

async function listening(path: string, asked: Asked): Promise<Server> {
  const server = createServer((socket) => {
    // Whoever asked has gone, and needs no answer.
    socket.on('error', () => socket.destroy());
    answer(socket, asked).catch(() => socket.destroy());
  });
  server.listen(path);
  await once(server, 'listening');
  return server;
}

/** A socket that nobody listens on is what a killed daemon has left. */
async function afterAnother(error: unknown, path: string, file: string, asked: Asked): Promise<Server> {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
  if (await answers(path)) throw new CodedError('database_in_use', `Another Sidelight runs on ${file}`);
  await rm(path, { force: true });
  return listening(path, asked);
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
