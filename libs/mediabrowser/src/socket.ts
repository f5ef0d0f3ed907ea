/**
 * The server's WebSocket: it tells of all sessions while something changes in them, a second or two late. It wakes the task of
 * the sessions for what a look would show to be another: somebody begins, ends, pauses, goes on, jumps, or is sent something else.
 */
import { fail, type Integration, mediaSessions, mismatch, type PluginContext } from '@sidelight/plugin-api';
import type { Headers, Query } from './client.js';
import { differs, type Heard, heardIn } from './map-heard.js';
import * as up from './upstream.js';

export interface SocketInput {
  readonly http: PluginContext['http'];
  readonly clock: { now(): Date };
  readonly path: string;
  readonly headers?: Headers;
  readonly query?: Query;
}

type Listen = NonNullable<Integration['listen']>;
type Send = (text: string) => void;

/** At once, and then at most so often. */
const SUBSCRIPTION = '0,1500';
/** The server ends a connection that has not said this for a minute. */
const KEEP_ALIVE_MS = 30_000;

const say = (send: Send, MessageType: string, Data?: string): void =>
  send(JSON.stringify({ MessageType, ...(Data === undefined ? {} : { Data }) }));

export const listenTo =
  ({ http, clock, path, headers = {}, query = {} }: SocketInput): Listen =>
  async (wake, signal, covers) => {
    let heard: Heard | undefined;
    let keepAlive: NodeJS.Timeout | undefined;
    /** The first answer may be about what changed while nobody listened. A server that never answers is asked as often as before. */
    const take = (sessions: readonly up.Session[]): void => {
      const now = heardIn(sessions, clock.now().getTime());
      if (heard === undefined || differs(heard, now)) wake(mediaSessions.id);
      heard = now;
      covers(mediaSessions.id);
    };
    try {
      await http.socket(path, {
        ...{ headers, query, signal },
        opened: (send) => say(send, 'SessionsStart', SUBSCRIPTION),
        received: (text, send) => {
          const { MessageType: type, Data: data } = messageIn(text, path);
          if (type === 'Sessions' && mismatch(up.Sessions, data) === undefined) take(data as up.Session[]);
          if (type !== 'ForceKeepAlive') return;
          clearInterval(keepAlive);
          keepAlive = setInterval(say, keepAliveMs(data), send, 'KeepAlive');
          say(send, 'KeepAlive');
        },
      });
    } finally {
      clearInterval(keepAlive);
    }
  };

/** It says after how many seconds of silence it ends the connection. */
const keepAliveMs = (data: unknown): number =>
  typeof data === 'number' && data > 0 ? Math.max(1000, (data * 1000) / 2) : KEEP_ALIVE_MS;

function messageIn(text: string, path: string): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null) return message as Record<string, unknown>;
  } catch {
    // Told below, like what is JSON and no message.
  }
  throw fail('bad_response', `the WebSocket ${path} sent something that is not a message`);
}
