/** What is snoozed on the page or by an action: on every route, in the audit, and after the daemon was started anew. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { textOf } from '../support/page-text.js';
import { until } from '../support/until.js';
import { signedIn, type Visitor } from '../support/visitor.js';

const PAGE = '/settings/attention';
/** Nothing listens there: an item about each. */
const CONFIG = `integrations:
  one: { plugin: sonarr, url: 'http://127.0.0.1:1', apiKey: '${'a'.repeat(32)}' }
  two: { plugin: radarr, url: 'http://127.0.0.1:1', apiKey: '${'b'.repeat(32)}' }
`;

interface Entry {
  readonly id: string;
  readonly text: string;
}
interface Wall {
  readonly digest: number;
  readonly digestSnoozed: number;
  readonly items: readonly Entry[];
  readonly snoozed: readonly Entry[];
}

describe('snoozing what needs attention', () => {
  let daemon: DaemonHere;
  let visitor: Visitor;
  let key: string;
  let poor: string;

  const read = async <T>(path: string, by = key): Promise<T> => {
    const answer = await fetch(`${daemon.url}${path}`, { headers: { 'x-api-token': by } });
    return (await answer.json()) as T;
  };
  const wall = () => read<Wall>('/api/widgets/digest');
  const act = (what: string, body: object, by = key) =>
    fetch(`${daemon.url}/api/widgets/digest/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': by },
      body: JSON.stringify(body),
    });
  const pageText = async () => textOf((await visitor.open(PAGE)).text).replace(/\s+/g, ' ');

  before(async () => {
    daemon = await startHere({ config: CONFIG });
    visitor = await signedIn(daemon);
    key = await daemon.key('widgets-write', { name: 'wall', actions: ['digest'] });
    poor = await daemon.key('widgets-write');
    await until(wall, ({ items }) => items.length >= 2);
  });
  after(() => daemon.dispose());

  it('takes an item out of every route and counts it', async () => {
    const before = await wall();
    const [item] = before.items;
    const done = await act('snooze', { id: item?.id, for: 'week' });
    expect(done.status, await done.clone().text()).to.equal(200);
    expect(await done.json()).to.include({ ok: true, source: 'core', action: 'digest.snooze' });
    const after = await until(wall, ({ digestSnoozed }) => digestSnoozed === 1);
    expect(after.digest).to.equal(before.digest - 1);
    expect(after.snoozed.map(({ id }) => id)).to.deep.equal([item?.id]);
    expect(after.items.map(({ id }) => id)).to.not.include(item?.id);
    const homepage = await read<Wall>('/api/widgets/homepage');
    expect(homepage).to.include({ digest: before.digest - 1, digestSnoozed: 1 });
    const ops = await read<{ count: number; snoozed: number }>('/api/ops-digest', await daemon.key('full'));
    expect(ops).to.include({ count: before.digest - 1, snoozed: 1 });
  });

  it('refuses keys that may not, spans that are none, and items that nobody knows', async () => {
    const [item] = (await wall()).items;
    expect((await act('snooze', { id: item?.id, for: 'day' }, poor)).status).to.equal(403);
    expect((await act('snooze', { id: item?.id, for: 'ever' })).status).to.equal(400);
    expect((await act('snooze', { id: 'one:all', for: 'day' })).status).to.equal(400);
    expect((await act('snooze', { id: '0'.repeat(16), for: 'day' })).status).to.equal(404);
    expect((await act('wake', { id: item?.id })).status).to.equal(404);
    expect((await wall()).digestSnoozed).to.equal(1);
  });

  it('says on the page what is snoozed, by whom and until when, and shows it again', async () => {
    const { snoozed } = await wall();
    expect(await pageText()).to.match(/Snoozed by wall .* Back in \d d/);
    await visitor.send(`${PAGE}/wake`, { id: snoozed[0]?.id ?? '' });
    expect((await until(wall, ({ digestSnoozed }) => digestSnoozed === 0)).snoozed).to.deep.equal([]);
    const [item] = (await wall()).items;
    await visitor.send(`${PAGE}/snooze`, { id: item?.id ?? '', for: 'change' });
    await until(wall, ({ digestSnoozed }) => digestSnoozed === 1);
    expect(await pageText()).to.match(/Snoozed by ada .* Back when it changes/);
  });

  it('is in the audit with who did it', async () => {
    const rows = textOf((await visitor.open('/settings/audit?kind=actions')).text).replace(/\s+/g, ' ');
    expect(rows).to.match(/ada Snooze an item of the digest .* Done/);
    expect(rows).to.match(/wall sl_\w{7}… Snooze an item of the digest .* Not there any more/);
    expect(rows).to.match(/ada Show a snoozed item of the digest again .* Done/);
  });

  it('holds after a start', async () => {
    const { folder } = daemon;
    await daemon.stop();
    daemon = await startHere({ config: CONFIG, folder });
    expect((await until(wall, ({ items }) => items.length > 0)).digestSnoozed).to.equal(1);
  });
});
