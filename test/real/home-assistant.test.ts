/** The templates of Home Assistant's pack, rendered by a real Jinja on what a real daemon answers. */
import { expect } from 'chai';
import { type Answer, type Daemon, startDaemon, until } from '../support/daemon.js';
import { type HomeAssistantRequest, requestsOf } from '../support/pack-rules/home-assistant.js';
import { type Rendered, render } from './jinja.js';

describe('the pack of Home Assistant, in Jinja', () => {
  let daemon: Daemon;
  let request: HomeAssistantRequest;
  let lists: readonly HomeAssistantRequest[];
  let key: string;
  let snapshot: Answer;
  const fieldOf = (one: { readonly unique_id: string }): string => one.unique_id.replace('sidelight_', '');

  before(async () => {
    daemon = await startDaemon({ flags: ['--demo'] });
    const { text } = await daemon.get('/widgets/home-assistant.yaml');
    const [first, ...others] = requestsOf(text);
    if (first === undefined) throw new Error('there is no request');
    request = first;
    lists = others;
    key = daemon.key();
    snapshot = await until(
      () => daemon.get(request.resource.slice(daemon.url.length), key),
      ({ json }) => json['movies'] !== 0 && json['sourceState'] === 'ok',
    );
  });
  after(() => daemon.dispose());

  it('shows each value of the snapshot as what its sensor is', () => {
    const [shown = []] = render(request.sensor, [snapshot.text]);
    for (const [index, { device_class, state_class, ...sensor }] of request.sensor.entries()) {
      const given = snapshot.json[fieldOf(sensor)];
      const { available, value } = shown[index] ?? { available: false, value: null };
      // Its backups are not switched on: there is no time.
      expect(available, sensor.name).to.equal(given !== null);
      if (given === null) continue;
      expect(value, sensor.name).to.equal(String(given));
      if (state_class !== undefined) expect(Number(value), sensor.name).to.be.at.least(0);
      if (device_class === 'timestamp') expect(Date.parse(value ?? ''), sensor.name).to.be.above(0);
    }
    const gone = request.sensor.filter((_, index) => shown[index]?.available === false).map(fieldOf);
    expect(gone).to.deep.equal(['backupAt']);
  });

  it('shows flags as on and off, a problem when something is not ok', () => {
    const turned = JSON.stringify({
      ...snapshot.json,
      digestOk: snapshot.json['digestOk'] === false,
      mediaserverOk: snapshot.json['mediaserverOk'] === false,
    });
    const [now = [], then = []] = render(request.binary_sensor ?? [], [snapshot.text, turned]);
    for (const [index, sensor] of (request.binary_sensor ?? []).entries()) {
      const isOn = (snapshot.json[fieldOf(sensor)] === true) !== (sensor.device_class === 'problem');
      expect(now[index], sensor.name).to.deep.equal({ available: true, value: isOn ? 'True' : 'False' });
      expect(then[index], sensor.name).to.deep.equal({ available: true, value: isOn ? 'False' : 'True' });
    }
  });

  it('has a number for each list, and its rows as an attribute', async () => {
    expect(lists).to.have.length.above(8);
    for (const { resource, sensor } of lists) {
      const { text, json } = await daemon.get(resource.slice(daemon.url.length), key);
      const [[shown] = []] = render(sensor, [text]);
      expect(shown?.available, resource).to.equal(true);
      expect(Number(shown?.value), resource).to.be.at.least(0);
      for (const name of sensor.flatMap((one) => one.json_attributes ?? [])) {
        expect(json[name], resource).to.be.an('array').with.length.at.most(8);
        // Home Assistant records no attributes beyond.
        expect(JSON.stringify(json[name]).length, resource).to.be.below(16_384);
      }
    }
  });

  it('is unavailable, and never 0 or None, when the answer is something else', async () => {
    const path = request.resource.slice(daemon.url.length);
    const refused = [await daemon.get(path), await daemon.get(path, 'sl_wrong'), await daemon.get('/api/nothing', 'x')];
    expect(refused.map(({ status }) => status)).to.deep.equal([401, 401, 404]);
    const bodies = [...refused.map(({ text }) => text), '<h1>502 Bad Gateway</h1>', '', '{}', '[]', 'null', '3', '"x"'];
    for (const [index, shown] of render(
      [...request.sensor, ...(request.binary_sensor ?? []), ...lists.flatMap(({ sensor }) => sensor)],
      bodies,
    ).entries())
      expect(
        shown.filter(({ available }) => available),
        bodies[index],
      ).to.deep.equal([]);
    for (const [index, shown] of render(request.sensor, bodies).entries())
      expect(new Set(shown.map(({ value }) => value || null)), bodies[index]).to.deep.equal(new Set([null]));
  });

  it('is unavailable while nobody has told the number', () => {
    const untold = JSON.stringify({ ...snapshot.json, movies: 0, moviesText: '–', mediaserverOkText: '–' });
    const all = [...request.sensor, ...(request.binary_sensor ?? [])];
    const [shown = []] = render(all, [untold]);
    const gone = all.filter((_, index) => shown[index]?.available === false).map(fieldOf);
    expect(gone).to.include.members(['movies', 'mediaserverOk']).and.not.include('shows');
  });

  it('would be taken for available without its tests', () => {
    const careless = (availability: string, value_template: string): Rendered | undefined =>
      render([{ availability, value_template }], ['<h1>502</h1>'])[0]?.[0];
    expect(careless('{{ value_json.movies is number }}', '{{ value_json.movies }}')).to.deep.equal({
      available: true,
      value: null,
    });
    expect(careless('{{ true }}', '{{ value_json | default(0) }}')).to.deep.equal({ available: true, value: '0' });
  });
});
