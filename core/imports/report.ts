/** What came, or would come, of an import. */
import type { Playback } from '../derivations/core-plays.js';
import type { Accounts } from './accounts.js';
import type { Reason } from './told.js';

export interface Skipped {
  readonly reason: Reason;
  readonly count: number;
  /** The first few, as somebody finds them again. */
  readonly examples: readonly string[];
}

export interface Report {
  /** Nothing was written. */
  readonly isDry: boolean;
  /** It was stopped before the end of the file. */
  readonly isStopped: boolean;
  readonly rows: number;
  readonly added: number;
  readonly seconds: number;
  /** Of those that were added: their times are uncertain. */
  readonly approximate: number;
  /** Of those that were added: `history.ignore` sets them aside. */
  readonly ignored: number;
  readonly skipped: readonly Skipped[];
  /** ISO: when the first and the last of those that were added began. */
  readonly from: string | null;
  readonly to: string | null;
  /** `as`: the user of the media server; null: it has none of this id or name. */
  readonly users: readonly { readonly name: string; readonly as: string | null; readonly plays: number }[];
  /** `present`: the media server has them now. */
  readonly titles: { readonly count: number; readonly present: number };
}

const EXAMPLES = 3;
/** More are not told apart. */
const MOST_TITLES = 100_000;

export class Tally {
  rows = 0;
  ignored = 0;
  private added = 0;
  private seconds = 0;
  private approximate = 0;
  private readonly skipped = new Map<Reason, { count: number; examples: string[] }>();
  private readonly titles = new Map<string, boolean>();
  private from: string | null = null;
  private to: string | null = null;

  constructor(private readonly accounts: Accounts) {}

  skip(reason: Reason, name: string): void {
    const known = this.skipped.get(reason) ?? { count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < EXAMPLES) known.examples.push(name);
    this.skipped.set(reason, known);
  }

  add(plays: readonly Playback[], present: ReadonlySet<string>): void {
    for (const play of plays) {
      this.added += 1;
      this.seconds += play.playedSeconds ?? 0;
      if (play.approximate === true) this.approximate += 1;
      if (this.from === null || play.startedAt < this.from) this.from = play.startedAt;
      if (this.to === null || play.startedAt > this.to) this.to = play.startedAt;
      const title = play.itemId ?? play.title;
      if (this.titles.size < MOST_TITLES) this.titles.set(title, present.has(title));
      this.accounts.count(play);
    }
  }

  get progress(): Pick<Report, 'rows' | 'added'> {
    return { rows: this.rows, added: this.added };
  }

  report(isDry: boolean, isStopped: boolean): Report {
    const { rows, added, seconds, approximate, ignored, from, to } = this;
    const users = this.accounts.list().map(({ name, user, plays }) => ({ name, as: user?.name ?? null, plays }));
    return {
      ...{ isDry, isStopped, rows, added, seconds, approximate, ignored, from, to },
      skipped: [...this.skipped].map(([reason, { count, examples }]) => ({ reason, count, examples })),
      users: users.sort((a, b) => b.plays - a.plays),
      titles: { count: this.titles.size, present: [...this.titles.values()].filter(Boolean).length },
    };
  }
}
