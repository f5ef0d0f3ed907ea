/** The daemon with real download clients, held against what the clients themselves say at that moment. */
import { expect } from 'chai';
import { type Answer, type Daemon, startDaemon, until } from '../support/daemon.js';
import { comesTrue as eventually } from '../support/until.js';
import { type Bed, type BedItem, startBed } from './bed.js';
import type { NativeTorrent, RealClient } from './real-client.js';

const CLIENTS = ['qbittorrent', 'transmission'] as const;

const entry = (id: (typeof CLIENTS)[number], { url, username, password }: RealClient): string =>
  `  ${id}: { url: "${url}", username: "${username}", password: "${password}", timeout: 60s, schedule: { download.queue: 1s } }\n`;

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly progress: number;
  readonly sizeBytes: number;
  readonly leftBytes: number;
  readonly client: string;
}

const itemsOf = ({ json }: Answer): readonly Shown[] => json['items'] as readonly Shown[];
const stateOf = ({ json }: Answer, id: string): string | undefined =>
  (json['sources'] as readonly { id: string; state: string }[]).find((source) => source.id === id)?.state;

const isActive = ({ state }: BedItem): boolean => state !== 'seeding' && state !== 'completed';
const isStalled = ({ state }: BedItem): boolean => state === 'stalled';

describe('the daemon with real download clients', () => {
  let bed: Bed;
  let daemon: Daemon;
  let key: string;
  const widget = (id: string) => daemon.get(`/api/widgets/${id}?limit=100`, key);

  before(async () => {
    bed = await startBed();
    const config = CLIENTS.map((id) => entry(id, bed[id])).join('');
    // What stands still is called so after a minute, whatever its client calls it before.
    daemon = await startDaemon({ config: `downloads: { stallMinutes: 1 }\nintegrations:\n${config}` });
    key = daemon.key('widgets-write');
    await until(
      () => widget('downloads'),
      ({ json }) => json['total'] === 2 * bed.items.length,
    );
  });
  after(async () => {
    await daemon?.dispose();
    await bed?.stop();
  });

  it('counts what the clients hold: active, stalled, all', async () => {
    const counts = {
      active: 2 * bed.items.filter(isActive).length,
      stalled: 2 * bed.items.filter(isStalled).length,
      total: 2 * bed.items.length,
    };
    // What is stalled is called so after a minute; what downloads may stand still for a moment.
    await eventually('the counts', async () => {
      expect((await widget('downloads')).json).to.include(counts);
      const { json: homepage } = await daemon.get('/api/widgets/homepage', key);
      expect(homepage).to.include({ downloads: counts.active, downloadTotal: counts.total, stalled: counts.stalled });
      expect((await widget('stalled')).json).to.include({ stalled: counts.stalled });
      return true;
    });
  });

  for (const id of CLIENTS) {
    it(`shows each unfinished torrent of ${id} in its state, with the sizes that the client tells`, async () => {
      let shown: readonly Shown[] = [];
      const expected = bed.items.filter(isActive);
      await eventually('every state', async () => {
        shown = itemsOf(await widget('downloads')).filter(({ client }) => client === id);
        expect(shown.map(({ name, state }) => `${name} ${state}`).sort()).to.deep.equal(
          expected.map(({ name, state }) => `${name} ${state}`).sort(),
        );
        return true;
      });
      const native = new Map((await bed[id].list()).map((torrent) => [torrent.hash, torrent]));
      for (const item of shown) {
        const torrent = native.get(item.id.slice(id.length + 1)) as NativeTorrent;
        expect(item.sizeBytes, item.name).to.equal(Math.max(0, torrent.sizeBytes));
        // The one that moves has moved on between the two questions.
        if (item.state !== 'downloading') expect(item.leftBytes, item.name).to.equal(torrent.leftBytes);
        else
          expect(item.leftBytes, item.name).to.be.within(torrent.leftBytes - 4_000_000, torrent.leftBytes + 4_000_000);
      }
    });

    it(`lists the stalled ones of ${id} with a reason`, async () => {
      const expected = bed.items.filter(isStalled).map(({ name }) => name);
      await eventually('the stalled ones', async () => {
        const { json } = await widget('stalled');
        const stalled = json['items'] as readonly { name: string; client: string; reason: string }[];
        const own = stalled.filter(({ client }) => client === id);
        expect(own.map(({ name }) => name).sort()).to.deep.equal(expected.sort());
        for (const { reason } of own) expect(reason).to.not.equal('');
        return true;
      });
    });

    it(`pauses and resumes in ${id} what a dashboard asks for, and shows it in the next poll`, async () => {
      const { hash } = bed.items.find(({ key: name }) => name === 'active') as BedItem;
      const state = async () => itemsOf(await widget('downloads')).find((item) => item.id === `${id}:${hash}`)?.state;
      const ask = (paused: boolean) =>
        daemon.post('/api/widgets/downloads/pause', { id: `${id}:${hash}`, paused }, key);
      expect((await ask(true)).json).to.include({ ok: true, source: id });
      await until(state, (now) => now === 'paused');
      expect((await ask(false)).status).to.equal(200);
      // Its peers have left meanwhile, and another download may have taken its place.
      await until(state, (now) => now !== undefined && now !== 'paused');
    });

    it(`keeps the rows of ${id} when it is killed, says so, and goes on when it is back`, async () => {
      await bed[id].kill();
      const down = await until(
        () => widget('downloads'),
        (answer) => stateOf(answer, id) === 'down',
      );
      expect(down.status).to.equal(200);
      expect(down.json).to.include({ total: 2 * bed.items.length, sourceState: 'stale' });
      expect(itemsOf(down).filter(({ client }) => client === id)).to.have.lengthOf(bed.items.filter(isActive).length);
      const { json: digest } = await until(
        () => widget('digest'),
        ({ json }) => JSON.stringify(json['items']).toLowerCase().includes(`${id} does not answer`),
      );
      expect(digest['digestOk']).to.equal(false);
      await bed[id].start();
      await until(
        () => widget('downloads'),
        (answer) => stateOf(answer, id) === 'ok',
      );
      expect(daemon.log()).to.not.match(/a defect|Error:/);
    });
  }
});
