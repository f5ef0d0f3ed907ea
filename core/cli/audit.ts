/** `sidelight audit`: who did what, beside a running daemon or without one. */
import type { AuditRow } from '../audit/audit-table.js';
import { AUDIT_CHOICES, whatCameOfIt, whatWasDone } from '../audit/sentences.js';
import { CodedError } from '../ground/errors.js';
import { type Command, type CommandInput, print } from './command.js';
import { momentOf } from './find-plays.js';
import { auditOf, withDatabase } from './open.js';

/** Not given: what a week had. */
const SINCE = '7d';
const ROWS_AT_ONCE = 500;

export const audit: Command = async (input) => {
  const { flags, out, err } = input;
  const since = momentOf(flags.since ?? SINCE, new Date());
  const kinds = kindsOf(input);
  const asJson: AuditRow[] = [];
  let count = 0;
  await withDatabase(input, async (database, settings) => {
    const log = auditOf(database, settings);
    for (let before: number | undefined, last = false; !last; ) {
      const query = { since, most: ROWS_AT_ONCE, ...(before === undefined ? {} : { before }) };
      const rows = await log.list({ ...query, ...(kinds === undefined ? {} : { kinds }) });
      if (flags.json === true) asJson.push(...rows);
      else for (const row of rows) print(out, lineOf(row));
      count += rows.length;
      before = rows.at(-1)?.id;
      last = rows.length < ROWS_AT_ONCE;
    }
  });
  if (flags.json === true) print(out, JSON.stringify(asJson, null, 2));
  if (count === 0) print(err, `nothing was recorded since ${since}`);
  return 0;
};

function kindsOf({ args, usage }: CommandInput) {
  const [name] = args;
  if (name === undefined) return undefined;
  const choice = Object.hasOwn(AUDIT_CHOICES, name) ? AUDIT_CHOICES[name] : undefined;
  if (choice === undefined) throw new CodedError('usage', `audit: unknown "${name}"\n  ${usage}`);
  return choice.kinds;
}

/** Columns that fit most rows, the longest last. */
const lineOf = (row: AuditRow): string =>
  [
    row.at.replace(/\.\d+Z$/, 'Z'),
    (row.who === '' ? row.keyPrefix || '–' : row.who).padEnd(20),
    whatWasDone(row, new Map()).padEnd(26),
    whatCameOfIt(row).padEnd(24),
    (row.address ?? '–').padEnd(15),
    row.target ?? '',
  ]
    .join('  ')
    .trimEnd();
