/** What renders make of no rows, and of those that the plugin publishes: nobody else's data may suffer from them. */
import { join } from 'node:path';
import { Create } from 'typebox/value';
import { messageOf } from '../../errors.js';
import type { Change } from '../../host/index.js';
import type { AnyPort } from '../../port.js';
import type { Reads } from '../../read.js';
import { mismatch } from '../../schema.js';
import type { TObject } from '../../typebox.js';
import type { AnyWidget, RenderContext } from '../../widget.js';
import { caseNames, readCase } from '../case-folder.js';
import { runCase } from '../run-case.js';
import { type Entry, sampleSettings } from '../sample-config.js';
import { answersOf, type ItemsOf } from './answers.js';
import { type Check, demand, type Subject } from './check.js';

export const renderChecks: readonly Check[] = [
  { title: 'what it renders matches its response, each time, and changes no answer', run: checkRenders },
];

interface Rendering {
  readonly name: string;
  readonly reads: Reads;
  readonly response: TObject;
  readonly query: Entry;
  render(answers: never, context: RenderContext): unknown;
}

/** What is no widget at all is refused at the start, with a sentence of its own. */
const isWhole = ({ reads, response, render }: Partial<Rendering>): boolean =>
  typeof render === 'function' && typeof reads === 'object' && typeof response === 'object';

const CONTEXT = { now: new Date('2026-01-01T12:00:00.000Z'), zone: 'UTC', limit: 8 };
const nothing: ItemsOf = () => [];

async function checkRenders(subject: Subject): Promise<void> {
  const { widgets = [], summaries = [] } = subject.plugin;
  const renderings: readonly Rendering[] = [
    ...widgets.map((widget) => renderingOf(widget)),
    ...summaries.map((summary) => ({
      ...summary,
      name: `the summary ${summary.id}`,
      response: summary.fields,
      query: {},
    })),
  ].filter(isWhole);
  if (renderings.length === 0) return;
  const published = await publishedItems(subject);
  const settings = settingsOf(subject);
  for (const rendering of renderings) {
    checkRender(rendering, settings, 'no rows', nothing);
    checkRender(rendering, settings, 'the rows of the case ok', published);
  }
}

/** With the query that is the least to give. */
function renderingOf(widget: AnyWidget): Rendering {
  const query = widget.query === undefined ? {} : (Create(widget.query) as Entry);
  const reads = typeof widget.reads === 'function' ? widget.reads(query) : widget.reads;
  return { ...widget, name: `the widget ${widget.id}`, query, reads };
}

/** Those of the case `ok`, else the least that the plugin takes. */
function settingsOf({ plugin, settings }: Subject): Entry {
  const given = settings();
  const isTold = plugin.settings === undefined || Object.keys(given).length > 0;
  return isTold ? sampleSettings(plugin, given).settings : (Create(plugin.settings) as Entry);
}

function checkRender(
  { name, reads, response, query, render }: Rendering,
  settings: Entry,
  what: string,
  items: ItemsOf,
): void {
  const once = (): unknown => {
    try {
      return render(answersOf(reads, items, 'source') as never, { ...CONTEXT, settings, query });
    } catch (error) {
      throw new Error(`${name} fails with ${what}: ${messageOf(error)}`);
    }
  };
  const first = once();
  const wrong = mismatch(response, first);
  demand(wrong === undefined, `${name} breaks its response with ${what} at ${wrong}`);
  const isSame = JSON.stringify(once()) === JSON.stringify(first);
  demand(isSame, `${name} renders something else the second time, with ${what}`);
}

/** What the case `ok` publishes; nothing where there is none, or where it fails, which is told where cases are played. */
async function publishedItems({ plugin, root }: Subject): Promise<ItemsOf> {
  if (!caseNames(root).includes('ok')) return nothing;
  const outcomes = await runCase(plugin, readCase(join(root, 'test', 'cases', 'ok'))).catch(() => []);
  const rows = new Map<string, readonly object[]>();
  const put = (port: string, items: readonly object[]): void => void rows.set(port, items);
  for (const { step, published, rows: served } of outcomes) {
    for (const change of (published ?? []) as readonly Change[]) {
      const items = change.kind === 'patch' ? change.upsert : change.items;
      put(change.port, change.kind === 'replace' ? items : [...(rows.get(change.port) ?? []), ...items]);
    }
    if (step.startsWith('fragment:')) put(step.slice('fragment:'.length), (served ?? []) as readonly object[]);
  }
  return (port: AnyPort) => rows.get(port.id) ?? [];
}
