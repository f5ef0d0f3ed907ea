/** Check and Sync now: at most one of each per source at a time, and what came out is kept for a minute. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import type { OpsSource } from '../../ops/ops-source.js';
import { adviceFor } from '../../plugins/recognise.js';
import type { Source, Sources } from '../../plugins/source.js';
import type { SyncEngine } from '../../sync/engine.js';
import type { Clock } from '../../time/clock.js';
import { inTime } from '../../time/deadline.js';
import { checkOutcome, everythingOutcome, notSynced, type Outcome, PENDING, syncOutcome } from './outcome.js';

export interface ButtonParts {
  readonly sources: Pick<Sources, 'all'>;
  readonly engine: Pick<SyncEngine, 'isUp' | 'checkNow' | 'runNow'>;
  readonly ops: Pick<OpsSource, 'jobOf'>;
  /** That an entry may name. */
  readonly plugins: () => readonly AnyPlugin[];
  readonly clock: Clock;
}

type Press = keyof typeof PENDING;

/** How long whoever pressed is kept waiting; the work goes on. */
const WAIT_MS = { check: 10_000, sync: 5_000 } as const;
const KEPT_MS = 60_000;
const EVERYTHING = '*';

export class SourceButtons {
  private readonly running = new Map<string, Promise<Outcome>>();
  private readonly kept = new Map<string, { readonly outcome: Outcome; readonly at: number }>();

  constructor(private readonly parts: ButtonParts) {}

  /** Asks the upstream, whether it backs off or not. */
  check(source: Source): Promise<Outcome> {
    return this.press('check', source.id, () => this.checkNow(source));
  }

  /** Runs all tasks; asks a source that is not up first. */
  sync(source: Source): Promise<Outcome> {
    return this.press('sync', source.id, () => this.syncNow(source));
  }

  async syncEverything(): Promise<void> {
    const started = this.parts.sources.all().filter(({ integration }) => integration !== null);
    const each = await Promise.all(started.map(async (source) => [source.id, await this.sync(source)] as const));
    this.keep(EVERYTHING, everythingOutcome(new Map(each)));
  }

  /** What came out of the last press, as long as it is news. */
  outcomeOf(source: string): Outcome | null {
    const kept = this.kept.get(source);
    if (kept === undefined || this.parts.clock.now().getTime() - kept.at > KEPT_MS) return null;
    return kept.outcome;
  }

  get everything(): Outcome | null {
    return this.outcomeOf(EVERYTHING);
  }

  private async press(what: Press, id: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const key = `${what} ${id}`;
    const run = this.running.get(key) ?? this.begin(key, id, work);
    const outcome = await inTime(this.parts.clock, WAIT_MS[what], run);
    if (outcome === null) this.keep(id, PENDING[what]);
    return outcome ?? PENDING[what];
  }

  private begin(key: string, id: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const run = work()
      .then((outcome) => this.keep(id, outcome))
      .finally(() => this.running.delete(key));
    this.running.set(key, run);
    return run;
  }

  private async checkNow({ id, plugin, address }: Source): Promise<Outcome> {
    const availability = await this.parts.engine.checkNow(id);
    const outcome = checkOutcome(availability);
    if (outcome.kind === 'well' || availability.code === undefined) return outcome;
    const advice = await adviceFor(availability.code, plugin, address, this.parts.plugins());
    if (advice === undefined) return outcome;
    return { ...outcome, text: `${outcome.text} ${advice.replace(/^t/, 'T')}.` };
  }

  private async syncNow(source: Source): Promise<Outcome> {
    const { engine, ops } = this.parts;
    const { id, integration } = source;
    const check = engine.isUp(id) ? null : await this.checkNow(source);
    if (check !== null && check.kind !== 'well') return notSynced(check);
    const tasks = (integration?.tasks ?? []).map((task) => task.id);
    await engine.runNow(id, tasks);
    return syncOutcome(tasks.map((task) => ops.jobOf(id, task)));
  }

  private keep(id: string, outcome: Outcome): Outcome {
    this.kept.set(id, { outcome, at: this.parts.clock.now().getTime() });
    return outcome;
  }
}
