/** Answers the reads of widgets, lookups and digest rules: from the cache, from the digest, or by asking now. */
import {
  type About,
  type AnyPort,
  type DigestRule,
  mediaUsers,
  type NamedBy,
  opsSnoozes,
  type People,
  type Read,
  type Reads,
  type Rows,
  readRef,
  type SourceState,
} from '@sidelight/plugin-api';
import { directoryOf, type PayloadState, payloadState } from '@sidelight/plugin-api/host';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { LOG, type Log } from '../ground/log.js';
import { CORE } from '../ops/notices.js';
import { PluginHost } from '../plugins/host.js';
import type { Sources } from '../plugins/source.js';
import type { Privacy } from '../settings/privacy.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import type { Availabilities } from '../sync/availability.js';
import { SyncEngine } from '../sync/engine.js';
import type { Plans } from '../sync/task-plan.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { CachedReads } from './cached-reads.js';
import { Digest } from './digest.js';
import { frozen } from './freeze.js';
import { freshnessOf, nameOf } from './freshness.js';
import { isMedia, LeftOutSources } from './left-out.js';
import { LiveReader } from './live.js';
import { payloadSources, type ReadSources } from './payload-sources.js';
import { Registry } from './registry.js';
import { isOps, type ReadScope, SourceStates } from './source-states.js';
import type { Variant } from './variant.js';
import type { Veil } from './veil.js';
import { type Household, Veils } from './veils.js';

export interface Answered {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly sources: readonly SourceState[];
  readonly sourceState: PayloadState;
  /** "live", or who is late or down and how old their answer is: of the sources that `sourceState` is about. */
  readonly freshness: string;
  /** The names of the reads that no source has answered yet. */
  readonly unanswered: ReadonlySet<string>;
  /** The answers change as time goes by, though no row does. */
  readonly usesTime: boolean;
  /** The answers change with the names of users. */
  readonly usesPeople: boolean;
  /** Epoch milliseconds, where integrations were asked; null: as long as nothing changes. */
  readonly validUntil: number | null;
}

/** One read's share in an answer. */
interface Part extends ReadSources {
  readonly out: unknown;
  /** Some source has answered. */
  readonly isKnown: boolean;
  readonly usesTime: boolean;
  readonly usesPeople?: boolean;
  readonly validUntil: number | null;
}

export type ReaderSettings = Pick<Settings, 'digest' | 'people' | 'zone'> & Household;

@injectable()
export class Reader {
  /** Whose rows of media servers do not count. */
  readonly leftOut: LeftOutSources;
  private readonly states: SourceStates;
  private readonly cached: CachedReads;
  private readonly live: LiveReader;
  private readonly digest: Digest;
  private readonly veils = new Veils({
    settings: () => this.settings,
    users: () => this.users(),
  });
  /** Port → how often live answers were outdated. */
  private readonly outdated = new Map<string, number>();
  private changes = 0;
  private directory: { readonly stamp: number; readonly people: People } | undefined;
  private active: { readonly all: readonly DigestRule[]; readonly on: readonly DigestRule[] } | undefined;

  constructor(
    @inject(Registry) private readonly registry: Pick<Registry, 'rules' | 'settingsOf'>,
    @inject(PluginHost) private readonly sources: Sources,
    @inject(CACHE) private readonly cache: Cache,
    @inject(SyncEngine) engine: Availabilities & Plans,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private settings: ReaderSettings,
    @inject(LOG) log: Log,
  ) {
    cache.onChange(() => {
      this.changes++;
    });
    this.leftOut = new LeftOutSources(sources, cache, log);
    this.states = new SourceStates(sources, engine, cache, this.leftOut);
    this.cached = new CachedReads(cache, this.states);
    this.live = new LiveReader({ states: this.states, cached: this.cached, availabilities: engine, cache, clock, log });
    this.digest = new Digest({
      rules: () => this.rules(),
      answer: async (rule, scope) => (await this.answerAll(rule.reads, scope)).answers,
      settingsOf: (rule) => registry.settingsOf(rule),
      people: ({ privacy }) => this.people(privacy),
      snoozes: () => (cache.port(opsSnoozes.id) === undefined ? [] : cache.atHand(opsSnoozes)),
      zone: () => this.settings.zone,
      stamp: () => this.stampOf([...this.digestPorts(), mediaUsers.id]),
      log,
    });
  }

  /** @param settings of a config that was read anew */
  apply(settings: ReaderSettings): void {
    this.settings = settings;
    this.active = undefined;
    this.directory = undefined;
  }

  /** What hides what whoever asks need not know; null: nothing is hidden. */
  veil(privacy: Privacy | null | undefined): Veil | null {
    return privacy === null || privacy === undefined ? null : this.veils.of(privacy);
  }

  /** Who is behind an account, as it is known now, and as they may be called. */
  people(privacy?: Privacy | null): People {
    return this.veil(privacy)?.people(this.everybody()) ?? this.everybody();
  }

  private everybody(): People {
    const stamp = this.stampOf([mediaUsers.id]);
    if (this.directory?.stamp !== stamp) {
      const counting = this.users().filter(({ source }) => !this.leftOut.has(mediaUsers.id, source));
      this.directory = { stamp, people: directoryOf(this.settings.people, counting) };
    }
    return this.directory.people;
  }

  private users() {
    return this.cache.port(mediaUsers.id) === undefined ? [] : this.cache.atHand(mediaUsers);
  }

  /** After something was done to a source: live answers for these ports are not shown any more, however fresh. */
  outdate(source: string, ports: readonly string[]): void {
    const acted = this.sources.get(source);
    for (const port of ports) {
      if (acted !== undefined) this.live.outdate(acted, port);
      this.outdated.set(port, (this.outdated.get(port) ?? 0) + 1);
    }
    this.changes++;
  }

  /**
   * All reads of one payload: the same question is asked once, so that counts and lists agree.
   * @param about the reads whose sources decide the payload's state; not given: all that are not optional
   */
  async answer(reads: Reads, variant: Variant, now = this.clock.now(), about?: About): Promise<Answered> {
    const { answers, parts } = await this.answerAll(reads, {
      ...{ now, zone: variant.zone, sources: variant.sources, privacy: variant.privacy ?? null },
    });
    const shown = Object.entries(parts).flatMap(([name, part]) => (reads[name]?.optional === true ? [] : [part]));
    const told = about === undefined ? shown : [about].flat().flatMap((name) => parts[name] ?? []);
    const sources = payloadSources(shown, this.order());
    const own = told === shown ? sources : payloadSources(told, this.order());
    const all = Object.values(parts);
    const limits = all.flatMap(({ validUntil }) => validUntil ?? []);
    return {
      answers,
      sources,
      sourceState: payloadState(own),
      freshness: freshnessOf(own, (id) => nameOf(this.sources, id), now),
      unanswered: new Set(Object.keys(parts).filter((name) => parts[name]?.isKnown === false)),
      usesTime: all.some(({ usesTime }) => usesTime),
      usesPeople: all.some(({ usesPeople }) => usesPeople === true),
      validUntil: limits.length === 0 ? null : Math.min(...limits),
    };
  }

  /** @param until epoch milliseconds: how long a live read may wait */
  async ask<Out>(read: Read<Out>, { zone, sources, privacy = null }: Variant, until?: number): Promise<Out> {
    const { out } = await this.part(read, { now: this.clock.now(), zone, sources, privacy }, until);
    // The read's own type says what it asks for.
    return out as Out;
  }

  /** The sources of a payload of cached reads as they are known now. */
  sourcesOf(reads: Reads, { zone, sources }: Variant, now: Date): readonly SourceState[] {
    const scope = { now, zone, sources };
    const shown = Object.values(reads).filter(({ optional }) => optional !== true);
    const parts = shown.map((read) => this.sourcesOfRead(read, scope));
    return payloadSources(parts, this.order());
  }

  /** Ids of the ports whose rows decide the answers. */
  portsOf(reads: Reads): readonly string[] {
    const portsOf = ({ kind, port }: Read) => (kind === 'digest' ? this.digestPorts() : (port?.id ?? []));
    const ids = Object.values(reads).flatMap(portsOf);
    return [...new Set(ids)];
  }

  /** Changes whenever one of these ports got other rows, was outdated, or counts other sources: a sum of what only ever grows. */
  stampOf(ports: readonly string[]): number {
    let stamp = 0;
    for (const port of ports) {
      const left = isMedia(port) ? this.leftOut.stamp : 0;
      stamp += this.cache.generation(port) + (this.outdated.get(port) ?? 0) + left;
    }
    return stamp;
  }

  /** As long as it is the same, so is every stamp. */
  get epoch(): number {
    return this.changes + this.leftOut.stamp;
  }

  private digestPorts(): readonly string[] {
    return [opsSnoozes.id, ...this.rules().flatMap((rule) => this.portsOf(rule.reads))];
  }

  private rules(): readonly DigestRule[] {
    const all = this.registry.rules();
    if (this.active?.all !== all) {
      this.active = { all, on: all.filter(({ id }) => !this.settings.digest.off.includes(id)) };
    }
    return this.active.on;
  }

  private async answerAll(reads: Reads, scope: ReadScope) {
    const asked = new Map<string, Promise<Part>>();
    const askOnce = (read: Read): Promise<Part> => {
      const key = JSON.stringify([read.kind, read.freshness, read.port?.id, read.query]);
      const part = asked.get(key) ?? this.part(read, scope);
      asked.set(key, part);
      return part;
    };
    const partOf = async ({ namedBy, ...read }: Read): Promise<Part> => {
      const by = namedBy === undefined ? undefined : reads[namedBy.read];
      if (namedBy === undefined || by === undefined) return askOnce(read);
      const where = { id: idsNamed((await askOnce(by)).out, namedBy) };
      return this.part({ ...read, query: { where } }, { ...scope, sources: null });
    };
    const parts = Object.fromEntries(
      await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await partOf(read)] as const)),
    );
    const answers = Object.fromEntries(Object.entries(parts).map(([name, { out }]) => [name, out]));
    return { answers, parts };
  }

  private async part(read: Read, scope: ReadScope, until?: number): Promise<Part> {
    const part = await this.partOf(read, scope, until);
    frozen(part.out);
    const veil = this.veil(scope.privacy);
    return veil === null ? part : { ...part, out: frozen(veil.answer(read, read.port, part.out)) };
  }

  private async partOf(read: Read, scope: ReadScope, until?: number): Promise<Part> {
    const { kind, freshness, query } = read;
    if (kind === 'digest') {
      const { items, snoozed, ...uses } = await this.digest.evaluate(scope);
      const out = query?.snoozed === true ? snoozed : items;
      return { out, isKnown: true, ...uses, validUntil: null, ...this.sourcesOfRead(read, scope) };
    }
    const named = portOf(read);
    const port = this.cache.port(named.id) ?? named;
    if (freshness === 'live') {
      const { rows, isKnown, validUntil } = await this.live.read(port, scope, until);
      return { out: rows, isKnown, usesTime: false, validUntil, isOwn: isOps(port.id), sources: rows.sources };
    }
    const out = await this.cached.ask({ ...read, port }, scope);
    const isKnown = this.states.isKnown(port, scope);
    return { out, isKnown, usesTime: query?.since !== undefined, validUntil: null, ...this.sourcesOfRead(read, scope) };
  }

  private sourcesOfRead(read: Read, scope: ReadScope): ReadSources {
    if (read.kind === 'digest') {
      return { isOwn: true, sources: [{ id: CORE, state: 'ok', fetchedAt: scope.now.toISOString() }] };
    }
    const { id } = portOf(read);
    return { isOwn: isOps(id), sources: this.states.of(id, scope) };
  }

  private order(): readonly string[] {
    return this.sources.all().map(({ id }) => id);
  }
}

/** @param rows of a read of rows, which is checked when it is contributed */
function idsNamed(rows: unknown, { field, own }: NamedBy): readonly string[] {
  const { items } = rows as Rows<Readonly<Record<string, unknown>>>;
  const refs = items.map((item) => item[field]).filter((ref) => typeof ref === 'string');
  return [...new Set(refs.map((ref) => (own === true ? ref : readRef(ref).id)).filter((id) => id !== ''))];
}

function portOf(read: Read): AnyPort {
  if (read.port === undefined) throw new TypeError(`a read of kind ${read.kind} names no port`);
  return read.port;
}
