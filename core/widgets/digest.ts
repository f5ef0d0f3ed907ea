/** What needs attention: every rule that is not switched off, evaluated over the cache. */
import { createHash } from 'node:crypto';
import {
  type DigestEntry,
  type DigestItem,
  type DigestRule,
  type ItemOf,
  messageOf,
  mismatch,
  oneOf,
  type opsSnoozes,
  type People,
  type Severity,
  Type,
} from '@sidelight/plugin-api';
import { LRUCache } from 'lru-cache';
import type { Log } from '../ground/log.js';
import { privacyKey } from '../settings/privacy.js';
import type { PluginSettings } from '../settings/settings.js';
import type { ReadScope } from './source-states.js';
import { watchedContext } from './variant.js';

export interface DigestParts {
  /** Those that are switched on. The same array as long as they are the same. */
  readonly rules: () => readonly DigestRule[];
  /** Answers the reads of a rule. */
  readonly answer: (rule: DigestRule, scope: ReadScope) => Promise<Readonly<Record<string, unknown>>>;
  readonly settingsOf: (rule: DigestRule) => PluginSettings;
  readonly people: (scope: ReadScope) => People;
  readonly snoozes: () => readonly Snooze[];
  /** The zone in which snoozed texts were read. */
  readonly zone: () => string;
  /** Changes whenever the cache holds other rows for one of the rules. */
  readonly stamp: () => number;
  readonly log: Log;
}

/** What is kept of an item that was put off. */
export type Snooze = ItemOf<typeof opsSnoozes>;

export interface Evaluation {
  readonly items: readonly DigestEntry[];
  /** What would be among the items, but was put off. */
  readonly snoozed: readonly DigestEntry[];
  /** Some rule looked at the time: it may come to something else later, though no row changes. */
  readonly usesTime: boolean;
  /** Some rule asked who somebody is. */
  readonly usesPeople: boolean;
}

interface Memo {
  readonly at: number;
  readonly stamp: number;
  readonly rules: readonly DigestRule[];
  readonly evaluation: Promise<Evaluation>;
}

/** What one rule came to. */
type Found = Omit<Evaluation, 'items' | 'snoozed'> & { readonly items: readonly DigestItem[] };

/** Several widgets show the digest: one evaluation serves them for so long. */
const MEMO_MS = 15_000;
const MEMOS = 20;
/** Rules make no lists that are capped. */
const LIMIT = 100;
const RANK: Readonly<Record<Severity, number>> = { error: 0, warn: 1, info: 2 };

const Items = Type.Array(
  Type.Object({
    type: Type.String(),
    severity: oneOf('info', 'warn', 'error'),
    text: Type.String(),
    source: Type.Optional(Type.String()),
    about: Type.Optional(Type.String()),
  }),
);

export class Digest {
  private readonly memos = new LRUCache<string, Memo>({ max: MEMOS });
  private readonly failing = new Set<string>();

  constructor(private readonly parts: DigestParts) {}

  evaluate(scope: ReadScope): Promise<Evaluation> {
    const key = `${scope.zone} ${scope.sources?.join(',') ?? '*'} ${privacyKey(scope.privacy)}`;
    const memo = this.memos.get(key);
    const at = scope.now.getTime();
    const stamp = this.parts.stamp();
    const rules = this.parts.rules();
    const isFresh = memo !== undefined && at >= memo.at && at - memo.at < MEMO_MS;
    if (isFresh && memo.stamp === stamp && memo.rules === rules) return memo.evaluation;
    const evaluation = this.evaluateAll(rules, scope);
    evaluation.catch(() => this.memos.delete(key));
    this.memos.set(key, { at, stamp, rules, evaluation });
    return evaluation;
  }

  private async evaluateAll(rules: readonly DigestRule[], scope: ReadScope): Promise<Evaluation> {
    const each = await Promise.all(rules.map((rule) => this.evaluateOne(rule, scope)));
    const entries = each.flatMap(({ items }) => items.map(entryOf)).sort(byGravity);
    const snoozes = this.parts.snoozes();
    const put = snoozes.length === 0 ? NONE : await this.putOff(snoozes, entries, scope);
    return {
      items: entries.filter(({ id }) => !put.has(id)),
      snoozed: entries.filter(({ id }) => put.has(id)),
      usesTime: snoozes.length > 0 || each.some(({ usesTime }) => usesTime),
      usesPeople: each.some(({ usesPeople }) => usesPeople),
    };
  }

  /** Ids of what is snoozed now. Whether an item has changed is judged by what is told to whoever may know everything. */
  private async putOff(
    snoozes: readonly Snooze[],
    entries: readonly DigestEntry[],
    scope: ReadScope,
  ): Promise<ReadonlySet<string>> {
    const whole = { now: scope.now, zone: this.parts.zone(), sources: null, privacy: null };
    const isWhole = scope.sources === null && (scope.privacy ?? null) === null && scope.zone === whole.zone;
    if (!isWhole) return new Set((await this.evaluate(whole)).snoozed.map(({ id }) => id));
    const heldBack = snoozes.filter((snooze) => isHolding(snooze, entries, scope.now));
    return new Set(heldBack.map(({ id }) => id));
  }

  private async evaluateOne(rule: DigestRule, scope: ReadScope): Promise<Found> {
    const { now, zone } = scope;
    const settings = this.parts.settingsOf(rule);
    const people = this.parts.people(scope);
    const watched = watchedContext({ now, zone, limit: LIMIT, settings, query: {}, people });
    const { context } = watched;
    const hasWindow = Object.values(rule.reads).some((read) => read.query?.since !== undefined);
    try {
      const items = rule.evaluate(await this.parts.answer(rule, scope), context);
      const wrong = mismatch(Items, items);
      if (wrong !== undefined) throw new TypeError(`it gave something else than digest items at ${wrong}`);
      this.failing.delete(rule.id);
      return { items, usesTime: hasWindow || watched.usedTime(), usesPeople: watched.usedPeople() };
    } catch (error) {
      const items = [this.failure(rule, error)];
      return { items, usesTime: hasWindow || watched.usedTime(), usesPeople: watched.usedPeople() };
    }
  }

  private failure({ id }: DigestRule, error: unknown): DigestItem {
    const text = `The digest rule ${id} fails: ${messageOf(error)}`;
    if (!this.failing.has(id)) this.parts.log.warn(text);
    this.failing.add(id);
    return { type: 'digest', severity: 'warn', text };
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Whether an item is still put off. One that changed, or is gone, is not; one that was put off until a moment is until then. */
export const isHolding = (
  { id, severity, text, until }: Snooze,
  entries: readonly DigestEntry[],
  now: Date,
): boolean =>
  until === undefined
    ? entries.some((entry) => entry.id === id && entry.severity === severity && entry.text === text)
    : Date.parse(until) > now.getTime();

function entryOf({ about, ...item }: DigestItem): DigestEntry {
  const told = JSON.stringify([item.type, item.source ?? '', about ?? item.text]);
  return { id: createHash('sha256').update(told).digest('hex').slice(0, 16), ...item };
}

const byGravity = (a: DigestItem, b: DigestItem): number =>
  RANK[a.severity] - RANK[b.severity] || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
