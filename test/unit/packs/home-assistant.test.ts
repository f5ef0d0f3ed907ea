import { type PackFile, type PackWidget, type TProperties, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { parse } from 'yaml';
import { fileText } from '#core/packs/file-text.js';
import { pack } from '#widgets/packs/home-assistant.js';
import {
  dashboardFaults,
  entityIdsIn,
  type HomeAssistantSensor,
  homeAssistantFaults,
  packageIn,
} from '../../support/pack-rules/home-assistant.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the pack of Home Assistant', () => {
  let packs: MadePacks;
  let text: string;
  let board: string;
  const file = (name: string): string =>
    packs.files('home-assistant').find(({ path }) => path === `home-assistant/${name}.yaml`)?.text ?? '';
  before(async () => {
    packs = await madePacks();
    text = file('wall');
    board = file('wall-dashboard');
  });
  const sensors = (yaml = text): readonly HomeAssistantSensor[] =>
    packageIn(yaml).template.flatMap((one) => one.sensor);
  const flags = (yaml = text) => packageIn(yaml).template.flatMap((one) => one.binary_sensor ?? []);
  const sensor = (id: string): Partial<HomeAssistantSensor> =>
    sensors().find(({ unique_id }) => unique_id === `sidelight_${id}`) ?? {};

  it('is a package and a dashboard for the wall, and the same for those who run Sidelight, which it takes', () => {
    const names = ['wall', 'wall-dashboard', 'admin', 'admin-dashboard'];
    expect(packs.files('home-assistant').map(({ path }) => path)).to.deep.equal(
      names.map((name) => `home-assistant/${name}.yaml`),
    );
    for (const id of ['wall', 'admin']) {
      expect(homeAssistantFaults(file(id)), id).to.deep.equal([]);
      expect(dashboardFaults(file(`${id}-dashboard`), entityIdsIn(file(id))), id).to.deep.equal([]);
    }
    const together = [...entityIdsIn(file('wall')), ...entityIdsIn(file('admin'))];
    expect(new Set(together).size).to.equal(together.length);
  });

  it('makes one request, of all widgets that it shows, for one sensor', () => {
    const [only, ...others] = packageIn(text).rest;
    expect(others).to.deep.equal([]);
    const [route, query = ''] = only?.resource.split('?') ?? [];
    expect(route).to.equal(`${BASE_URL}/api/widgets/bundle`);
    const wall = packs.input.widgets.filter(({ tile }) => tile.for !== 'admin' && tile.chart === undefined);
    const shown = wall.filter(({ id, tile }) => id === 'homepage' || tile.list !== undefined).map(({ id }) => id);
    const asked = new URLSearchParams(query).get('widgets')?.split(',');
    expect(asked).to.include.members(['homepage', 'nowplaying', 'requests']).and.to.deep.equal(shown);
    expect(only).to.include({ scan_interval: 60 });
  });

  it('has the key as a secret, and says in its head where it is made', () => {
    expect(packageIn(text).rest[0]?.headers['x-api-token']).to.equal('!secret sidelight_key');
    const head = text.slice(0, text.indexOf('\nrest:'));
    expect(head).to.include(`${BASE_URL}/settings/api-key`).and.to.include('secrets.yaml');
  });

  it('has a sensor for every value of the snapshot that is no list and no ready text', () => {
    const shown = [...sensors(), ...flags()].map(({ unique_id }) => unique_id);
    const fields = Object.keys(packs.responseOf(`${BASE_URL}/api/widgets/homepage`).properties);
    const left = ['service', 'sources', 'storage', 'diskFree', 'backupLabel', 'unknown', 'moviesChange'];
    expect(fields).to.include.members(left);
    const told = fields.filter((field) => !left.includes(field) && !/(Text|Change)$/.test(field));
    expect(shown).to.include.members(told.map((field) => `sidelight_${field}`));
  });

  it('has units that people read, and unknown for what nobody has told', () => {
    expect(sensor('storageBytes')).to.include({ unit_of_measurement: 'TB', device_class: 'data_size' });
    expect(sensor('storageBytes').state).to.match(
      /\{\{ \(it\.get\('storageBytes'\) \/ 1000000000000\) \| round\(2\) if it\.get\('storageBytesText', '–'\) != '–' else none \}\}$/,
    );
    expect(sensor('downloads_downBps')).to.include({
      ...{ name: 'Sidelight downloads speed', unit_of_measurement: 'MB/s', device_class: 'data_rate' },
    });
    expect(sensor('nowplaying_bandwidthBps')).to.include({ unit_of_measurement: 'Mbit/s' });
    expect(sensor('backupAt')).to.not.have.any.keys('state_class', 'unit_of_measurement');
  });

  it('has a sensor for each list, whose rows are its attribute', () => {
    const { availability, state, attributes, ...more } = sensor('nowplaying_list');
    expect(more).to.deep.equal({
      ...{ name: 'Sidelight nowplaying list', unique_id: 'sidelight_nowplaying_list' },
      ...{ icon: 'mdi:television-play', state_class: 'measurement' },
    });
    expect(availability).to.equal("{{ has_value('sensor.sidelight') }}");
    expect(state).to.include("it.get('playing') if it.get('playingText', '–') != '–' else none");
    expect(attributes?.['items']).to.match(/\{\{ \(it\.get\('items'\) or \[\]\)\[:8\] \}\}$/);
    expect(sensors(file('admin')).map(({ unique_id }) => unique_id)).to.include('sidelight_jobs_list');
  });

  it('counts the rows of a list that has no number', () => {
    const [widget] = packs.input.widgets.filter(({ id }) => id === 'requests');
    if (widget === undefined) throw new Error('there is no widget');
    const [first] = pack.files({ ...packs.input, widgets: [{ ...widget, tile: { ...widget.tile, stats: [] } }] });
    const yaml = fileText(first as PackFile);
    expect(homeAssistantFaults(yaml)).to.deep.equal([]);
    expect(sensors(yaml).map(({ state }) => state.slice(state.indexOf('}{') + 1))).to.deep.equal([
      "{{ it.get('items') | length if it.get('items') is sequence else none }}",
    ]);
  });

  it('has a dashboard with tiles, lists in the words of their tiles, and a month of the numbers', () => {
    const { views } = parse(board) as { views: { sections: { cards: Record<string, unknown>[] }[] }[] };
    const cards = views.flatMap(({ sections }) => sections.flatMap((section) => section.cards));
    const of = (type: string) => cards.filter((card) => card['type'] === type);
    expect(of('tile').map((card) => card['entity'])).to.include.members([
      'sensor.sidelight_movies',
      'sensor.sidelight_storage',
    ]);
    expect(of('heading').map((card) => card['heading'])).to.include.members(['Now playing', 'Downloads', 'Requests']);
    const contents = of('markdown').map((card) => String(card['content']));
    const playing = contents.find((content) => content.includes('nowplaying_list'));
    expect(playing).to.include("row['share']").and.include('▰').and.include("row['viewer']");
    expect(contents.find((content) => content.includes('digest_list'))).to.include('<ha-alert');
    expect(of('statistics-graph')).to.have.lengthOf(2);
  });

  it('shows no picture without an address that browsers can reach', () => {
    expect(board).to.not.include('<img');
  });

  /** The snapshot with other values. */
  const made = (properties: TProperties) => {
    const widget: PackWidget = {
      id: 'homepage',
      path: '/api/widgets/homepage',
      summary: 'X',
      freshness: 'cached',
      response: Type.Object({ n: Type.Integer(), plainOk: Type.Boolean(), ...properties }),
      tile: { title: 'T', group: 'ops', icon: 'mdi-x', stats: [{ field: 'n', label: 'Films', format: 'number' }] },
    };
    const [first] = pack.files({ baseUrl: BASE_URL, widgets: [widget], actions: [] });
    if (first === undefined) throw new Error('there is not a file');
    const yaml = fileText(first);
    expect(homeAssistantFaults(yaml)).to.deep.equal([]);
    return [...sensors(yaml), ...flags(yaml)];
  };
  const one = (properties: TProperties): { readonly state?: string } => {
    const [field] = Object.keys(properties);
    return made(properties).find(({ unique_id }) => unique_id === `sidelight_${field}`) ?? {};
  };
  const time = Type.String({ format: 'date-time' });

  it('names a sensor by its label on the tile, else by its field', () => {
    const names = made({ lateOnes: Type.Integer() }).map(({ name }) => name);
    expect(names).to.have.members(['Sidelight films', 'Sidelight late ones', 'Sidelight plain']);
  });

  it('measures numbers, sizes, speeds and spans', () => {
    expect(one({ hours: Type.Number() })).to.include({ state_class: 'measurement' });
    expect(one({ hours: Type.Number() })).to.not.have.any.keys('device_class', 'unit_of_measurement');
    expect(one({ usedBytes: Type.Integer() })).to.include({ device_class: 'data_size', unit_of_measurement: 'TB' });
    expect(one({ downBps: Type.Integer() })).to.include({ device_class: 'data_rate', unit_of_measurement: 'MB/s' });
    expect(one({ streamBps: Type.Integer() })).to.include({ unit_of_measurement: 'Mbit/s' });
    expect(one({ waitSeconds: Type.Integer() })).to.include({ device_class: 'duration', unit_of_measurement: 'h' });
  });

  it('takes times for times, also those that may be missing', () => {
    for (const schema of [time, Type.Union([time, Type.Null()])])
      expect(one({ seenAt: schema })).to.include({ device_class: 'timestamp' });
  });

  it('takes flags for what they are about', () => {
    const twin = { linkStatus: Type.Enum(['online', 'offline']) };
    expect(one({ linkOk: Type.Boolean(), ...twin })).to.include({ device_class: 'connectivity' });
    const problem = one({ diskOk: Type.Boolean(), diskStatus: Type.Enum(['clear', 'check']) });
    expect(problem).to.include({ device_class: 'problem' });
    expect(problem.state).to.include("{{ not it.get('diskOk') if it.get('diskOk') is not none else none }}");
    expect(one({ paused: Type.Boolean() })).to.not.have.any.keys('device_class');
  });

  it('leaves out ready texts, lists, objects and what no template can name', () => {
    const none = {
      sizeBytes: Type.Integer(),
      size: Type.String(),
      seenAt: time,
      seenLabel: Type.String(),
      rows: Type.Array(Type.String()),
      deep: Type.Object({}),
      'not-plain': Type.Integer(),
    };
    expect(made(none).map(({ unique_id }) => unique_id)).to.have.members(
      ['n', 'plainOk', 'sizeBytes', 'seenAt'].map((field) => `sidelight_${field}`),
    );
  });

  const mistakes: readonly (readonly [what: string, from: string | RegExp, to: string, fault: RegExp])[] = [
    ['a key in the file', '!secret sidelight_key', 'sl_abc', /x-api-token/],
    ['a device class that is none', 'device_class: data_size', 'device_class: bytes', /device_class/],
    ['a size without a unit', /\n +unit_of_measurement: TB/, '', /its class has no unit/],
    [
      'a time that is measured',
      'device_class: timestamp',
      'device_class: timestamp\n        state_class: measurement',
      /no unit/,
    ],
    ['one id twice', 'sidelight_shows', 'sidelight_movies', /have the id sidelight_movies/],
    ['one name twice', 'Sidelight shows', 'Sidelight movies', /are called sensor.sidelight_movies/],
    ['an open brace', 'else none }}', 'else none }', /state/],
    ['no availability', /\n +availability: .*/, '', /availability/],
    ['what is there without an answer', "has_value('sensor.sidelight')", 'true', /is there without an answer/],
    ['another entity', "state_attr('sensor.sidelight'", "state_attr('sensor.side'", /sensor.side is no answer/],
    ['an answer that is recorded', '- sensor.sidelight\n', '- sensor.other\n', /is recorded/],
    [
      'an option that it does not know',
      'scan_interval: 60',
      'scan_interval: 60\n    cache: 1',
      /cache: schema is false/,
    ],
  ];
  for (const [what, from, to, fault] of mistakes) {
    it(`would not pass with ${what}`, () => {
      expect(text).to.match(typeof from === 'string' ? new RegExp(from.replace(/[()]/g, '\\$&')) : from);
      expect(homeAssistantFaults(text.replace(from, to)).join()).to.match(fault);
    });
  }

  const slips: readonly (readonly [what: string, from: string, to: string, fault: RegExp])[] = [
    ['an entity that is not made', 'sensor.sidelight_movies', 'sensor.sidelight_films', /is made by nothing/],
    ['a card of no kind', 'type: heading', 'type: headline', /type|anyOf|cards/],
    ['an element that the card strips', '<ha-alert', '<progress', /<progress/],
  ];
  for (const [what, from, to, fault] of slips) {
    it(`would not pass with a dashboard of ${what}`, () => {
      expect(dashboardFaults(board.replace(from, to), entityIdsIn(text)).join()).to.match(fault);
    });
  }
});
