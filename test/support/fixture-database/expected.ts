/** `expected.json`, which lies beside the databases of a fixture: what they must say, and what it takes to ask them. */
import type { SessionData } from 'express-session';
import type { AuditEntry } from '#core/audit/audit-table.js';
import type { Daemon } from '#core/daemon.js';
import type { ApiKey } from '#core/keys/api-key.js';
import type { Attempt } from '#core/rest/replays.js';
import type { Cursor, Memo } from './fill.js';
import type { AllRows, freshnessOf, Question } from './says.js';

export type Kind = 'sqlite' | 'postgres';

/** Made by chance, so each database has its own. */
export interface Secrets {
  /** Name → key in clear. */
  readonly keys: Readonly<Record<string, string>>;
  readonly installation: string;
  /** `Cookie` of somebody who is signed in. */
  readonly cookie: string;
}

export interface Expected {
  /** ISO: where the clock stood. */
  readonly at: string;
  readonly migrations: readonly string[];
  readonly sources: readonly string[];
  readonly rows: AllRows;
  readonly fresh: ReturnType<typeof freshnessOf>;
  readonly answers: readonly (Question & { readonly answer: unknown })[];
  readonly cursors: readonly Cursor[];
  readonly memos: readonly Memo[];
  /** From where keys were used. */
  readonly address: string;
  readonly keys: readonly Omit<ApiKey, 'id' | 'prefix'>[];
  readonly admin: { readonly name: string; readonly password: string };
  readonly sessions: Readonly<Record<string, SessionData>>;
  /** Of a version that wrote down nothing but actions. */
  readonly audit: Omit<AuditEntry, 'kind' | 'who'>;
  readonly replay: { readonly attempt: Attempt; readonly answer: unknown };
  /** Path → fields of what the daemon answers. */
  readonly routes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly secrets: Readonly<Record<Kind, Secrets>>;
}

/** Without what chance has a part in, and that is their order, too. */
export const keysOf = (keys: readonly ApiKey[]): Expected['keys'] =>
  keys.map(({ id: _, prefix: __, ...key }) => key).sort((a, b) => (a.name < b.name ? -1 : 1));

/** What of `value` an earlier version knew: fields that came later are left out, at any depth. */
export function knownTo(earlier: unknown, value: unknown): unknown {
  if (Array.isArray(earlier) && Array.isArray(value)) return value.map((one, index) => knownTo(earlier[index], one));
  if (!isObject(earlier) || !isObject(value)) return value;
  return Object.fromEntries(Object.keys(earlier).map((name) => [name, knownTo(earlier[name], value[name])]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** These fields of what the daemon answers to whoever has this key; without labels, which are there to be read. */
export async function answerAt({ url }: Pick<Daemon, 'url'>, path: string, key: string, fields: readonly string[]) {
  const response = await fetch(`${url}${path}`, { headers: { 'x-api-token': key } });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  const told = Object.fromEntries(fields.map((field) => [field, answer[field]]));
  const plain = JSON.stringify(told, (name, value: unknown) => (name === 'label' ? undefined : value));
  return JSON.parse(plain) as Readonly<Record<string, unknown>>;
}
