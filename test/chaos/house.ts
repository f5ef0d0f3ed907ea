/** One household of a round: somebody watches before the blow falls, while it does, and afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Daemon, type DaemonOptions, makeFolder, root, startDaemon } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type Random, randomOf } from '../support/random.js';
import { until } from '../support/until.js';
import { type BadAnswer, type Liar, startLiar } from './bad-answers.js';

const MAIN = join(root, 'core', 'dist', 'bundle', 'main.js');
const ITEMS = 3000;
const RECOVERED_S = 60;
const LAST_LINES = 6;

export interface HouseOptions {
  /** More lines of the config. */
  readonly config?: string;
  readonly env?: DaemonOptions['env'];
}

export class House {
  /** Titles of which one play each has to be there in the end, and for how many seconds they were watched. */
  readonly watched = new Map<string, number>();
  /** Sources and ids of plays that others have recorded, and that have to be there as well. */
  readonly inherited = new Set<string>();
  /** What goes on all the time may be told as two plays that have no time in common. */
  mayBeParted = false;
  /** So much may be told too much: a server tells where a play is in whole seconds, and a poll is late. */
  toleranceSeconds = 3;
  kills = 0;
  recoverySeconds = 0;
  private running: Daemon | null = null;
  private key: string | undefined;
  private readonly sessions = new Map<string, { readonly id: string; readonly began: number }>();
  private reloads = 0;

  private constructor(
    readonly folder: string,
    private readonly jellyfin: FakeJellyfin,
    readonly liar: Liar,
    private readonly options: HouseOptions,
    readonly random: Random,
  ) {}

  /** @param optionsIn what it is like, given its folder */
  static async open(seed: number, optionsIn: (folder: string) => HouseOptions = () => ({})): Promise<House> {
    const jellyfin = await startFakeJellyfin({ items: ITEMS });
    const folder = makeFolder();
    return new House(folder, jellyfin, await startLiar(jellyfin.url), optionsIn(folder), randomOf(seed));
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  get file(): string {
    return join(this.data, 'sidelight.db');
  }

  get daemon(): Daemon {
    if (this.running === null) throw new Error('no daemon runs');
    return this.running;
  }

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** Another time-out makes another entry, which begins without the pauses that the one before has earned. */
  private config(): string {
    const { url, apiKey } = { url: this.liar.url, apiKey: this.jellyfin.apiKey };
    return `
history: { minPlaySeconds: 1 }
${this.options.config ?? ''}
integrations:
  jellyfin: { url: "${url}", apiKey: "${apiKey}", timeout: ${3000 + this.reloads}ms, schedule: { media.sessions: 1s } }
`;
  }

  configure(): void {
    writeFileSync(join(this.folder, 'sidelight.yaml'), this.config());
  }

  async start(): Promise<void> {
    const { env = {} } = this.options;
    this.running = await startDaemon({ config: this.config(), folder: this.folder, env });
  }

  /** With settings that make it begin anew with its upstream. */
  reload(): void {
    this.reloads += 1;
    this.configure();
    this.daemon.signal('SIGHUP');
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }

  async kill(): Promise<void> {
    await this.running?.kill();
    this.running = null;
    this.kills += 1;
  }

  /** A start after whatever happened, until what begins now is on record. */
  async recover(): Promise<void> {
    const began = performance.now();
    this.watch('Sunrise');
    if (this.running === null) await this.start();
    await this.recorded();
    this.recoverySeconds = Math.max(this.recoverySeconds, (performance.now() - began) / 1000);
  }

  /** Somebody begins a play, on a screen of its own. */
  watch(title: string): void {
    const id = this.jellyfin.sessions.start({ user: 'Ada', device: title, title, runtimeSeconds: 9000 });
    this.sessions.set(title, { id, began: performance.now() });
    this.watched.set(title, 0);
  }

  /** What has ended is gone, by the user's own hand. */
  forget(): void {
    for (const title of this.watched.keys()) if (!this.sessions.has(title)) this.watched.delete(title);
  }

  /** What began so far ends, and is on record. */
  async seenToTheEnd(): Promise<void> {
    await this.recorded();
    for (const [title, { id, began }] of this.sessions) {
      this.jellyfin.sessions.stop(id);
      this.watched.set(title, Math.ceil((performance.now() - began) / 1000));
    }
    this.sessions.clear();
    await until(
      () => this.widget('nowplaying'),
      (items) => items.length === 0,
      RECOVERED_S,
    );
  }

  /** Waits until all that is watched is among the plays. */
  async recorded(): Promise<void> {
    await until(
      async () => {
        const known = new Set((await this.widget('activity')).map(({ title }) => title));
        return [...this.watched.keys()].filter((title) => !known.has(title));
      },
      (missing) => missing.length === 0,
      RECOVERED_S,
    );
  }

  lastWords(): string {
    const lines = this.running?.log().trim().split('\n') ?? [];
    return lines.slice(-LAST_LINES).join(' | ');
  }

  badly(kind: BadAnswer | null): void {
    this.liar.answer(kind);
  }

  /** So long at the most, at random. */
  atSomeMoment(ms: number): Promise<void> {
    return sleep(this.random() * ms);
  }

  /** Runs a command of `sidelight`, and kills it at some moment within this time unless it has ended by then. */
  async cutOff(args: readonly string[], withinMs: number): Promise<void> {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: this.folder, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await Promise.race([ended, this.atSomeMoment(withinMs)]);
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await ended;
    this.kills += 1;
  }

  async close(): Promise<void> {
    await this.running?.dispose();
    await this.liar.close();
    await this.jellyfin.close();
  }

  private async widget(id: string): Promise<readonly Record<string, unknown>[]> {
    // A database that was deleted has taken the keys with it.
    this.key ??= this.daemon.key();
    const { status, json } = await this.daemon.get(`/api/widgets/${id}`, this.key);
    if (status === 401) this.key = undefined;
    return (json['items'] as readonly Record<string, unknown>[] | undefined) ?? [];
  }
}
