/**
 * What a payload was made of, for somebody who doubts one of its numbers: each read with its ports, its sources, how many rows
 * each of them gave, how old they are, and what answered. Made when it is asked for, and kept nowhere.
 */
import type { AnySummary, Group, Read, Reads, RenderContext, Rows, SourceState, Tally } from '@sidelight/plugin-api';
import type { PayloadState } from '@sidelight/plugin-api/host';
import type { Cache } from '../cache/cache.js';
import type { ComposedWidget } from './composed-widget.js';
import { HOMEPAGE, nameIn } from './homepage.js';
import type { Reader } from './reader.js';
import type { Fields } from './twins.js';
import type { Variant } from './variant.js';

/** What one source gave. */
interface ExplainedSource extends SourceState {
  /** Since its rows were last good; null: never. */
  readonly ageSeconds: number | null;
  readonly rows: number;
}

interface ExplainedRead {
  readonly ports: readonly string[];
  readonly kind: Read['kind'];
  /** What was asked of the port; a window is from its beginning until now. */
  readonly query: object;
  /** live: the integrations, just now. memory, counter, table: the cache. rules: the digest. */
  readonly answeredBy: 'live' | 'memory' | 'counter' | 'table' | 'rules';
  /** Rows, or groups of them. */
  readonly count: number;
  readonly sources: readonly ExplainedSource[];
  /** The fields that say something else without the rows of this read. A 0 says the same. */
  readonly decides: readonly string[];
}

export interface Explained {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly updatedAt: string;
  readonly sourceState: PayloadState;
  readonly freshness: string;
  readonly sources: readonly SourceState[];
  readonly explain: {
    /** On the homepage one for each summary. */
    readonly groups: readonly {
      readonly name: string;
      readonly fields: readonly string[];
      readonly reads: readonly string[];
    }[];
    readonly reads: Readonly<Record<string, ExplainedRead>>;
  };
}

export interface ExplainParts {
  readonly reader: Pick<Reader, 'answer' | 'ask' | 'people' | 'veil' | 'portsOf' | 'sourcesOf'>;
  readonly cache: Pick<Cache, 'wayOf'>;
  readonly summaries: readonly AnySummary[];
  readonly now: Date;
}

type Answer = Rows<object> | Tally | readonly (Group | object)[];

export async function explain(widget: ComposedWidget, variant: Variant, parts: ExplainParts): Promise<Explained> {
  const { reader, now } = parts;
  const reads = widget.readsFor(variant.query ?? widget.defaults ?? {});
  const answered = await reader.answer(reads, variant, now, widget.tile?.about);
  const context = contextOf(widget, variant, { now, people: reader.people(variant.privacy) });
  const veil = reader.veil(variant.privacy);
  const render = (answers: Fields): Fields => {
    const rendered = widget.fieldsOf(widget.widget.render(answers, context));
    return veil === null ? rendered : (veil.payload(widget.widget.response, rendered) as Fields);
  };
  const fields = render(answered.answers);
  const { unanswered } = answered;
  const texts = { reads, unanswered, nothing: () => widget.nothing(reads, context) };
  const explained = await Promise.all(
    Object.entries(reads).map(async ([name, read]) => {
      const answer = answered.answers[name] as Answer;
      const without = { ...answered.answers, [name]: emptied(answer) };
      const own = await explainRead(read, answer, variant, parts);
      return [
        name,
        {
          ...own,
          decides: differing(
            fields,
            tried(() => render(without)),
          ),
        },
      ] as const;
    }),
  );
  const { sourceState, freshness, sources } = answered;
  return {
    fields: widget.withTexts(fields, texts),
    updatedAt: now.toISOString(),
    sourceState,
    freshness,
    sources,
    explain: { groups: groupsOf(widget, fields, reads, parts.summaries), reads: Object.fromEntries(explained) },
  };
}

const contextOf = (
  { settings, defaults }: ComposedWidget,
  { zone, limit, query }: Variant,
  known: Pick<RenderContext, 'now' | 'people'>,
): RenderContext => ({
  ...{ ...known, zone, limit, settings },
  query: query ?? defaults ?? {},
});

async function explainRead(
  read: Read,
  answer: Answer,
  variant: Variant,
  { reader, cache, now }: ExplainParts,
): Promise<Omit<ExplainedRead, 'decides'>> {
  const { optional: _, ...plain } = read;
  const states = isRows(answer) ? answer.sources : reader.sourcesOf({ plain }, variant, now);
  const sources = await Promise.all(
    states.map(async (state) => ({
      ...state,
      ageSeconds: state.fetchedAt === null ? null : Math.round((now.getTime() - Date.parse(state.fetchedAt)) / 1000),
      rows: isRows(answer)
        ? answer.items.filter(({ source }) => source === state.id).length
        : countOf((await reader.ask(plain, { ...variant, sources: [state.id] })) as Answer),
    })),
  );
  return {
    ports: reader.portsOf({ plain }),
    kind: read.kind,
    query: read.query ?? {},
    answeredBy: wayOf(read, variant, cache, now),
    count: countOf(answer),
    sources,
  };
}

function wayOf(read: Read, { zone }: Variant, cache: ExplainParts['cache'], now: Date): ExplainedRead['answeredBy'] {
  const { kind, port } = read;
  if (kind === 'digest' || port === undefined) return 'rules';
  return read.freshness === 'live' ? 'live' : cache.wayOf(port, { kind, query: read.query ?? {} }, { now, zone });
}

const isRows = (answer: Answer): answer is Rows<object> => 'items' in answer;
const isTally = (answer: Answer): answer is Tally => 'distinct' in answer;

const countOf = (answer: Answer): number => {
  if (isRows(answer)) return answer.items.length;
  return isTally(answer) ? answer.count : answer.length;
};

function emptied(answer: Answer): Answer {
  if (isRows(answer)) return { ...answer, items: [] };
  return isTally(answer) ? { count: 0, distinct: 0, sum: 0 } : [];
}

/** A render that cannot do without these rows needs them for every field. */
function tried(render: () => Fields): Fields {
  try {
    return render();
  } catch {
    return {};
  }
}

const differing = (fields: Fields, others: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(others[name]));

function groupsOf(
  { id }: ComposedWidget,
  fields: Fields,
  reads: Reads,
  summaries: readonly AnySummary[],
): Explained['explain']['groups'] {
  if (id !== HOMEPAGE) return [{ name: id, fields: Object.keys(fields), reads: Object.keys(reads) }];
  return summaries.map((summary) => ({
    name: summary.id,
    fields: Object.keys(summary.fields.properties).filter((field) => field in fields),
    reads: Object.keys(summary.reads).map((read) => nameIn(summary, read)),
  }));
}
