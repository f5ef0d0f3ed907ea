/** The log, as everything that writes to it sees it. */
import { token } from './token.js';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
export const LOG_LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

export interface Log {
  debug(message: string, meta?: object): void;
  info(message: string, meta?: object): void;
  warn(message: string, meta?: object): void;
  error(message: string, meta?: object): void;
  /** A log whose lines carry more: `{ integration: 'living-room' }`. */
  child(meta: object): Log;
}

/** A log that says nothing, for tests and one-off commands. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

export const LOG = token<Log>('Log');
