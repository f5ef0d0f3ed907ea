/** Two integrations that hold other titles under the same ids, in one running daemon. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';

type Row = Readonly<Record<string, unknown>>;

describe('two worlds with the same ids', () => {
  let daemon: DaemonHere;
  let key: string;
  const get = (path: string) => daemon.get(path, key);
  const idOf = (part: unknown): unknown => (part as Row | null)?.['id'];

  before(async function () {
    this.timeout(60_000);
    daemon = await startHere({
      config: 'integrations: { home: { plugin: demo }, cabin: { plugin: demo, seed: 2 } }',
    });
    key = await daemon.key('full');
    await until(
      () => Promise.all([get('/api/item-summary/home:film-1'), get('/api/item-summary/cabin:film-1')]),
      (answers) => answers.every(({ status }) => status === 200),
    );
  });
  after(() => daemon.dispose());

  it('refuse an id that both hold, with a sentence that names both', async () => {
    const { status, json } = await get('/api/item-summary/film-1');
    expect(status).to.equal(400);
    expect(json['error']).to.include({
      code: 'bad_request',
      message: 'film-1 is a title of home and of cabin: use home:film-1 or cabin:film-1',
    });
    expect((await get('/api/item-summary/film-1?source=home')).json['item']).to.include({ id: 'home:film-1' });
    expect((await get('/api/item-summary/film-none')).status).to.equal(404);
  });

  it('keep what was asked for to the titles of their own', async () => {
    const stitched = await until(
      () => get('/api/downloads/stitched'),
      ({ json }) => ['home', 'cabin'].every((source) => refsOf(json, source).length > 0),
    );
    for (const source of ['home', 'cabin']) {
      const refs = refsOf(stitched.json, source);
      expect(
        refs.every((ref) => String(ref).startsWith(`${source}:`)),
        refs.join(),
      ).to.equal(true);
      const { json } = await get(`/api/item-summary/${refs[0]}`);
      expect(json['item']).to.include({ id: refs[0] });
      expect(idOf(json['request'])).to.match(new RegExp(`^${source}:`));
    }
  });

  it('refuse an action on a bare id, and say who could be meant', async () => {
    const writer = await daemon.key('widgets-write');
    const { status, json } = await daemon.post('/api/widgets/downloads/pause', { id: 'x', paused: true }, writer);
    expect(status).to.equal(400);
    expect(json['error']).to.include({ message: '"id" must be <integration>:<id>, of these: home, cabin' });
  });
});

/** What the requests of a source, as far as downloads came from them, are called on the media server. */
function refsOf(json: Row, source: string): readonly unknown[] {
  const requests = (json['items'] as readonly Row[]).map(({ request }) => request as Row | null);
  return requests.flatMap((request) => (request?.['sourceId'] === source ? (request['mediaServerItemId'] ?? []) : []));
}
