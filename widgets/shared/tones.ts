/** How it is with a row: one function for each kind of state. Pure. A state that is not named here is of no account. */
import { RowTone, type Tone } from '@sidelight/plugin-api';

/** The field of a row. */
export const tone = RowTone;

const toneOf =
  (tones: Readonly<Record<string, Tone>>) =>
  (state: string): Tone =>
    Object.hasOwn(tones, state) ? (tones[state] ?? 'muted') : 'muted';

export const downloadTone = toneOf({
  downloading: 'good',
  importing: 'good',
  stalled: 'attention',
  blocked: 'attention',
  failed: 'bad',
});

export const requestTone = toneOf({
  pending: 'attention',
  approved: 'good',
  processing: 'good',
  partial: 'good',
  available: 'good',
  failed: 'bad',
});

export const issueTone = toneOf({ open: 'attention', progress: 'attention', resolved: 'good' });

export const severityTone = toneOf({ warn: 'attention', error: 'bad' });

/** Of a run of Sidelight's own tasks, or of another service's. */
export const jobTone = toneOf({
  ok: 'good',
  completed: 'good',
  running: 'good',
  cancelling: 'attention',
  cancelled: 'attention',
  aborted: 'attention',
  failed: 'bad',
});

export const hitTone = toneOf({ approved: 'good', pending: 'attention', error: 'bad' });

export const inviteTone = toneOf({ active: 'good' });

export const flawTone = toneOf({ unmatched: 'attention' });

/** The label of an integration's health. */
export const healthTone = toneOf({ ok: 'good', refused: 'bad', failing: 'bad' });

/** Something that either went well or did not. */
export const okTone = (ok: boolean): Tone => (ok ? 'good' : 'bad');

export const sessionTone = (session: { readonly paused: boolean; readonly method: string }): Tone =>
  session.paused ? 'muted' : session.method === 'transcode' ? 'attention' : 'good';

const SOON_MS = 86_400_000;

/** Of what happens to a thing unless somebody objects: the last day is the time to do so. */
export const dueTone = (dueAt: string | undefined, now: Date): Tone =>
  dueAt !== undefined && Date.parse(dueAt) - now.getTime() <= SOON_MS ? 'attention' : 'muted';
