/**
 * Acts a script on servers, and keeps the true figures beside it: they come of what is acted, and of nothing that anybody
 * polls.
 */
import type { Clock } from '#core/time/clock.js';
import { type ActedServer, type Device, isExtra, type Title } from './server.js';

/**
 * play, pause, offline (it plays on, but nothing reaches the server), away (stopped, and begun again where it was): for so
 * many seconds. kill: the app is gone without a word. Whatever is left at the end is stopped.
 */
export type Step = readonly ['play' | 'pause' | 'offline' | 'away', number] | readonly ['kill'];

export interface Act {
  readonly server: ActedServer;
  readonly user: string;
  readonly device: Device;
  readonly title: Title;
  /** ISO */
  readonly at: string;
  readonly steps: readonly Step[];
  /** 1 */
  readonly speed?: number;
  /** It goes on where an earlier act had stopped, so many seconds from the beginning. */
  readonly from?: number;
  /** Sidelight was off all the time: that it was played is known, and not on what. */
  readonly unseen?: true;
}

/** One act, and when it was really watched. */
export class TruePlay {
  private readonly stretches: { readonly from: number; readonly to: number }[] = [];

  constructor(readonly act: Act) {}

  /** Of an episode: the title of its series. */
  get name(): string {
    return this.act.title.series ?? this.act.title.name;
  }

  /** Epoch milliseconds. */
  get start(): number {
    return Date.parse(this.act.at);
  }

  watched(from: number, seconds: number): void {
    this.stretches.push({ from, to: from + seconds * 1000 });
  }

  /** When it began, and went on after each pause. */
  beginnings(): readonly number[] {
    return this.stretches.map(({ from }) => from);
  }

  /** Seconds of it between two moments, epoch milliseconds. */
  seconds(from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): number {
    return (
      this.stretches.reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0) / 1000
    );
  }
}

/** What counts as a play when it is left as it is. */
const LEAST_SECONDS = 60;

export class Truth {
  private readonly all: TruePlay[] = [];

  enter(act: Act): TruePlay {
    const play = new TruePlay(act);
    if (!isExtra(act.title)) this.all.push(play);
    return play;
  }

  /** Those that count at a moment, the first one first. */
  plays(now = Number.POSITIVE_INFINITY): readonly TruePlay[] {
    const counted = this.all.filter((play) => play.seconds(undefined, now) >= LEAST_SECONDS);
    return counted.toSorted((a, b) => a.start - b.start);
  }
}

export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** Seconds from the beginning of an act to its end. */
export const lengthOf = ({ steps }: Pick<Act, 'steps'>): number =>
  steps.reduce((sum, [, seconds = 0]) => sum + seconds, 0);

/** Arranges what will happen, by the clock's own timers. */
export function stage(acts: readonly Act[], truth: Truth, clock: Clock): void {
  for (const act of acts) {
    const { server, user, device, title, steps, speed = 1, from: begin = 0 } = act;
    let at = Date.parse(act.at);
    const when = (run: () => void): void => void clock.after(at - clock.now().getTime(), run);
    const play = truth.enter(act);
    let position = begin * 1000;
    when(() => server.begin(user, device, title, begin * 1000, speed));
    for (const [what, seconds = 0] of steps) {
      const from = at;
      if (what === 'kill') when(() => server.change(device.name, 0, false));
      else if (what === 'away') when(() => server.end(device.name));
      else if (from !== Date.parse(act.at))
        when(() => server.change(device.name, what === 'pause' ? 0 : speed, what !== 'offline'));
      if (what === 'play' || what === 'offline') {
        play.watched(from, seconds);
        position += seconds * 1000 * speed;
      }
      at += seconds * 1000;
      const place = position;
      if (what === 'away') when(() => server.begin(user, device, title, place, speed));
    }
    if (!steps.some(([what]) => what === 'kill')) when(() => server.end(device.name));
  }
}
