/**
 * The server's WebSocket: it tells of each play that begins, goes on, pauses and ends. It wakes the task of the sessions for what
 * a look would show to be another; that a play goes on as it did, which it says every few seconds, is left to the schedule.
 */
import {
  fail,
  type Integration,
  mediaSessions,
  mismatch,
  type PluginContext,
  type Static,
  Type,
} from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { countOf, textOf } from './values.js';

const loose = () => Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()]));
const State = Type.Object({ sessionKey: loose(), ratingKey: loose(), state: loose(), viewOffset: loose() });
const Notification = Type.Object({
  NotificationContainer: Type.Object({
    type: Type.String(),
    PlaySessionStateNotification: Type.Optional(Type.Array(State)),
  }),
});
type State = Static<typeof State>;

const PATH = '/:/websockets/notifications';
/** Players round where they are. Further away somebody has jumped. */
const JUMP_MS = 15_000;

interface Heard {
  readonly what: string;
  readonly positionMs: number;
  readonly at: number;
}

export interface SocketInput {
  readonly http: PluginContext['http'];
  readonly clock: { now(): Date };
  readonly headers: Client['headers'];
}

export const listenTo =
  ({ http, clock, headers }: SocketInput): NonNullable<Integration['listen']> =>
  async (wake, signal, covers) => {
    const plays = new Map<string, Heard>();
    const isNews = (told: State): boolean => {
      const key = textOf(told.sessionKey) ?? '';
      const before = plays.get(key);
      const now = heardOf(told, clock.now().getTime());
      if (told.state === 'stopped') plays.delete(key);
      else plays.set(key, now);
      return before === undefined || before.what !== now.what || hasJumped(before, now, told);
    };
    await http.socket(PATH, {
      ...{ headers, signal },
      // What changed while nobody listened is told by nobody.
      opened: () => wake(mediaSessions.id),
      received: (text) => {
        const { type, PlaySessionStateNotification: states = [] } = notificationIn(text);
        if (type !== 'playing') return;
        if (states.filter(isNews).length > 0) wake(mediaSessions.id);
        // It has told of plays. One that never does is asked as often as before.
        covers(mediaSessions.id);
      },
    });
  };

const heardOf = ({ ratingKey, state, viewOffset }: State, at: number): Heard => ({
  what: `${ratingKey} ${state}`,
  positionMs: countOf(viewOffset) ?? 0,
  at,
});

function hasJumped(before: Heard, now: Heard, { state }: State): boolean {
  const expected = before.positionMs + (state === 'playing' ? now.at - before.at : 0);
  return Math.abs(now.positionMs - expected) > JUMP_MS;
}

/** Other kinds of notifications come along, and have other lists. */
function notificationIn(text: string): Static<typeof Notification>['NotificationContainer'] {
  try {
    const message: unknown = JSON.parse(text);
    if (mismatch(Notification, message) === undefined)
      return (message as Static<typeof Notification>).NotificationContainer;
  } catch {
    // Told below, like what is JSON and no notification.
  }
  throw fail('bad_response', `the WebSocket ${PATH} sent something that is not a notification`);
}
