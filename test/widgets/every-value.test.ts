/** No widget, summary or rule fails on what a port may hold: every literal of its lists, nothing but what is required, everything. */
import {
  type AnyPort,
  type AnySummary,
  type AnyWidget,
  mismatch,
  type Read,
  type SourceState,
} from '@sidelight/plugin-api';
import { defaultsOf } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { asksOf, at, group, source } from '../support/answers.js';
import { type Contributions, loadContributions } from '../support/contributions.js';
import { AT } from '../support/fixture-database/household.js';
import { sampleItems } from '../support/fixture-database/sample-items.js';

interface Schema {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

type Item = Record<string, unknown>;
type Fill = (port: AnyPort) => readonly Item[];

/** More than any list of values has. */
const ROWS = 12;
const FOREIGN = ['other', 'unknown', 'of a later version'];

const propertiesOf = (port: AnyPort) => (port.item as Schema).properties ?? {};
const requiredOf = (port: AnyPort) => (port.item as Schema).required ?? [];
/** As many rows as asked for, whatever their keys. */
const rowsOf = (port: AnyPort, required: readonly string[]): readonly Item[] =>
  sampleItems(
    { ...port, item: { ...port.item, required }, key: (item: object) => JSON.stringify(item) },
    ROWS,
  ) as readonly Item[];

const samples: Fill = (port) => rowsOf(port, requiredOf(port));
const whole: Fill = (port) => rowsOf(port, Object.keys(propertiesOf(port)));

const bare: Fill = (port) =>
  samples(port).map((item) => Object.fromEntries(requiredOf(port).map((name) => [name, item[name]])));

/** A row that some other version of the vocabulary has let in. */
const foreign: Fill = (port) =>
  FOREIGN.flatMap((value) =>
    whole(port)
      .slice(0, 2)
      .map((item) => ({
        ...item,
        ...Object.fromEntries(
          Object.entries(propertiesOf(port)).flatMap(([name, schema]) =>
            schema.enum === undefined ? [] : [[name, value]],
          ),
        ),
      })),
  );

const SOURCES: readonly SourceState[] = [source('home'), source('cabin', 'down')];

const STEPS = {
  hour: ['2026-11-20T09:00:00.000Z'],
  day: ['2026-11-19', '2026-11-20'],
  month: ['2026-11'],
  weekday: ['5'],
  hourOfDay: ['21'],
} as const;

function answerTo({ kind, port, query = {} }: Read, fill: Fill): unknown {
  if (kind === 'digest') return [{ id: '0', type: 'x', severity: 'warn', text: 'x', source: 'home' }];
  if (kind === 'tally') return { count: 3, distinct: 2, sum: 5 };
  if (kind === 'top') return [...FOREIGN, ''].map((key) => group(key, 2, { source: 'home', sum: 5 }));
  if (kind === 'series') {
    return STEPS[query.per ?? 'day'].flatMap((at) =>
      [...FOREIGN, ''].map((key) => ({ at, ...group(key, 2, { source: 'home', sum: 5 }) })),
    );
  }
  const items = port === undefined ? [] : fill(port).map((item) => ({ ...item, source: 'home' }));
  return { items: Object.freeze(items.map((item) => Object.freeze(item))), sources: SOURCES };
}

const answersTo = (reads: Readonly<Record<string, Read>>, fill: Fill) =>
  Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, answerTo(read, fill)])) as never;

const ctx = at({ now: new Date(AT), limit: 100 });
const ctxOf = ({ query }: AnyWidget) => ({ ...ctx, query: defaultsOf(query) ?? {} });

describe('whatever rows hold', () => {
  let all: Contributions;
  before(async () => {
    all = await loadContributions();
  });

  const KINDS: Readonly<Record<string, Fill>> = {
    'every value of every list': samples,
    'nothing but what is required': bare,
    'every field': whole,
  };
  for (const [what, fill] of Object.entries(KINDS)) {
    it(`each widget and each summary answers what it promises: ${what}`, () => {
      const check = (id: string, schema: AnyWidget['response'] | AnySummary['fields'], payload: unknown) =>
        expect(mismatch(schema, payload), id).to.equal(undefined);
      for (const widget of all.widgets)
        check(widget.id, widget.response, widget.render(answersTo(asksOf(widget), fill), ctxOf(widget)));
      for (const { id, fields, reads, render } of all.summaries) check(id, fields, render(answersTo(reads, fill), ctx));
    });

    it(`each digest rule makes sentences: ${what}`, () => {
      for (const { id, reads, evaluate } of all.rules) {
        for (const item of evaluate(answersTo(reads, fill), ctx)) {
          expect(item.text, id)
            .to.be.a('string')
            .that.does.not.match(/undefined|null|NaN/);
        }
      }
    });
  }

  it('a value that nobody knows fails no widget, and leaves each row in its list with a label', () => {
    for (const widget of all.widgets) {
      const { id } = widget;
      const payload = widget.render(answersTo(asksOf(widget), foreign), ctxOf(widget)) as Readonly<
        Record<string, unknown>
      >;
      for (const [field, value] of Object.entries(payload)) {
        expect(value, `${id}.${field}`).to.not.satisfy((one: unknown) => typeof one === 'number' && Number.isNaN(one));
        const rows = Array.isArray(value) ? (value as readonly Item[]) : [];
        for (const row of rows) {
          expect(row['label'], `${id}.${field}`)
            .to.be.a('string')
            .that.does.not.match(/undefined|NaN/);
        }
      }
    }
    for (const { reads, evaluate } of all.rules) evaluate(answersTo(reads, foreign), ctx);
  });
});
