/** What is drawn of a widget, whatever it answers. */
import type { Tile, TObject } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { type Answer, type TiledWidget, type TileView, tileView } from '#core/pages/gallery/tile-view.js';

const NOW = { now: new Date('2026-11-20T12:00:00.000Z'), zone: 'UTC' };

const widget = (tile: Partial<Tile<TObject>>): TiledWidget => ({
  id: 'weather',
  freshness: 'live',
  tile: { title: 'Weather', group: 'queue', icon: 'mdi-thermometer', stats: [], ...tile },
});

const drawn = (tile: Partial<Tile<TObject>>, payload: unknown): TileView => tileView(widget(tile), { payload }, NOW);

/** One stat of a value. */
function shown(format: Tile<TObject>['stats'][number]['format'], value: unknown): string | undefined {
  const payload = value === undefined ? {} : { value };
  return drawn({ stats: [{ field: 'value', label: 'Value', format }] }, payload).stats[0]?.text;
}

/** What a row has without roles. */
const bare = { details: [], progress: null, tone: null, at: null, href: null, image: null };

const RUBBISH = [undefined, null, {}, [], [1], { text: 'x' }, Number.NaN, '', '  '];

describe('tile view', () => {
  it('draws the whole of a third party’s widget', () => {
    const view = drawn(
      {
        stats: [
          { field: 'sensors', label: 'Sensors', format: 'number' },
          { field: 'freezing', label: 'Freezing', format: 'flag' },
        ],
        list: { items: 'items', name: 'room' },
      },
      {
        sensors: 2,
        freezing: true,
        items: [
          { room: 'Attic', label: '19 °C' },
          { room: 'Balcony', label: '-2.5 °C' },
        ],
        freshness: 'live',
        sourceState: 'ok',
        sources: [{ id: 'station', state: 'ok', fetchedAt: '2026-11-20T12:00:00.000Z' }],
        updatedAt: '2026-11-20T11:55:00.000Z',
      },
    );
    expect(view).to.deep.equal({
      id: 'weather',
      title: 'Weather',
      group: 'queue',
      icon: 'mdi-thermometer',
      stats: [
        { label: 'Sensors', text: '2', change: null },
        { label: 'Freezing', text: 'yes', change: null },
      ],
      chart: null,
      list: {
        rows: [
          { ...bare, name: 'Attic', label: '19 °C' },
          { ...bare, name: 'Balcony', label: '-2.5 °C' },
        ],
        part: '',
      },
      note: null,
      freshness: 'live',
      updated: '5 min ago',
    });
  });

  it('tells beside a number how it has changed, where that is known', () => {
    const stats = [{ field: 'films', label: 'Films', format: 'number', change: 'filmsChange' }] as const;
    const changeIn = (payload: object) => drawn({ stats }, payload).stats[0]?.change;
    expect(changeIn({ films: 112, filmsChange: '+12 this week' })).to.equal('+12 this week');
    for (const filmsChange of RUBBISH) expect(changeIn({ films: 112, filmsChange })).to.equal(null);
  });

  it('writes values in the format of their stat', () => {
    expect(shown('number', 1234567)).to.equal('1,234,567');
    expect(shown('number', 9.256)).to.equal('9.26');
    expect(shown('bytes', 18_412_345_678_901)).to.equal('18.4 TB');
    expect(shown('bitrate', 28_261_348)).to.equal('28.3 Mbit/s');
    expect(shown('percent', 62)).to.equal('62 %');
    expect(shown('text', ' 4.11 MB/s ')).to.equal('4.11 MB/s');
    expect(shown('text', 1500)).to.equal('1,500');
    expect(shown('flag', true)).to.equal('yes');
    expect(shown('flag', false)).to.equal('no');
  });

  it('shows the text beside a number, which says so while nobody has told it', () => {
    const text = (stat: object, payload: object) =>
      drawn({ stats: [{ field: 'n', label: 'N', ...stat } as never] }, payload).stats[0]?.text;
    expect(text({ format: 'number' }, { n: 0, nText: '–' })).to.equal('–');
    expect(text({ format: 'number' }, { n: 0, nText: '0' })).to.equal('0');
    expect(text({ format: 'text' }, { n: 'Offline', nText: 'Not connected' })).to.equal('Not connected');
    const n = '2026-11-20T10:00:00.000Z';
    expect(text({ format: 'date' }, { n, nText: n })).to.equal('2 h ago');
    expect(text({ format: 'date' }, { n, nText: '–' })).to.equal('–');
  });

  it('writes durations in at most two units', () => {
    expect([0, 45, 60, 3599, 4320, 7200, 90_000, 86_400 * 400].map((value) => shown('duration', value))).to.deep.equal([
      '0 s',
      '45 s',
      '1 min',
      '59 min',
      '1 h 12 min',
      '2 h',
      '1 d 1 h',
      '400 d',
    ]);
  });

  it('writes dates as the distance from now', () => {
    expect(shown('date', '2026-11-20T11:59:30.000Z')).to.equal('just now');
    expect(shown('date', '2026-11-20T10:00:00.000Z')).to.equal('2 h ago');
    expect(shown('date', '2026-11-23T12:00:00.000Z')).to.equal('in 3 d');
    expect(shown('date', 'some day')).to.equal('–');
  });

  it('draws what is missing or of no such format as a dash', () => {
    const formats = ['number', 'bytes', 'bitrate', 'percent', 'duration', 'date', 'text', 'flag'] as const;
    for (const format of formats) {
      for (const value of RUBBISH) expect(shown(format, value), format).to.equal('–');
    }
    for (const format of ['number', 'bytes', 'bitrate', 'percent', 'duration', 'flag'] as const) {
      expect(shown(format, 'many'), format).to.equal('–');
    }
    expect(shown('colour' as 'text', 'red')).to.equal('red');
    expect(shown('constructor' as 'text', 7)).to.equal('7');
    const inherited = drawn({ stats: [{ field: 'toString', label: 'Text', format: 'text' }] }, {});
    expect(inherited.stats).to.deep.equal([{ label: 'Text', text: '–', change: null }]);
  });

  it('lists at most eight rows, and says of how many', () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ name: `Row ${index}`, label: String(index) }));
    const { list } = drawn({ list: { items: 'items', name: 'name' } }, { items });
    expect(list?.rows).to.have.lengthOf(8);
    expect(list?.part).to.equal('8 of 20');
    expect(drawn({ list: { items: 'items', name: 'name' } }, { items: items.slice(0, 8) }).list?.part).to.equal('');
  });

  it('takes rows as they come', () => {
    const items = [null, 'text', 7, [], { label: null }, { name: { de: 'Käse' }, label: {} }, { name: 5, label: true }];
    const { list } = drawn({ list: { items: 'items', name: 'name' } }, { items });
    expect(list?.rows).to.deep.equal([
      { ...bare, name: '–', label: '' },
      { ...bare, name: '–', label: '' },
      { ...bare, name: '5', label: 'yes' },
    ]);
    expect(drawn({ list: { items: 'items', name: 'name' } }, { items: 'none' }).list?.rows).to.deep.equal([]);
  });

  const roles = {
    ...{ items: 'items', name: 'name', details: ['who', 'year'], progress: 'done' },
    ...{ tone: 'tone', at: 'at', href: 'page', image: 'poster' },
  };
  const rowOf = (row: object) => drawn({ list: roles }, { items: [row] }).list?.rows[0];

  it('draws the roles of a row', () => {
    const row = { name: 'Charade', label: 'pending', who: 'ada', year: 1963, done: 62.5, tone: 'attention' };
    const links = { at: '2026-11-20T10:00:00.000Z', page: 'https://example.org/charade', poster: '/api/images/7' };
    expect(rowOf({ ...row, ...links })).to.deep.equal({
      name: 'Charade',
      label: 'pending',
      details: ['ada', '1963'],
      progress: 62.5,
      tone: 'attention',
      at: { iso: links.at, text: '2 h ago', title: '20 Nov 2026, 10:00:00' },
      href: links.page,
      image: links.poster,
    });
  });

  it('lets a time take the place of a label that says nothing else', () => {
    const labels = (at: unknown, ...texts: readonly string[]) => texts.map((label) => rowOf({ label, at })?.label);
    const time = '2026-11-20T10:00:00.000Z';
    expect(labels(time, 'just now', '2 h ago', 'in 3 d', 'due')).to.deep.equal(['', '', '', '']);
    expect(labels(time, 'failed', 'never', '2 h', '7 plays')).to.deep.equal(['failed', 'never', '2 h', '7 plays']);
    expect(labels(null, '2 h ago')).to.deep.equal(['2 h ago']);
    expect(rowOf({ at: '2026-11-23T12:00:00.000Z' })?.at?.text).to.equal('in 3 d');
    expect(rowOf({ at: '2026-11-20T12:00:30.000Z' })?.at?.text).to.equal('just now');
  });

  it('leaves out what is empty, or no such thing as its role', () => {
    for (const value of RUBBISH) {
      const row = rowOf({ name: 'N', label: 'L', who: value, year: '', done: value, tone: value, at: value });
      expect(row, String(value)).to.deep.equal({ ...bare, name: 'N', label: 'L' });
    }
    expect(rowOf({ done: -3 })?.progress).to.equal(0);
    expect(rowOf({ done: 140 })?.progress).to.equal(100);
    expect(rowOf({ tone: 'toString' })?.tone).to.equal(null);
  });

  it('leads nowhere but to pages, and shows no picture but of Sidelight', () => {
    for (const page of ['javascript:alert(1)', 'data:text/html,x', '//elsewhere', 'x', 7])
      expect(rowOf({ page })?.href, String(page)).to.equal(null);
    for (const poster of ['https://elsewhere/x.png', '//elsewhere/x.png', '/\\elsewhere/x.png', 'x.png', 7])
      expect(rowOf({ poster })?.image, String(poster)).to.equal(null);
  });

  it('says why there is nothing to draw', () => {
    const stats = [{ field: 'heat', label: 'Heat', format: 'number' }] as const;
    const list = { items: 'items', name: 'name' };
    const answers: readonly (readonly [Answer, string])[] = [
      [{ failure: 'The widget weather could not be rendered' }, 'The widget weather could not be rendered'],
      [{ payload: null }, 'This response is not an object'],
      [{ payload: [1, 2] }, 'This response is not an object'],
    ];
    for (const [answer, text] of answers) {
      const view = tileView(widget({ stats, list }), answer, NOW);
      expect(view.note).to.deep.equal({ tone: 'bad', text });
      expect(view.stats).to.deep.equal([{ label: 'Heat', text: '–', change: null }]);
      expect(view).to.include({ list: null, updated: '' });
    }
  });
});

describe('tile view: where the data come from', () => {
  const note = (freshness: unknown) => drawn({}, { freshness }).note;

  it('is silent while all is well', () => {
    expect(note('live')).to.equal(null);
  });

  it('tells what is not connected from what does not answer, which is said in red', () => {
    expect(note('–')).to.deep.equal({ tone: 'off', text: 'No connected integration provides this' });
    expect(note('Attic down, 5 min old')).to.deep.equal({ tone: 'bad', text: 'Attic down, 5 min old' });
  });

  it('bears rubbish', () => {
    for (const freshness of [undefined, null, 7]) {
      expect(note(freshness)).to.deep.equal({ tone: 'bad', text: 'This response does not say where it comes from' });
    }
    for (const updatedAt of [undefined, 7, 'some day']) expect(drawn({}, { updatedAt }).updated).to.equal('');
  });
});
