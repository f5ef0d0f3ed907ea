/** The worked examples of docs/custom-api.md, as they stand there: the YAML, what the service says, what the route says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { tempFolder } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { startUpstream, type Upstream } from '../support/upstreams/upstream.js';

type Json = Readonly<Record<string, unknown>>;
interface Entry {
  readonly widgets: Readonly<Record<string, { readonly get: string }>>;
}

const blocks = [
  ...readFileSync(join(root, 'docs', 'custom-api.md'), 'utf8').matchAll(/^```(yaml|json)\n([\s\S]*?)^```/gm),
];

/** Each YAML is followed by the service's answer and by the route's. */
const examples = blocks.flatMap(([, language, text = ''], index) => {
  if (language !== 'yaml') return [];
  const [answer = '', payload = ''] = [blocks[index + 1]?.[2], blocks[index + 2]?.[2]];
  const { integrations } = parse(text) as { readonly integrations: Readonly<Record<string, Entry>> };
  const [id = '', entry] = Object.entries(integrations)[0] ?? [];
  const [widget = '', { get } = { get: '' }] = Object.entries(entry?.widgets ?? {})[0] ?? [];
  return [{ id, widget, get, entry, answer: JSON.parse(answer) as Json, payload: JSON.parse(payload) as Json }];
});

describe('an API without a plugin', () => {
  it('has four worked examples', () =>
    expect(examples.map(({ id }) => id)).to.deep.equal(['notes', 'tracker', 'leaving-soon', 'ups']));

  for (const { id, widget, get, entry, answer, payload } of examples) {
    it(`${id}: route, catalog, OpenAPI, gallery tile, packs and homepage`, async () => {
      const upstream = await serving((path) => (path === get ? answer : undefined));
      const daemon = await startHere({ config: configOf({ [id]: { ...entry, url: upstream.url } }) });
      try {
        const key = await daemon.key();
        const { json } = await until(
          () => daemon.get(`/api/widgets/${widget}`, key),
          (got) => got.json['sourceState'] === 'ok',
        );
        for (const [field, value] of Object.entries(payload)) expectLike(json[field], value, field);
        const { json: catalog } = await daemon.get('/api/widgets', key);
        expect(JSON.stringify(catalog['endpoints'])).to.include(`"/api/widgets/${widget}"`);
        const { json: document } = await daemon.get('/openapi.json');
        expect(document['paths']).to.have.property(`/api/widgets/${widget}`);
        const boards = ['wall', 'admin'].map((board) => daemon.get(`/widgets/homepage/${board}.yaml?widgets=all`));
        const pack = (await Promise.all(boards)).map(({ text }) => text).join('');
        expect(pack).to.include(`/api/widgets/${widget}`);
        const { json: homepage } = await daemon.get('/api/widgets/homepage', key);
        expect('notesTotal' in homepage).to.equal(id === 'notes');
      } finally {
        await daemon.dispose();
        await upstream.close();
      }
    });
  }

  describe('that changes, or is described wrongly', () => {
    const entryWith = (upstream: Upstream, value: string): Json => ({
      plugin: 'custom-api',
      url: upstream.url,
      every: '1s',
      widgets: { box: { title: 'Box', get: '/', fields: { total: { value } } } },
    });
    let upstream: Upstream;
    let answer: Json;
    let daemon: DaemonHere | undefined;

    beforeEach(async () => {
      answer = { total: 3 };
      upstream = await serving(() => answer);
    });
    afterEach(async () => {
      await daemon?.dispose();
      daemon = undefined;
      await upstream.close();
    });

    it('keeps its last good figures, and says which expression found what', async () => {
      daemon = await startHere({ config: configOf({ box: entryWith(upstream, 'total') }) });
      const { get, key: keyOf } = daemon;
      const key = await keyOf();
      const total = async () => (await get('/api/widgets/box', key)).json['total'];
      await until(total, (value) => value === 3);
      answer = { total: 'many' };
      const { text } = await until(
        () => get('/api/widgets/digest', key),
        (got) => got.text.includes('box.fields.total'),
      );
      expect(text).to.include('The response does not fit box.fields.total (total): expected a number, got a text');
      expect(await total()).to.equal(3);
    });

    it('is told at the start, with the line', async () => {
      const wrong = configOf({ box: entryWith(upstream, '$sum(') });
      const line = wrong.split('\n').findIndex((text) => text.includes('$sum(')) + 1;
      const error = await startHere({ config: wrong }).then(
        () => undefined,
        (reason: Error) => reason,
      );
      expect(error?.message).to.match(
        new RegExp(`line ${line}, integrations.box.widgets.box.fields.total.value: expected a JSONata`),
      );
    });

    it('is named by `sidelight check` where a route of Sidelight’s own has its name', async () => {
      const place = tempFolder();
      const widgets = { downloads: { title: 'Mine', fields: { total: { value: 'total' } } } };
      const file = place.write(
        'sidelight.yaml',
        configOf({ box: { plugin: 'custom-api', url: upstream.url, widgets } }),
      );
      const { status, stdout } = await commandHere(['check', '--config', file], place.path);
      place.remove();
      expect([status, stdout.split('\n')[1]]).to.deep.equal([0, 'ok    box                   box']);
      expect(stdout).to.include(
        'WARN  The widget downloads of box is omitted: Sidelight’s own widget downloads has it already',
      );
    });

    it('cannot be made to run for ever', async () => {
      daemon = await startHere({
        config: configOf({ box: entryWith(upstream, '($f := function($n) { $f($n + 1) }; $f(0))') }),
      });
      const key = await daemon.key();
      const { get } = daemon;
      const { text } = await until(
        () => get('/api/widgets/digest', key),
        (got) => got.text.includes('box.fields.total'),
      );
      expect(text).to.match(/does not fit box.fields.total .*(stack|depth|time)/i);
    });
  });
});

const serving = (answerAt: (path: string) => Json | undefined): Promise<Upstream> =>
  startUpstream({
    answer: ({ path }) => {
      const body = answerAt(path);
      return body === undefined ? { status: 404 } : { status: 200, body };
    },
  });

const configOf = (integrations: Json): string =>
  stringify({ integrations }).replaceAll(/\$\{\w+\}/g, 'a-secret-of-the-test');

function expectLike(given: unknown, wanted: unknown, field: string): void {
  if (!Array.isArray(wanted)) expect(given, field).to.deep.equal(wanted);
  else for (const [index, one] of wanted.entries()) expect((given as readonly Json[])[index], field).to.include(one);
}
