/** What needs attention: every rule that is not switched off, evaluated over the cache. */
import {
  type DigestItem,
  type DigestRule,
  messageOf,
  mismatch,
  oneOf,
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
  /** Changes whenever the cache holds other rows for one of the rules. */
  readonly stamp: () => number;
  readonly log: Log;
}

export interface Evaluation {
  readonly items: readonly DigestItem[];
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
    return {
      items: each.flatMap(({ items }) => items).sort(byGravity),
      usesTime: each.some(({ usesTime }) => usesTime),
      usesPeople: each.some(({ usesPeople }) => usesPeople),
    };
  }

  private async evaluateOne(rule: DigestRule, scope: ReadScope): Promise<Evaluation> {
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

const byGravity = (a: DigestItem, b: DigestItem): number =>
  RANK[a.severity] - RANK[b.severity] || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
