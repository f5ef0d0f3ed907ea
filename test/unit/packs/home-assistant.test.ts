import { type PackWidget, type TProperties, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { fileText } from '#core/packs/file-text.js';
import { pack } from '#widgets/packs/home-assistant.js';
import { type HomeAssistantRequest, homeAssistantFaults, requestsOf } from '../../support/pack-rules/home-assistant.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the pack of Home Assistant', () => {
  let packs: MadePacks;
  let text: string;
  before(async () => {
    packs = await madePacks();
    text = packs.files('home-assistant')[0]?.text ?? '';
  });
  const request = (yaml = text): HomeAssistantRequest => {
    const [only] = requestsOf(yaml);
    if (only === undefined) throw new Error('there is no request');
    return only;
  };

  it('is one file that Home Assistant takes, with one request for all values', () => {
    expect(packs.files('home-assistant').map(({ path }) => path)).to.deep.equal(['home-assistant.yaml']);
    expect(homeAssistantFaults(text)).to.deep.equal([]);
    expect(requestsOf(text).filter(({ sensor }) => sensor.length > 1)).to.deep.equal([request()]);
    expect(request()).to.include({ resource: `${BASE_URL}/api/widgets/homepage`, scan_interval: 60 });
  });

  it('has the key as a secret, and says in its head where it is made', () => {
    expect(request().headers['x-api-token']).to.equal('!secret sidelight_key');
    const head = text.slice(0, text.indexOf('\nrest:'));
    expect(head).to.include(`${BASE_URL}/settings/api-key`).and.to.include('secrets.yaml');
    expect(head).to.match(/never its status/);
  });

  it('has a sensor for every value of the snapshot that is no list and no ready text', () => {
    const shown = [...request().sensor, ...(request().binary_sensor ?? [])].map(({ unique_id }) => unique_id);
    const fields = Object.keys(packs.responseOf(`${BASE_URL}/api/widgets/homepage`).properties);
    const left = ['service', 'sources', 'storage', 'diskFree', 'backupLabel', 'unknown'];
    expect(fields).to.include.members(left);
    const told = fields.filter((field) => !left.includes(field) && !field.endsWith('Text'));
    expect(shown).to.have.members(told.map((field) => `sidelight_${field}`));
  });

  it('has no sensor with a number that nobody has told yet', () => {
    const all = [...request().sensor, ...(request().binary_sensor ?? [])];
    const availabilityOf = (id: string) => all.find(({ unique_id }) => unique_id === `sidelight_${id}`)?.availability;
    expect(availabilityOf('movies')).to.equal(
      "{{ value_json is defined and value_json.movies is number and value_json.moviesText != '–' }}",
    );
    expect(availabilityOf('mediaserverOk')).to.include("is boolean and value_json.mediaserverOkText != '–'");
    expect(availabilityOf('sourceState')).to.equal('{{ value_json is defined and value_json.sourceState is string }}');
  });

  it('has a sensor for each list of the wall, whose rows are its attribute', () => {
    const [, ...lists] = requestsOf(text);
    const wall = packs.input.widgets.filter(({ tile }) => tile.list !== undefined && tile.for !== 'admin');
    expect(lists.map(({ resource }) => resource)).to.deep.equal(wall.map(({ path }) => `${BASE_URL}${path}?limit=8`));
    expect(lists.flatMap(({ sensor }) => sensor.map((one) => one.json_attributes))).to.deep.equal(
      wall.map(({ tile }) => [tile.list?.items]),
    );
    expect(lists.find(({ resource }) => resource.includes('/nowplaying'))?.sensor).to.deep.equal([
      {
        name: 'Sidelight nowplaying list',
        unique_id: 'sidelight_nowplaying_list',
        icon: 'mdi:television-play',
        availability: "{{ value_json is defined and value_json.playing is number and value_json.playingText != '–' }}",
        value_template: "{{ value_json.playing | default('') }}",
        state_class: 'measurement',
        json_attributes: ['items'],
      },
    ]);
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
    const [file] = pack.files({ baseUrl: BASE_URL, widgets: [widget], actions: [] });
    if (file === undefined) throw new Error('there is no file');
    const yaml = fileText(file);
    expect(homeAssistantFaults(yaml)).to.deep.equal([]);
    return [...request(yaml).sensor, ...(request(yaml).binary_sensor ?? [])];
  };
  const one = (properties: TProperties) => {
    const [field] = Object.keys(properties);
    return made(properties).find(({ unique_id }) => unique_id === `sidelight_${field}`) ?? {};
  };
  const time = Type.String({ format: 'date-time' });

  it('names a sensor by its label on the tile, else by its field', () => {
    const names = made({ lateOnes: Type.Integer() }).map(({ name }) => name);
    expect(names).to.have.members(['Sidelight films', 'Sidelight late ones', 'Sidelight plain']);
  });

  it('measures numbers, and sizes in bytes', () => {
    expect(one({ hours: Type.Number() })).to.include({ state_class: 'measurement' });
    expect(one({ hours: Type.Number() })).to.not.have.any.keys('device_class', 'unit_of_measurement');
    const size = { device_class: 'data_size', unit_of_measurement: 'B', state_class: 'measurement' };
    expect(one({ usedBytes: Type.Integer() })).to.include(size);
  });

  it('takes times for times, also those that may be missing', () => {
    for (const schema of [time, Type.Union([time, Type.Null()])])
      expect(one({ seenAt: schema })).to.include({ device_class: 'timestamp' });
  });

  it('takes flags for what they are about', () => {
    const twin = { linkStatus: Type.Enum(['online', 'offline']) };
    expect(one({ linkOk: Type.Boolean(), ...twin })).to.include({ device_class: 'connectivity' });
    const problem = one({ diskOk: Type.Boolean(), diskStatus: Type.Enum(['clear', 'check']) });
    expect(problem).to.include({
      device_class: 'problem',
      value_template: "{{ not value_json.diskOk | default('') }}",
    });
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
    ['a size without a unit', /\n +unit_of_measurement: B/, '', /a size has no unit/],
    ['a unit of a count', 'state_class: measurement', 'unit_of_measurement: B', /a unit of nothing/],
    [
      'a time that is measured',
      'device_class: timestamp',
      'device_class: timestamp\n        state_class: measurement',
      /no unit/,
    ],
    ['one id twice', 'sidelight_shows', 'sidelight_movies', /have the id sidelight_movies/],
    ['one name twice', 'Sidelight shows', 'Sidelight movies', /are called Sidelight movies/],
    ['an open brace', "default('') }}", "default('') }", /value_template/],
    ['no availability', /\n +availability: .*/, '', /availability/],
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
});
