/** `/settings/audit`: who did what, the newest first. */
import { type Request, Router } from 'express';
import { AUDIT_DAYS } from '../../audit/audit-log.js';
import type { AuditRow } from '../../audit/audit-table.js';
import { AUDIT_CHOICES, whatCameOfIt, whatWasDone } from '../../audit/sentences.js';
import { type Moment, pastMoment } from '../moment.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface Entry {
  readonly at: Moment;
  /** '' where nobody knows. */
  readonly who: string;
  readonly key: string;
  readonly what: string;
  readonly target: string;
  readonly outcome: string;
  readonly isDone: boolean;
  readonly address: string;
}

interface Choice {
  readonly value: string;
  readonly text: string;
}

interface AuditData {
  readonly entries: readonly Entry[];
  readonly chosen: Chosen;
  readonly kinds: readonly Choice[];
  readonly spans: readonly Choice[];
  readonly isFiltered: boolean;
  readonly days: number;
  /** Query of the rows that are older than these, and of the newest; null where there are none. */
  readonly older: string | null;
  readonly newest: string | null;
}

/** What was asked for, as texts. */
interface Chosen {
  readonly kind: string;
  readonly since: string;
  readonly text: string;
}

const PATH = '/settings/audit';
const ROWS = 50;
const LONGEST_TEXT = 100;
const HOUR_MS = 3_600_000;
const SPANS = {
  '24h': { text: 'A day', hours: 24 },
  '7d': { text: 'A week', hours: 7 * 24 },
  '30d': { text: 'A month', hours: 30 * 24 },
  all: { text: `All ${AUDIT_DAYS} days`, hours: Number.POSITIVE_INFINITY },
} as const;
const KINDS: readonly Choice[] = [
  { value: 'all', text: 'Everything' },
  ...Object.entries(AUDIT_CHOICES).map(([value, { text }]) => ({ value, text })),
];

const page = { view: view<AuditData>('audit'), title: 'Audit', assets: ['sections.css', 'audit.css'] };

export function auditPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.use(PATH, web.members);
  router.get(PATH, async (req, res) => web.show(req, res, { ...page, data: await dataOf(web, req) }));
  return router;
}

async function dataOf({ deps }: Web, req: Request): Promise<AuditData> {
  const { audit, registry } = deps.services;
  const chosen = chosenIn(req);
  const now = deps.clock.now();
  const { hours } = SPANS[chosen.since as keyof typeof SPANS];
  const before = /^\d{1,9}$/.exec(String(req.query['before'] ?? ''))?.[0];
  const kinds = AUDIT_CHOICES[chosen.kind]?.kinds;
  // One more than is shown says whether there are others.
  const rows = await audit.list({
    most: ROWS + 1,
    ...(kinds === undefined ? {} : { kinds }),
    ...(Number.isFinite(hours) ? { since: new Date(now.getTime() - hours * HOUR_MS).toISOString() } : {}),
    ...(chosen.text === '' ? {} : { text: chosen.text }),
    ...(before === undefined ? {} : { before: Number(before) }),
  });
  const summaries = new Map(registry.actions().map(({ path, summary }): [string, string] => [path, summary]));
  const shown = rows.slice(0, ROWS);
  const query = new URLSearchParams({ ...chosen }).toString();
  return {
    entries: shown.map((row) => entryOf(row, summaries, { now, zone: deps.settings.zone })),
    chosen,
    kinds: KINDS,
    spans: Object.entries(SPANS).map(([value, { text }]) => ({ value, text })),
    isFiltered: chosen.kind !== 'all' || chosen.since !== 'all' || chosen.text !== '',
    days: AUDIT_DAYS,
    older: rows.length > ROWS ? `${query}&before=${shown.at(-1)?.id}` : null,
    newest: before === undefined ? null : query,
  };
}

/** What is none of the choices is the widest one. */
function chosenIn({ query }: Request): Chosen {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name].trim() : '');
  const kind = text('kind');
  const since = text('since');
  return {
    kind: KINDS.some(({ value }) => value === kind) ? kind : 'all',
    since: Object.hasOwn(SPANS, since) ? since : 'all',
    text: text('text').slice(0, LONGEST_TEXT),
  };
}

function entryOf(
  row: AuditRow,
  summaries: ReadonlyMap<string, string>,
  clock: Parameters<typeof pastMoment>[1],
): Entry {
  const isKey = row.kind === 'action' && !row.keyPrefix.startsWith('session:');
  return {
    at: pastMoment(row.at, clock),
    who: row.who,
    key: isKey ? row.keyPrefix : '',
    what: whatWasDone(row, summaries),
    target: row.target ?? '',
    outcome: whatCameOfIt(row),
    isDone: row.result === 'ok',
    address: row.address ?? '',
  };
}
