/** No read that a widget, a summary or a digest rule declares with a filter walks all rows of a source, on either database. */
import type { AnyPort, Query, Read } from '@sidelight/plugin-api';
import { askedReads } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache, Scope } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { isPostgres } from '#core/cache/sql.js';
import { declarePorts } from '#core/derivations/ports.js';
import { loadContributions } from '../../support/contributions.js';
import { SCOPE } from './batches.js';
import { DATABASES, type Place } from './caches.js';
import { sentBy, stepsOf, walks } from './explain.js';

interface Filtered {
  readonly kind: 'rows' | 'tally' | 'top';
  readonly port: AnyPort;
  readonly query: Query;
}

const SCOPES: readonly Scope[] = [
  SCOPE,
  { ...SCOPE, sources: ['one'] },
  { ...SCOPE, sources: ['one', 'two'] },
  { ...SCOPE, except: ['three'] },
];

async function declaredReads(): Promise<readonly Read[]> {
  const { widgets, summaries, rules } = await loadContributions();
  const asked = [
    ...widgets.flatMap((widget) => [...askedReads(widget).values()]),
    ...[...summaries, ...rules].map(({ reads }) => reads),
  ];
  return asked.flatMap((reads) => Object.values(reads));
}

/** Each once. */
function filtered(reads: readonly Read[]): readonly Filtered[] {
  const found = reads.flatMap(({ kind, port, query = {} }) =>
    port === undefined || !isCached(kind) || Object.keys(query.where ?? {}).length === 0 ? [] : [{ kind, port, query }],
  );
  return [...new Map(found.map((read) => [nameOf(read), read])).values()];
}

const isCached = (kind: Read['kind']): kind is Filtered['kind'] => ['rows', 'tally', 'top'].includes(kind);

const nameOf = ({ kind, port, query }: Filtered): string => `${kind} of ${port.id} ${JSON.stringify(query)}`;

/** So many rows that a database with statistics sees what an index is worth. */
const ROWS = 2000;

async function fill(db: Knex, port: AnyPort): Promise<void> {
  const [serial]: number[] = await db('ports').where({ id: port.id }).pluck('serial');
  const name = `rows_${serial}_${port.id.replace(/\W/g, '_').slice(0, 40)}`;
  const info = await db(name).columnInfo();
  const rows = Array.from({ length: ROWS }, (_, i) =>
    Object.fromEntries(Object.entries(info).map(([column, { type }]) => [column, cellOf(column, String(type), i)])),
  );
  await db.batchInsert(name, rows, 50);
  if (isPostgres(db)) await db.raw('ANALYZE ??', [name]);
}

function cellOf(column: string, type: string, i: number): string | number {
  if (column === 'source') return ['one', 'two', 'three'][i % 3] ?? 'one';
  if (column === 'key') return `k${i}`;
  if (column === 'item') return '{}';
  if (column === 'at') return new Date(Date.parse('2026-11-21T12:00:00Z') - i * 86_400_000).toISOString();
  return type.startsWith('text') ? `${column} ${i % 200}` : i % 200;
}

for (const { name, make } of DATABASES) {
  describe(`what is declared to be read of the cache: ${name}`, () => {
    let place: Place;
    let db: Knex;
    let cache: Cache;
    let reads: readonly Filtered[];
    before(async () => {
      place = await make();
      db = await openDatabase(place.location);
      cache = await createKnexCache(db);
      const declared = await declaredReads();
      reads = filtered(declared);
      await declarePorts(cache, [...new Set(reads.map(({ port }) => port))], declared);
      for (const port of new Set(reads.map(({ port }) => port))) await fill(db, port);
    });
    after(async () => {
      await cache.close();
      await db.destroy();
      await place.remove();
    });

    async function walkedBy(read: Filtered, scope: Scope): Promise<readonly string[]> {
      const found: string[] = [];
      for (const statement of await sentBy(db, () => cache[read.kind](read.port, read.query, scope))) {
        for (const step of await stepsOf(db, statement)) if (walks(step)) found.push(`${nameOf(read)}: ${step}`);
      }
      return found;
    }

    it('is found by whatever field is indexed, one value or several, the newest or all', async () => {
      const walked: string[] = [];
      for (const { port } of new Map(reads.map((read) => [read.port.id, read])).values()) {
        for (const field of port.byTime === true ? [] : (port.index ?? [])) {
          for (const where of [{ [field]: '7' }, { [field]: ['7', '8'] }]) {
            const asked = [
              ...[{}, { newest: 20 }].map((query) => ({ kind: 'rows' as const, port, query: { ...query, where } })),
              { kind: 'tally' as const, port, query: { where } },
            ];
            for (const read of asked) for (const scope of SCOPES) walked.push(...(await walkedBy(read, scope)));
          }
        }
      }
      expect([...new Set(walked)]).to.deep.equal([]);
    });

    it('is found by an index on what it asks for, or on time', async () => {
      expect(reads).to.have.length.above(10);
      const walked: string[] = [];
      for (const read of reads) for (const scope of SCOPES) walked.push(...(await walkedBy(read, scope)));
      expect([...new Set(walked)]).to.deep.equal([]);
    });
  });
}
