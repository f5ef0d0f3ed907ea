/** The packs against what the demo really answers: every field is there and can be drawn, and every button works. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type Compiled, compileTemplates, type Element } from '../support/homarr-templates/compile.js';
import { elements, pieces, textIn, typesIn } from '../support/homarr-templates/tree.js';
import type { Homarr1 } from '../support/pack-rules/homarr-1.js';
import type { Homarr2 } from '../support/pack-rules/homarr-2.js';
import { servicesOf, type Widget } from '../support/pack-rules/homepage.js';
import { drawFault, type Payload, valueAt } from '../support/pack-rules/values.js';
import { madePacks } from '../support/packs.js';
import { until } from '../support/until.js';

interface Listing {
  readonly packs: readonly { readonly id: string; readonly files: readonly { readonly path: string }[] }[];
}

describe('the packs against the demo', () => {
  let daemon: DaemonHere;
  let payloads: ReadonlyMap<string, Payload>;
  const files = new Map<string, string>();

  before(async () => {
    daemon = await startHere({ flags: ['--demo'] });
    const key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/homepage', key),
      ({ json }) => Number(json['movies']) > 0 && json['sourceState'] === 'ok',
    );
    const { packs } = (await daemon.get('/widgets/index.json')).json as unknown as Listing;
    const mine = packs.filter(({ id }) => ['homepage', 'homarr-1', 'homarr-2'].includes(id));
    for (const { path } of mine.flatMap((pack) => pack.files)) {
      files.set(path, (await daemon.get(`/widgets/${path}`)).text);
    }
    const ids = [...files.keys()].flatMap((path) => /^homarr-2\/(?!sidelight-)(.*)\.json$/.exec(path)?.[1] ?? []);
    payloads = new Map(
      await Promise.all(ids.map(async (id) => [id, (await daemon.get(`/api/widgets/${id}`, key)).json] as const)),
    );
  });
  after(() => daemon.dispose());

  const bundle = (): Payload => ({
    service: true,
    widgets: Object.fromEntries([...payloads].map(([id, body]) => [id, { status: 200, body }])),
  });
  const payload = (id: string): Payload => payloads.get(id) ?? {};
  const idOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
  const rowsAt = (of: Payload, path: string): readonly Payload[] => {
    const rows = valueAt(of, path);
    if (!Array.isArray(rows)) throw new Error(`${path} is no list`);
    return rows as readonly Payload[];
  };

  it('asks every widget that a pack shows, and gets an answer', () => {
    expect(payloads.size).to.be.greaterThan(25);
    for (const [id, { service }] of payloads) expect(service, id).to.equal(true);
  });

  it('is told every number by the demo', () => {
    const from = payload('homepage');
    expect(Object.keys(from).filter((field) => field.endsWith('Text') && from[field] === '–')).to.deep.equal([]);
    expect(from['unknown']).to.equal('');
  });

  it('lets Homepage draw every mapping: none is missing, a flag, null or an object, and formats fit', () => {
    let drawn = 0;
    const draws = (widget: Widget): readonly string[] => {
      const from = widget.url.includes('/bundle?') ? bundle() : payload(idOf(widget.url));
      if (widget.display !== 'dynamic-list') {
        drawn += widget.mappings.length;
        return widget.mappings.flatMap(({ field, format }) => said(field, drawFault(valueAt(from, field), format)));
      }
      const { items, name, label } = widget.mappings;
      return rowsAt(from, items).flatMap((row) => {
        drawn += 2;
        return [name, label].flatMap((field) => said(`${items}.${field}`, drawFault(valueAt(row, field))));
      });
    };
    const said = (field: string, fault: string | undefined) => (fault === undefined ? [] : [`${field} ${fault}`]);
    const faults = servicesOf(files.get('homepage/wall.yaml') ?? '').flatMap(({ name, widgets }) =>
      widgets.flatMap(draws).map((fault) => `${name}: ${fault}`),
    );
    expect(faults).to.deep.equal([]);
    expect(drawn).to.be.greaterThan(150);
  });

  for (const [pack, generation] of [
    ['homarr-1', 'Homarr 1'],
    ['homarr-2', 'Homarr 2'],
  ] as const) {
    it(`lets ${generation} draw its boards`, async () => {
      const boards = ['wall', 'admin'].map((id) => JSON.parse(files.get(`${pack}/sidelight-${id}.json`) ?? ''));
      const texts = boards.map((board: Homarr1 & Homarr2) =>
        pack === 'homarr-2'
          ? board.template
          : board.displayConfig.template.replaceAll(/(?<![\w.])data(?=[?.])/g, 'data.widget'),
      );
      const compiled = await compileTemplates(
        Object.fromEntries(texts.map((text, index) => [`board-${index}`, { text, response: { type: 'any' } }])),
      );
      const all = bundle();
      const drawn = texts.map((_, index) =>
        textIn(
          compiled.draw(`board-${index}`, { data: { widget: all }, status: { widget: { loading: false, ok: true } } }),
        ),
      );
      for (const text of drawn) expect(text).to.not.match(/undefined|NaN|\[object/);
      expect(drawn[0])
        .to.match(/Downloading \d|\d+ Downloading/)
        .and.include('Mbit/s Bandwidth');
      for (const { name, label } of rowsAt(payload('downloads'), 'items').slice(0, 6))
        expect(drawn[0]).to.include(`${String(name)} ${String(label)}`);
    });
  }

  describe('in Homarr 2', () => {
    let compiled: Compiled;
    const file = (id: string): Homarr2 => JSON.parse(files.get(`homarr-2/${id}.json`) ?? '{}');
    const answered = { widget: { loading: false, ok: true } };
    const draw = (
      id: string,
      widget: unknown,
      status: object = answered,
      options: object = { buttons: true },
    ): Element => compiled.draw(id, { data: { widget }, status, options: { ...options } });

    before(async () => {
      const { input } = await madePacks();
      const templates = input.widgets.map(({ id, response }) => [id, { text: file(id).template, response }] as const);
      compiled = await compileTemplates(Object.fromEntries(templates));
    });

    it('draws numbers and rows of each widget, and nothing that shows as a blank', () => {
      for (const [id, from] of payloads) {
        const drawing = draw(id, from);
        expect(typesIn(drawing), id).to.not.include.members(['Alert', 'Skeleton']);
        const blanks = pieces(drawing).filter(
          (piece) => !['string', 'number'].includes(typeof piece) && piece !== null,
        );
        expect(blanks, id).to.deep.equal([]);
        expect(textIn(drawing), id).to.not.match(/undefined|NaN|\[object/);
      }
      expect(textIn(draw('downloads', payload('downloads')))).to.match(/Downloading \d.*Speed \d/);
      expect(textIn(draw('nowplaying', payload('nowplaying')))).to.match(/Bandwidth [\d.]+ Mbit\/s/);
    });

    it('has a row for each of the list, by its name and label', () => {
      const rows = rowsAt(payload('downloads'), 'items');
      expect(rows).to.not.have.lengthOf(0);
      for (const { name, label } of rows) {
        expect(textIn(draw('downloads', payload('downloads')))).to.include(`${String(name)} ${String(label)}`);
      }
    });

    it('says that it loads, what went wrong, and that there is nothing', () => {
      for (const [id, from] of payloads) {
        expect(typesIn(draw(id, undefined, { widget: { loading: true, ok: false } })), id).to.include('Skeleton');
        const error = 'HTTP 503: Service Unavailable';
        const failed = draw(id, { error: { code: 'not_ready' } }, { widget: { loading: false, ok: false, error } });
        expect(textIn(failed), id).to.include(error);
        expect(typesIn(failed), id).to.include('Alert');
        expect(textIn(draw(id, '<html></html>')), id).to.include('not as Sidelight does');
        const lists = Object.entries(from).filter(([, value]) => Array.isArray(value));
        const empty = draw(id, { ...from, ...Object.fromEntries(lists.map(([name]) => [name, []])) });
        expect(typesIn(empty), id).to.not.include('ActionButton');
      }
      const nothing = textIn(draw('downloads', { ...payload('downloads'), items: [] }));
      expect(nothing).to.include('Downloads: nothing here right now');
      for (const sourceState of ['down', 'disconnected']) {
        const unknown = { ...payload('downloads'), items: [], sourceState, downloading: 0, downloadingText: '–' };
        expect(textIn(draw('downloads', unknown)))
          .to.include('Downloading –')
          .and.not.include('nothing here');
      }
    });

    it('says what is not up to date', () => {
      const from = payload('downloads');
      expect(textIn(draw('downloads', from))).to.not.include('live');
      const late = draw('downloads', { ...from, freshness: 'qBittorrent down, 4 min old' });
      const [told] = elements(late).filter(({ children }) => children.includes('qBittorrent down, 4 min old'));
      expect(told?.props).to.include({ c: 'red' });
    });

    it('shows buttons where they are switched on, those that fit the row', () => {
      const [row] = rowsAt(payload('downloads'), 'items');
      const labels = (state: string, options: object): readonly string[] =>
        elements(draw('downloads', { ...payload('downloads'), items: [{ ...row, state }] }, answered, options))
          .filter(({ type }) => type === 'ActionButton')
          .map(textIn);
      expect(labels('downloading', { buttons: true })).to.deep.equal(['Pause', 'Remove']);
      expect(labels('paused', { buttons: true })).to.deep.equal(['Resume', 'Remove']);
      expect(labels('paused', { buttons: false })).to.deep.equal([]);
    });

    it('shows none to look for a title in rows that name none', () => {
      const [row] = rowsAt(payload('repair'), 'all');
      const labels = (more: object): readonly string[] =>
        elements(draw('repair', { ...payload('repair'), all: [{ ...row, ...more }] }, answered, { buttons: true }))
          .filter(({ type }) => type === 'ActionButton')
          .map(textIn);
      expect(labels({ issue: 'poster' })).to.deep.equal(['Look again']);
      expect(labels({ issue: 'import', itemId: '' })).to.deep.equal([]);
    });

    it('has buttons that Sidelight takes: each is sent for a row of the demo', async () => {
      const key = await daemon.key('widgets-write');
      const sent = new Set<string>();
      const taken = new Set<string>();
      /** Rows that are no more what they were: what was removed cannot be paused. Pausing leaves a row as it is. */
      const spent = new Set<unknown>();
      for (const id of ['stalled', 'stitched', 'nowplaying', 'requests', 'repair', 'downloads']) {
        const { requests } = file(id);
        const { json } = await daemon.get(`/api/widgets/${id}`, key);
        for (const { type, props } of elements(draw(id, json))) {
          const params = props['params'] as Payload | undefined;
          const name = `${id} ${String(props['requestId'])}`;
          if (type !== 'ActionButton' || sent.has(name) || spent.has(params?.['id'])) continue;
          const { path, body } = requests[String(props['requestId'])] ?? { path: '' };
          const answer = await daemon.post(path, filled(body, { ...params, text: 'Hello' }), key);
          expect(answer.status, `${name}: ${answer.text}`).to.equal(200);
          sent.add(name);
          taken.add(path);
          if (!path.endsWith('/pause')) spent.add(params?.['id']);
        }
      }
      expect([...taken]).to.include.members(['/api/widgets/downloads/pause', '/api/widgets/downloads/remove']);
    });
  });
});

/** As Homarr fills a body: `{ $param: name }` is the value of that name. */
function filled(body: unknown, params: Payload): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if ('$param' in body) return params[String(body.$param)];
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filled(value, params)]));
}
