/** What Home Assistant is told by MQTT, as literals: what a number is, and what it is called. */
import { listOf, type Tile, type TObject, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { entitiesOf, MOST_ROWS, rowsOf, type ShownWidget, stateOf } from '#core/mqtt/entities.js';

const place = { topic: 'home', discovery: 'homeassistant', device: { identifiers: ['home'] } };
const properties = {
  service: Type.Boolean(),
  movies: Type.Integer(),
  moviesText: Type.String(),
  serverOk: Type.Boolean(),
  serverStatus: Type.Enum(['online', 'offline']),
  digestOk: Type.Boolean(),
  digestStatus: Type.Enum(['check', 'fine']),
  down: Type.String(),
  downBps: Type.Integer(),
  bandwidthBps: Type.Integer(),
  free: Type.String(),
  freeBytes: Type.Integer(),
  share: Type.Integer(),
  backupAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  items: listOf({ title: Type.String(), who: Type.String(), year: Type.Integer(), progress: Type.Integer() }),
};
const response: TObject = Type.Object(properties);
const tile: Tile<typeof response> = {
  title: 'Downloads',
  group: 'queue',
  icon: 'mdi-download-circle',
  stats: [
    { field: 'down', label: 'Speed', format: 'text' },
    { field: 'bandwidthBps', label: 'Bandwidth', format: 'bitrate' },
    { field: 'free', label: 'Free', format: 'text' },
    { field: 'share', label: 'Share', format: 'percent' },
  ],
  list: { items: 'items', name: 'title', details: ['who', 'year'], progress: 'progress' },
};
const widget: ShownWidget = { id: 'my-downloads', response, tile };

const configOf = (field: string, isAll = false): Readonly<Record<string, unknown>> =>
  entitiesOf(widget, place, isAll).find((entity) => entity.field === field)?.config ?? {};

describe('entities of MQTT', () => {
  it('are the numbers of a tile, in units that people read', () => {
    expect(entitiesOf(widget, place).map(({ field }) => field)).to.deep.equal([
      'downBps',
      'bandwidthBps',
      'freeBytes',
      'share',
    ]);
    expect(configOf('downBps')).to.deep.include({
      name: 'Downloads speed',
      unique_id: 'home_my_downloads_downBps',
      default_entity_id: 'sensor.home_my_downloads_downbps',
      icon: 'mdi:download-circle',
      state_topic: 'home/my-downloads',
      json_attributes_topic: 'home/my-downloads/rows',
      availability_topic: 'home/status',
      device_class: 'data_rate',
      unit_of_measurement: 'MB/s',
      value_template: '{{ none if value_json.downBps is none else ((value_json.downBps / 1000000) | round(2)) }}',
    });
    expect(configOf('bandwidthBps')).to.include({ unit_of_measurement: 'Mbit/s' });
    expect(configOf('freeBytes')).to.include({ unit_of_measurement: 'GB', device_class: 'data_size' });
    expect(configOf('share')).to.include({ unit_of_measurement: '%' }).and.not.have.property('json_attributes_topic');
  });

  it('are all values of the homepage, each under its own name', () => {
    const fields = entitiesOf(widget, place, true).map(({ field }) => field);
    expect(fields).to.include.members(['movies', 'serverOk', 'digestOk', 'backupAt', 'digestStatus']);
    expect(fields).not.to.include.members(['service']);
    expect(fields).not.to.include('moviesText');
    expect(configOf('movies', true)).to.include({ name: 'Movies', state_class: 'measurement' });
    expect(configOf('backupAt', true)).to.include({ name: 'Backup', device_class: 'timestamp' });
  });

  it('say of a flag what is wrong: a problem is on where something is not fine', () => {
    expect(configOf('digestOk', true)).to.include({
      device_class: 'problem',
      value_template: "{{ none if value_json.digestOk is none else ('ON' if not value_json.digestOk else 'OFF') }}",
    });
    expect(configOf('serverOk', true)).to.include({ device_class: 'connectivity' });
  });

  it('have their configs where Home Assistant looks', () => {
    const topics = entitiesOf(widget, place, true).map(({ topic }) => topic);
    expect(topics).to.include.members([
      'homeassistant/sensor/home/my_downloads_movies/config',
      'homeassistant/binary_sensor/home/my_downloads_digestOk/config',
    ]);
  });

  it('do not know what nobody has told: null, not 0', () => {
    const entities = entitiesOf(widget, place, true);
    const state = stateOf(entities, { movies: 0, moviesText: '–', freeBytes: 5, backupAt: null });
    expect(state).to.include({ movies: null, freeBytes: 5, backupAt: null });
  });

  it('have the rows of the list as an attribute, by their roles, as many as fit', () => {
    const item = { title: 'A', who: '', year: 2016, progress: 40, label: '40 %', secret: 'kept' };
    const rows = rowsOf(widget, { items: Array(20).fill(item) });
    expect(rows?.['items']).to.deep.equal(
      Array(MOST_ROWS).fill({ name: 'A', label: '40 %', progress: 40, details: [2016] }),
    );
    expect(rowsOf({ id: 'plain', response }, {})).to.equal(null);
  });

  it('are none for a widget without a tile', () => {
    expect(entitiesOf({ id: 'plain', response }, place)).to.deep.equal([]);
  });
});
