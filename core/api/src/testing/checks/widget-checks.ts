/** What a plugin's widgets, summaries and digest rules make of what they read. */
import { Create } from 'typebox/value';
import type { DigestRule } from '../../digest.js';
import { messageOf } from '../../errors.js';
import {
  askedReads,
  directoryOf,
  PortBook,
  portsNamedBy,
  projectorOf,
  ruleFault,
  settingsFault,
  summaryFault,
  widgetFault,
} from '../../host/index.js';
import type { AnyPlugin, Contributed } from '../../plugin.js';
import type { AnyPort, ItemOf } from '../../port.js';
import type { Reads } from '../../read.js';
import { mismatch, oneOf, type TObject, type TSchema, Type } from '../../schema.js';
import { mediaUsers } from '../../vocabulary/index.js';
import type { AnySummary, AnyWidget, People, RenderContext } from '../../widget.js';
import { answersTo, type Scene } from '../answers.js';
import { caseRowsOf } from '../case-rows.js';
import { type Entry, sampleSettings } from '../sample-config.js';
import { startIntegration } from '../test-integration.js';
import { type Check, demand, type Subject } from './check.js';

export const widgetChecks: readonly Check[] = [
  { title: 'its widgets, summaries and digest rules are sound', contributions: true, atStart: true, run: checkSound },
  { title: 'its widgets and rules can be rendered without rows', contributions: true, run: checkWithoutRows },
  {
    title: 'its widgets and rules can be rendered with the rows of its cases',
    contributions: true,
    run: checkWithRows,
  },
  { title: 'what its integrations bring to show is sound, and can be rendered', integration: true, run: checkBrought },
];

interface Asked {
  readonly query: Entry;
  readonly reads: Reads;
}

/** Anything that turns answers into a payload. */
interface Rendered {
  /** `widget waiting` */
  readonly name: string;
  /** What it asks, and by which query of its own. */
  readonly asked: readonly Asked[];
  readonly response: TSchema;
  /** undefined: nothing. */
  readonly fault: string | undefined;
  render(answers: Readonly<Record<string, unknown>>, context: RenderContext): unknown;
}

const DigestItems = Type.Array(
  Type.Object({
    type: Type.String(),
    severity: oneOf('info', 'warn', 'error'),
    text: Type.String(),
    source: Type.Optional(Type.String()),
    about: Type.Optional(Type.String()),
  }),
);

/**
 * @param settings the schema that the plugin declares
 * @param filled the ports that an integration brings along
 */
function renderedBy(
  contributed: Contributed,
  { settings, filled = [] }: { readonly settings: TObject | undefined; readonly filled?: readonly AnyPort[] },
): readonly Rendered[] {
  const { widgets = [], summaries = [], digestRules = [] } = contributed;
  const book = new PortBook();
  const adopt = (port: AnyPort): void => book.adopt(port, 'the plugin');
  for (const port of filled) adopt(port);
  const judged = (name: string, one: AnyWidget | AnySummary | DigestRule, judge: () => string | undefined) => {
    const fault = faultOf(() => settingsFault(one, settings) ?? judge());
    const asked = fault === undefined ? askedBy(one) : [];
    for (const { port } of asked.flatMap(({ reads }) => Object.values(reads))) if (port !== undefined) adopt(port);
    return { name, asked, fault };
  };
  return [
    ...widgets.map((widget) => ({
      ...judged(`widget ${widget.id}`, widget, () => widgetFault(widget, book) ?? unfollowed(widget.response)),
      response: widget.response,
      render: widget.render,
    })),
    ...summaries.map((summary) => ({
      ...judged(`summary ${summary.id}`, summary, () => summaryFault(summary, book) ?? unfollowed(summary.fields)),
      response: summary.fields,
      render: summary.render,
    })),
    ...digestRules.map((rule) => ({
      ...judged(`digest rule ${rule.id}`, rule, () => ruleFault(rule, book)),
      response: DigestItems,
      render: rule.evaluate,
    })),
  ];
}

/** Each query by which a widget asks something else; of any other, the least that it takes. */
function askedBy(one: AnyWidget | AnySummary | DigestRule): readonly Asked[] {
  const query: TObject | undefined = 'query' in one ? one.query : undefined;
  const least = query === undefined ? {} : (Create(query) as Entry);
  return [...askedReads({ reads: one.reads, ...(query === undefined ? {} : { query }) })].map(([key, reads]) => ({
    query: key === '' ? least : (JSON.parse(key) as Entry),
    reads,
  }));
}

/** Plugins need no types: what they contribute may be anything. */
function faultOf(judge: () => string | undefined): string | undefined {
  try {
    return judge();
  } catch (error) {
    return `it is malformed: ${messageOf(error)}`;
  }
}

/** @throws when a payload of this schema could not be served */
function unfollowed(response: TObject): undefined {
  projectorOf(response);
}

function checkSound({ plugin }: Subject): void {
  demandSound(renderedBy(plugin, { settings: plugin.settings }));
}

function demandSound(all: readonly Rendered[]): void {
  for (const { name, fault } of all) demand(fault === undefined, `${name}: ${fault}`);
}

const MOMENT = { now: new Date('2026-11-20T12:00:00.000Z'), zone: 'UTC' };
const NOTHING = { ...MOMENT, cached: () => [], live: () => [] };

function checkWithoutRows(subject: Subject): void {
  const { plugin } = subject;
  const settings = settingsOf(subject);
  for (const rendered of sound(plugin)) {
    checkRender(rendered, { ...NOTHING, settings, source: undefined }, 'without an integration');
    checkRender(rendered, { ...NOTHING, settings, source: plugin.id }, 'without rows');
  }
}

/** They are made from the config of the case `ok`, so they are shown its rows alone. */
async function checkBrought(subject: Subject): Promise<void> {
  const { plugin, root, sample } = subject;
  const { integration, stop } = startIntegration(plugin, sample(), { settings: subject.settings() });
  await stop();
  const brought = renderedBy(integration, { settings: plugin.settings, filled: portsNamedBy(integration) });
  demandSound(brought);
  const settings = settingsOf(subject);
  const ok = caseRowsOf(root).find(({ name }) => name === 'ok');
  for (const rendered of brought) {
    checkRender(rendered, { ...NOTHING, settings, source: plugin.id }, 'without rows');
    if (ok !== undefined) checkRender(rendered, { ...ok, settings, source: plugin.id }, 'with the rows of the case ok');
  }
}

function checkWithRows(subject: Subject): void {
  const { plugin, root } = subject;
  const settings = settingsOf(subject);
  for (const rows of caseRowsOf(root)) {
    for (const rendered of sound(plugin)) {
      checkRender(rendered, { ...rows, settings, source: plugin.id }, `with the rows of the case ${rows.name}`);
    }
  }
}

/** Those of the case `ok`, else the least that the plugin takes. */
function settingsOf({ plugin, settings }: Subject): Entry {
  const given = settings();
  const isTold = plugin.settings === undefined || Object.keys(given).length > 0;
  return isTold ? sampleSettings(plugin, given).settings : (Create(plugin.settings) as Entry);
}

/** What is not sound is told by its own check. */
const sound = (plugin: AnyPlugin): readonly Rendered[] =>
  renderedBy(plugin, { settings: plugin.settings }).filter(({ fault }) => fault === undefined);

const LIMIT = 10;

/** What a render is tried with. */
interface Trial extends Scene {
  readonly settings: Entry;
}

/** Twice, since a render that keeps something for the next time is not pure. */
function checkRender(rendered: Rendered, trial: Trial, when: string): void {
  const { response, asked } = rendered;
  for (const one of asked) {
    const what = `${rendered.name} ${asked.length === 1 ? '' : `for the query ${JSON.stringify(one.query)} `}${when}`;
    const first = payloadOf(rendered, one, trial, what);
    const wrong = mismatch(response, first);
    demand(wrong === undefined, `${what} does not match its response schema: ${wrong}`);
    const second = payloadOf(rendered, one, trial, what);
    demand(
      JSON.stringify(first) === JSON.stringify(second),
      `${what} renders differently the second time: a render may only depend on its arguments`,
    );
  }
}

/** Nobody has a name of their own choice: everybody is called as the users of the case are. */
const peopleOf = ({ source = '', cached }: Trial): People =>
  directoryOf(
    [],
    (cached(mediaUsers) as ItemOf<typeof mediaUsers>[]).map((user) => ({ ...user, source })),
  );

function payloadOf({ response, render }: Rendered, { query, reads }: Asked, trial: Trial, what: string): unknown {
  const { now, zone, settings } = trial;
  try {
    const payload = render(answersTo(reads, trial), {
      now,
      zone,
      limit: LIMIT,
      settings,
      query,
      people: peopleOf(trial),
    });
    return JSON.parse(JSON.stringify(projectorOf(response)(payload)));
  } catch (error) {
    const message = messageOf(error);
    const hint = /read.only|not extensible|Cannot delete/i.test(message)
      ? ' (what it is given is frozen: copy it)'
      : '';
    throw new Error(`${what} cannot be rendered: ${message}${hint}`);
  }
}
