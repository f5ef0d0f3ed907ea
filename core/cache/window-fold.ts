/** What the rows of a window come to, group by group, kept while the window moves: only what enters, leaves or changes is counted. Pure. */
import type { Group, Tally } from '@sidelight/plugin-api';
import { placeIn } from './lists.js';
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
  /** As it was last told. */
  group: Group | undefined;

  constructor(
    readonly key: string,
    readonly source: string | null,
  ) {}

  get tally(): Tally {
    return { count: this.n, distinct: this.values.size, sum: this.total };
  }

  get isAsTold(): boolean {
    const { group, n, total, values } = this;
    return group !== undefined && group.count === n && group.sum === total && group.distinct === values.size;
  }

  tell(): Group {
    if (this.group === undefined || !this.isAsTold) {
      this.group = Object.freeze({ key: this.key, source: this.source, ...this.tally });
    }
    return this.group;
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
  /** Those that were told, the most rows first, and what was told of them. */
  private told: readonly Sums[] = [];
  private groups: readonly Group[] = [];
  /** Since then. */
  private readonly touched = new Set<Sums>();
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

  /** The most rows first. Groups that nothing has changed are the same objects as before, and so is the list of them. */
  top(limit: number | null): readonly Group[] {
    const changed = [...this.touched].filter((sums) => !sums.isAsTold);
    this.touched.clear();
    if (changed.length > this.sums.size / 8) this.tellAll();
    else if (changed.length > 0) this.tellAgain(changed);
    return limit === null ? this.groups : this.groups.slice(0, limit);
  }

  private tellAll(): void {
    this.told = [...this.sums.values()].sort(byRows);
    this.groups = this.told.map((sums) => sums.tell());
  }

  /** The others stay in their order. */
  private tellAgain(changed: readonly Sums[]): void {
    const told = [...this.told];
    const groups = [...this.groups];
    for (const sums of changed) {
      const place = told.indexOf(sums);
      if (place < 0) continue;
      told.splice(place, 1);
      groups.splice(place, 1);
    }
    for (const sums of changed) {
      if (sums.n === 0) continue;
      const place = placeIn(told, (other) => byRows(other, sums) < 0);
      told.splice(place, 0, sums);
      groups.splice(place, 0, sums.tell());
    }
    this.told = told;
    this.groups = groups;
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
    this.touched.add(sums);
    if (sums.n === 0) this.sums.delete(keyOf(sums.key, sums.source));
  }

  private sumsOf(label: string | number | null, source: string | null): Sums {
    const name = label === null ? '' : this.labelOf(label);
    const key = label === null ? NONE : keyOf(name, source);
    const known = this.sums.get(key);
    if (known !== undefined) return known;
    const sums = new Sums(name, source);
    this.sums.set(key, sums);
    return sums;
  }
}

const keyOf = (key: string, source: string | null): string => `${key}\n${source ?? ''}`;

const byRows = (a: Sums, b: Sums): number =>
  b.n - a.n || compareText(a.key, b.key) || compareText(a.source ?? '', b.source ?? '');
