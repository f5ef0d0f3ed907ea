/** Which statements are sent, and how the database goes about them. */
import type { Knex } from 'knex';
import { isPostgres } from '#core/cache/sql.js';

export interface Statement {
  readonly sql: string;
  readonly bindings: readonly (string | number | null)[];
}

export async function sentBy(db: Knex, work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const sent: Statement[] = [];
  const note = ({ sql, bindings = [] }: Statement): void => void sent.push({ sql, bindings });
  db.on('query', note);
  try {
    await work();
  } finally {
    db.removeListener('query', note);
  }
  return sent;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** Each look at a table: SQLite's own words, and PostgreSQL's put alike. */
export async function stepsOf(db: Knex, { sql, bindings }: Statement): Promise<readonly string[]> {
  if (!isPostgres(db)) {
    const steps: { detail: string }[] = await db.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
    return steps.map(({ detail }) => detail);
  }
  // knex has put PostgreSQL's own marks in the place of its own.
  const raw = sql.replaceAll(/\$\d+/g, '?');
  const answer: { rows: { 'QUERY PLAN': { Plan: Node }[] }[] } = await db.raw(`EXPLAIN (FORMAT JSON) ${raw}`, [
    ...bindings,
  ]);
  return answer.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan).map(wordsOf)));
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const wordsOf = (node: Node): string =>
  [node['Node Type'], node['Relation Name'] ?? node['Index Name'] ?? '', node['Index Cond'] ?? ''].join(' ').trim();

/** Whether a step looks at the rows of a port otherwise than by a field or by a span of time. */
export function walks(step: string): boolean {
  if (/^(SCAN|SEARCH) rows_/.test(step)) return !/^SEARCH .*\(.*(\bf_\w+|\bat[<>])/.test(step);
  if (/^(Seq|Index|Bitmap Index|Index Only).* rows_/.test(step))
    return !/f_\w+|\bat [<>]/.test(step.replace(/^.*? rows_\S+/, ''));
  return false;
}
