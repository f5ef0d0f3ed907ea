/** What a plugin's widgets, summaries and digest rules make of what they read. */
import { messageOf } from '../../errors.js';
import { PortBook, portsNamedBy, projectorOf, ruleFault, summaryFault, widgetFault } from '../../host/index.js';
import type { AnyPlugin, Contributed } from '../../plugin.js';
import type { AnyPort } from '../../port.js';
import type { Reads } from '../../read.js';
import { mismatch, oneOf, type TObject, type TSchema, Type } from '../../schema.js';
import type { RenderContext } from '../../widget.js';
import { answersTo, type Scene } from '../answers.js';
import { caseRowsOf } from '../case-rows.js';
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

/** Anything that turns answers into a payload. */
interface Rendered {
  /** `widget waiting` */
  readonly name: string;
  readonly reads: Reads;
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
  }),
);

/** @param filled the ports that an integration brings along */
function renderedBy(contributed: Contributed, filled: readonly AnyPort[] = []): readonly Rendered[] {
  const { widgets = [], summaries = [], digestRules = [] } = contributed;
  const book = new PortBook();
  const adopt = (port: AnyPort): void => book.adopt(port, 'the plugin');
  for (const port of filled) adopt(port);
  const judged = (name: string, one: { readonly reads: Reads }, judge: () => string | undefined) => {
    const fault = faultOf(judge);
    if (fault === undefined) for (const { port } of Object.values(one.reads)) if (port !== undefined) adopt(port);
    return { name, reads: one.reads, fault };
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
  demandSound(renderedBy(plugin));
}

function demandSound(all: readonly Rendered[]): void {
  for (const { name, fault } of all) demand(fault === undefined, `${name}: ${fault}`);
}

const MOMENT = { now: new Date('2026-11-20T12:00:00.000Z'), zone: 'UTC' };
const NOTHING = { ...MOMENT, cached: () => [], live: () => [] };

function checkWithoutRows({ plugin }: Subject): void {
  for (const rendered of sound(plugin)) {
    checkRender(rendered, { ...NOTHING, source: undefined }, 'without an integration');
    checkRender(rendered, { ...NOTHING, source: plugin.id }, 'without rows');
  }
}

/** They are made from the config of the case `ok`, so they are shown its rows alone. */
async function checkBrought({ plugin, root, sample }: Subject): Promise<void> {
  const { integration, stop } = startIntegration(plugin, sample());
  await stop();
  const brought = renderedBy(integration, portsNamedBy(integration));
  demandSound(brought);
  const ok = caseRowsOf(root).find(({ name }) => name === 'ok');
  for (const rendered of brought) {
    checkRender(rendered, { ...NOTHING, source: plugin.id }, 'without rows');
    if (ok !== undefined) checkRender(rendered, { ...ok, source: plugin.id }, 'with the rows of the case ok');
  }
}

function checkWithRows({ plugin, root }: Subject): void {
  for (const rows of caseRowsOf(root)) {
    for (const rendered of sound(plugin)) {
      checkRender(rendered, { ...rows, source: plugin.id }, `with the rows of the case ${rows.name}`);
    }
  }
}

/** What is not sound is told by its own check. */
const sound = (plugin: AnyPlugin): readonly Rendered[] => renderedBy(plugin).filter(({ fault }) => fault === undefined);

const LIMIT = 10;

/** Twice, since a render that keeps something for the next time is not pure. */
function checkRender(rendered: Rendered, scene: Scene, when: string): void {
  const { name, response } = rendered;
  const first = payloadOf(rendered, scene, when);
  const wrong = mismatch(response, first);
  demand(wrong === undefined, `${name} ${when} is not what its response says: ${wrong}`);
  const second = payloadOf(rendered, scene, when);
  demand(
    JSON.stringify(first) === JSON.stringify(second),
    `${name} ${when} renders something else the second time: a render depends on its arguments alone`,
  );
}

function payloadOf({ name, reads, response, render }: Rendered, scene: Scene, when: string): unknown {
  try {
    const payload = render(answersTo(reads, scene), { now: scene.now, zone: scene.zone, limit: LIMIT });
    return JSON.parse(JSON.stringify(projectorOf(response)(payload)));
  } catch (error) {
    const message = messageOf(error);
    const hint = /read.only|not extensible|Cannot delete/i.test(message)
      ? ' (what it is given is frozen: copy it)'
      : '';
    throw new Error(`${name} ${when} cannot be rendered: ${message}${hint}`);
  }
}
