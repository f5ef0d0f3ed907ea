/** `/settings/log`: the last lines of the log, the newest first, live. */
import { type Request, Router } from 'express';
import { LOG_LEVELS, type LogLevel } from '../../ground/log.js';
import { type LogLine, TAIL_LINES } from '../../ground/log-tail.js';
import { exactMoment, type Moment } from '../moment.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface Line extends Pick<LogLine, 'id' | 'source' | 'text'> {
  readonly at: Moment;
  readonly level: string;
  readonly tone: string;
}

interface Choice {
  readonly value: string;
  readonly text: string;
}

interface Chosen {
  readonly level: string;
  /** An integration; `sidelight`: the daemon itself; `all`. */
  readonly source: string;
  readonly text: string;
}

interface LogData {
  readonly lines: readonly Line[];
  readonly chosen: Chosen;
  readonly levels: readonly Choice[];
  readonly sources: readonly Choice[];
  readonly most: number;
  /** What is not written at all. */
  readonly level: LogLevel;
  /** Query of this list, of the older lines, and of the newest ones; null where there are none. */
  readonly query: string;
  readonly older: string | null;
  readonly newest: string | null;
}

const PATH = '/settings/log';
const ROWS = 200;
const LONGEST_TEXT = 100;
const ALL = 'all';
/** No integration can be called so: a space is in no id. */
const OWN = 'Sidelight itself';

const LEVELS: readonly Choice[] = [
  { value: 'debug', text: 'Everything' },
  { value: 'info', text: 'Info and above' },
  { value: 'warn', text: 'Warnings and errors' },
  { value: 'error', text: 'Errors' },
];
const SHOWN: Readonly<Record<LogLevel, { readonly text: string; readonly tone: string }>> = {
  error: { text: 'Error', tone: 'bad' },
  warn: { text: 'Warning', tone: 'attention' },
  info: { text: 'Note', tone: 'muted' },
  debug: { text: 'Detail', tone: 'muted' },
};

const page = view<LogData>('log');
const list = view<LogData>('log-list');
const ASSETS = ['status.css', 'sections.css', 'audit.css', 'log.css', 'live.js'];

export function logPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.use(PATH, web.members);
  router.get(PATH, (req, res) =>
    web.show(req, res, { view: page, title: 'Log', data: dataOf(web, req), assets: ASSETS }),
  );
  router.get(`${PATH}/list`, (req, res) => web.show(req, res, { view: list, title: 'Log', data: dataOf(web, req) }));
  return router;
}

function dataOf(web: Web, req: Request): LogData {
  const { tail, settings } = web.deps;
  const chosen = chosenIn(req);
  const before = /^\d{1,9}$/.exec(String(req.query['before'] ?? ''))?.[0];
  // One more than is shown says whether there are others.
  const found = tail.list({
    level: chosen.level as LogLevel,
    text: chosen.text,
    most: ROWS + 1,
    ...(chosen.source === ALL ? {} : { source: chosen.source === OWN ? '' : chosen.source }),
    ...(before === undefined ? {} : { before: Number(before) }),
  });
  const shown = found.slice(0, ROWS);
  const clockwork = web.clockwork(req);
  const query = new URLSearchParams({ ...chosen }).toString();
  return {
    lines: shown.map(({ id, at, level, source, text }) => ({
      ...{ id, source, text, at: exactMoment(at, clockwork) },
      level: SHOWN[level].text,
      tone: SHOWN[level].tone,
    })),
    chosen,
    levels: LEVELS,
    sources: [
      { value: ALL, text: 'All' },
      ...tail.sources().map((source) => ({ value: source === '' ? OWN : source, text: source === '' ? OWN : source })),
    ],
    most: TAIL_LINES,
    level: settings.log.level,
    query: before === undefined ? query : `${query}&before=${before}`,
    older: found.length > ROWS ? `${query}&before=${shown.at(-1)?.id}` : null,
    newest: before === undefined ? null : query,
  };
}

/** What is none of the choices is the widest one. */
function chosenIn({ query }: Request): Chosen {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name].trim() : '');
  const level = text('level');
  return {
    level: (LOG_LEVELS as readonly string[]).includes(level) ? level : 'debug',
    source: text('source') || ALL,
    text: text('text').slice(0, LONGEST_TEXT),
  };
}
