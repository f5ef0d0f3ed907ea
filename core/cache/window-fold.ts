/** What the rows of a window come to, group by group, kept while the window moves: only what enters, leaves or changes is counted. Pure. */
import type { Group, Tally } from '@sidelight/plugin-api';
import { compareText, type Value } from './stored-row.js';

/** Rows of one time that are alike in what is asked for. */
export interface Part {
  readonly at: string;
  /** Of the group, as the column holds it; null: the read has no groups. */
  readonly label: string | number | null;
  /** Where groups are each source's own. */
  readonly source: string | null;
  /** What is told apart. */
  readonly value: Value;
  readonly n: number;
  readonly total: number;
}

/** How many rows of a group have a value. */
interface Told {
  readonly value: Value;
  n: number;
}

class Sums {
  n = 0;
  total = 0;
  readonly values = new Map<Value, Told>();
  /** Made when it is first asked for after a change. */
  group: Group | undefined;

  constructor(
    readonly key: string,
    readonly source: string | null,
  ) {}

  get tally(): Tally {
    return { count: this.n, distinct: this.values.size, sum: this.total };
  }
}

interface Counted {
  readonly sums: Sums;
  readonly told: Told | null;
  readonly n: number;
  readonly total: number;
}

interface Step {
  readonly at: string;
  readonly counted: Counted[];
}

const NONE = '\u0000';
const NOTHING: Tally = { count: 0, distinct: 0, sum: 0 };

export class WindowFold {
  /** In the order of their times. */
  private readonly steps: Step[] = [];
  /** What is later than the window: it will enter. */
  private later: readonly Part[] = [];
  private readonly sums = new Map<string, Sums>();
  private sorted: Sums[] = [];
  private groups: readonly Group[] | undefined;
  private size = 0;

  /** @param labelOf how the label of a group is shown */
  constructor(private readonly labelOf: (label: string | number) => string) {}

  /** How many parts it holds. */
  get parts(): number {
    return this.size + this.later.length;
  }

  /** The time in the middle of what it holds. */
  get middle(): string {
    return this.steps[this.steps.length >> 1]?.at ?? '';
  }

  /** Both inclusive. */
  move(from: string, to: string): void {
    let gone = 0;
    for (let step = this.steps[0]; step !== undefined && step.at < from; step = this.steps[gone]) {
      this.leave(step);
      gone++;
    }
    this.steps.splice(0, gone);
    const entering = this.later.filter(({ at }) => at <= to);
    if (entering.length === 0) return;
    this.later = this.later.filter(({ at }) => at > to);
    this.add(entering, to);
  }

  /** Forgets what is at this time or later. */
  cut(from: string): void {
    for (let last = this.steps.at(-1); last !== undefined && last.at >= from; last = this.steps.at(-1)) {
      this.leave(last);
      this.steps.pop();
    }
    this.later = this.later.filter(({ at }) => at < from);
  }

  /** @param parts by time, none of them earlier than what it holds */
  add(parts: readonly Part[], to: string): void {
    const later: Part[] = [];
    for (const part of parts) {
      if (part.at > to) later.push(part);
      else this.enter(part);
    }
    if (later.length > 0) this.later = [...this.later, ...later];
  }

  tally(): Tally {
    return this.sums.get(NONE)?.tally ?? NOTHING;
  }

  /** The most rows first. Groups that nothing has changed are the same objects as before. */
  top(limit: number | null): readonly Group[] {
    if (this.groups === undefined) {
      this.sorted = this.sorted.filter(({ n }) => n > 0).sort(byRows);
      this.groups = this.sorted.map((sums) => {
        sums.group ??= Object.freeze({ key: sums.key, source: sums.source, ...sums.tally });
        return sums.group;
      });
    }
    return limit === null ? this.groups : this.groups.slice(0, limit);
  }

  private enter({ at, label, source, value, n, total }: Part): void {
    const sums = this.sumsOf(label, source);
    const told = value === null ? null : (sums.values.get(value) ?? { value, n: 0 });
    if (told !== null) {
      told.n += n;
      sums.values.set(value, told);
    }
    this.count(sums, n, total);
    const last = this.steps.at(-1);
    const step = last?.at === at ? last : { at, counted: [] };
    if (step !== last) this.steps.push(step);
    step.counted.push({ sums, told, n, total });
    this.size++;
  }

  private leave({ counted }: Step): void {
    for (const { sums, told, n, total } of counted) {
      if (told !== null) {
        told.n -= n;
        if (told.n === 0) sums.values.delete(told.value);
      }
      this.count(sums, -n, -total);
    }
    this.size -= counted.length;
  }

  private count(sums: Sums, n: number, total: number): void {
    sums.n += n;
    sums.total += total;
    sums.group = undefined;
    this.groups = undefined;
    if (sums.n === 0) this.sums.delete(keyOf(sums.key, sums.source));
  }

  private sumsOf(label: string | number | null, source: string | null): Sums {
    const name = label === null ? '' : this.labelOf(label);
    const key = label === null ? NONE : keyOf(name, source);
    const known = this.sums.get(key);
    if (known !== undefined) return known;
    const sums = new Sums(name, source);
    this.sums.set(key, sums);
    if (label !== null) this.sorted.push(sums);
    return sums;
  }
}

const keyOf = (key: string, source: string | null): string => `${key}\n${source ?? ''}`;

const byRows = (a: Sums, b: Sums): number =>
  b.n - a.n || compareText(a.key, b.key) || compareText(a.source ?? '', b.source ?? '');
