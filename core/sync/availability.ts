/**
 * Whether an upstream answers, as its checks tell: the state, when to ask again, and the one line to log. Pure.
 *
 * Only a check moves the state. A task or a live read that fails makes the engine check at once, so that one broken
 * route of an upstream does not take its whole integration down, and an outage is told once, not once per task.
 */
import type { ErrorCode, Health } from '@sidelight/plugin-api';
import type { Availability } from '../ops/availability.js';
import { spread } from '../time/schedule.js';

export type { Availability };

export interface Availabilities {
  /** What the last check told, whichever replica made it. */
  of(source: string): Availability;
  /** false while the source backs off: nobody calls its upstream before the next try is due. */
  mayAsk(source: string): boolean;
  /** How a call outside a sync task went (a live read, an action): null when well. */
  report(source: string, error: unknown): void;
}

export type Verdict =
  | { readonly ok: true; readonly health: Health }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly fact?: string };

export interface Track {
  readonly availability: Availability;
  /** Checks that failed in a row. */
  readonly failures: number;
  /** When to check again, epoch milliseconds; 0 before the first check. */
  readonly nextCheckAt: number;
  /** The failing states that the log was told of since the upstream was last up. */
  readonly told: readonly Availability['state'][];
}

export interface Judgement {
  readonly track: Track;
  /** What to log, if anything. */
  readonly line: { readonly level: 'info' | 'warn'; readonly text: string } | null;
}

const CHECK_EVERY_MS = 5 * 60_000;

export const unasked = (name?: string): Track => ({
  availability: name === undefined ? { state: 'unknown' } : { state: 'unknown', name },
  failures: 0,
  nextCheckAt: 0,
  told: [],
});

/** @param random 0 to 1 */
export function judge(track: Track, verdict: Verdict, now: Date, random: number): Judgement {
  return verdict.ok ? succeeded(track, verdict.health, now, random) : failed(track, verdict, now, random);
}

function succeeded(track: Track, health: Health, now: Date, random: number): Judgement {
  const before = track.availability;
  const at = now.toISOString();
  const name = health.name ?? before.name;
  const version = health.version ?? before.version;
  const availability: Availability = {
    state: 'up',
    since: before.state === 'up' ? (before.since ?? at) : at,
    checkedAt: at,
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
  };
  const nextCheckAt = now.getTime() + spread(CHECK_EVERY_MS, 0.05, random);
  const line =
    track.told.length === 0 ? null : { level: 'info' as const, text: `is up again${afterText(before, now)}` };
  return { track: { availability, failures: 0, nextCheckAt, told: [] }, line };
}

function failed(
  track: Track,
  { code, message, fact = message }: Extract<Verdict, { ok: false }>,
  now: Date,
  random: number,
): Judgement {
  const before = track.availability;
  const at = now.toISOString();
  const state = code === 'auth_failed' ? 'refused' : 'down';
  const failing = before.state === 'down' || before.state === 'refused';
  const availability: Availability = {
    ...before,
    state,
    code,
    message,
    fact,
    since: failing ? (before.since ?? at) : at,
    checkedAt: at,
  };
  const failures = track.failures + 1;
  const nextCheckAt = now.getTime() + backoff(code, failures, random);
  const line = track.told.includes(state) ? null : { level: 'warn' as const, text: lineOf(state, message) };
  return { track: { availability, failures, nextCheckAt, told: line ? [...track.told, state] : track.told }, line };
}

const lineOf = (state: 'down' | 'refused', message: string): string =>
  state === 'down'
    ? `is down: ${message}`
    : `rejects the credentials: ${message}; correct them in the config, Sidelight tries again once an hour`;

function afterText(before: Availability, now: Date): string {
  if (before.since === undefined) return '';
  const minutes = Math.round((now.getTime() - Date.parse(before.since)) / 60_000);
  return minutes < 1 ? '' : ` after ${minutes} min`;
}

/** Whether a failure may be one of the whole upstream: it is out of reach, refuses us, or a login page stands before it. */
export const isDoubtful = (code: ErrorCode): boolean =>
  code === 'unreachable' || code === 'auth_failed' || code === 'bad_response';

/** false while it backs off. */
export const mayAsk = ({ availability, nextCheckAt }: Track, now: Date): boolean =>
  availability.state === 'up' || availability.state === 'unknown' || now.getTime() >= nextCheckAt;

/** Where another process checks: what it found down is asked again by its checks, and by nobody else. */
export const maySecond = ({ state }: Availability): boolean => state === 'up' || state === 'unknown';

const FIRST_MS = 5000;
const LONGEST_MS = 15 * 60_000;
const JITTER = 0.2;
/** Credentials do not get right by themselves, and asking too often locks accounts. */
const REFUSED_MS = 3_600_000;

/**
 * Milliseconds until the next try after so many failures in a row: twice as long each time, up to 15 minutes; an hour
 * where the credentials were refused.
 * @param random 0 to 1
 */
export function backoff(code: ErrorCode, failures: number, random: number): number {
  if (code === 'auth_failed') return REFUSED_MS;
  const ms = FIRST_MS * 2 ** Math.min(failures - 1, 20);
  return Math.round(Math.min(LONGEST_MS, spread(Math.min(ms, LONGEST_MS), JITTER, random)));
}
