/**
 * Titles of works, which the lists of requests and issues do not tell. Each is looked up once and kept for days, with few
 * look-ups at a time, and nobody waits long: a title that is not there in time is there for the next answer.
 */
import { type Logger, messageOf, type PluginContext } from '@sidelight/plugin-api';
import type { Title, TitleOf, Work } from './map.js';

const KEPT_S = 7 * 86_400;
/** How long a title is taken from memory, before what is kept is looked at again. */
const FRESH_MS = 86_400_000;
const MOST_AT_ONCE = 4;
const PATIENCE_MS = 800;
/** After a failure this title is left alone: its id may be dead. */
const RETRY_MS = 15 * 60_000;
/** After so many different ones have failed in a row all are left alone: the database behind them is out of reach. */
const FAILURES = 3;
const PAUSE_MS = 60_000;

interface TitlesInput {
  readonly memo: PluginContext['memo'];
  readonly clock: PluginContext['clock'];
  readonly log: Logger;
  readonly lookUp: (work: NamedWork) => Promise<Title>;
}

type NamedWork = Work & { readonly tmdb: number };

export class Titles {
  private readonly known = new Map<string, Title & { readonly freshUntil: number }>();
  private readonly waiting = new Map<string, NamedWork>();
  private readonly underWay = new Set<string>();
  private readonly retryAt = new Map<string, number>();
  private readonly failed = new Set<string>();
  private readonly idlers: (() => void)[] = [];
  private pausedUntil = 0;

  constructor(private readonly input: TitlesInput) {}

  /** What is known of these works after a short wait. Never rejects. */
  async of(works: readonly Work[]): Promise<TitleOf> {
    if (this.now() >= this.pausedUntil) for (const work of works) this.want(work);
    this.startNext();
    await this.idleOrLate();
    return (work) => this.known.get(keyOf(work));
  }

  private want(work: Work): void {
    const key = keyOf(work);
    const due = Math.max(this.known.get(key)?.freshUntil ?? 0, this.retryAt.get(key) ?? 0);
    if (hasId(work) && !this.underWay.has(key) && this.now() >= due) this.waiting.set(key, work);
  }

  private startNext(): void {
    for (const [key, work] of this.waiting) {
      if (this.underWay.size >= MOST_AT_ONCE) return;
      this.waiting.delete(key);
      this.underWay.add(key);
      void this.load(key, work).then(() => {
        this.underWay.delete(key);
        this.startNext();
      });
    }
    if (this.underWay.size === 0) for (const resolve of this.idlers.splice(0)) resolve();
  }

  private async load(key: string, work: NamedWork): Promise<void> {
    try {
      const title = await this.input.memo(`work:${key}`, KEPT_S, () => this.input.lookUp(work));
      this.known.set(key, { ...title, freshUntil: this.now() + FRESH_MS });
      this.failed.clear();
    } catch (error) {
      this.retryAt.set(key, this.now() + RETRY_MS);
      this.failed.add(key);
      if (this.failed.size >= FAILURES) this.pause();
      this.input.log.debug(`no title for ${key} yet`, { reason: messageOf(error) });
    }
  }

  private pause(): void {
    this.failed.clear();
    this.waiting.clear();
    this.pausedUntil = this.now() + PAUSE_MS;
  }

  private async idleOrLate(): Promise<void> {
    if (this.underWay.size === 0) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, PATIENCE_MS);
      this.idlers.push(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  private now(): number {
    return this.input.clock.now().getTime();
  }
}

const keyOf = ({ type, tmdb }: Work): string => `${type}:${tmdb}`;
const hasId = (work: Work): work is NamedWork => work.tmdb !== undefined;
