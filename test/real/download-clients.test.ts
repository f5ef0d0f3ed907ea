/** The plugins of the download clients against real programs. */
import { expect } from 'chai';
import { comesTrue } from '../support/until.js';
import { type Bed, type BedItem, startBed } from './bed.js';
import { type Download, type PluginUnderTest, rejection, startPlugin } from './plugin-under-test.js';

describe('real download clients', () => {
  let bed: Bed;
  before(async () => {
    bed = await startBed();
  });
  after(() => bed?.stop());

  const item = (key: BedItem['key']): BedItem => {
    const found = bed.items.find((one) => one.key === key);
    if (found === undefined) throw new Error(`no item ${key}`);
    return found;
  };

  for (const id of ['qbittorrent', 'transmission'] as const) {
    describe(id, () => {
      let plugin: PluginUnderTest;
      before(async () => {
        const { url, username, password } = bed[id];
        plugin = await startPlugin(id, { url, username, password });
      });
      after(() => plugin?.stop());

      it('tells its version', async () => {
        expect((await plugin.check()).version).to.match(/^\d+\.\d+/);
      });

      it('tells of the client itself what it knows', async () => {
        const client = await plugin.client();
        expect(client?.version).to.equal((await plugin.check()).version);
        expect(client).to.include.all.keys('freeBytes', 'downLimitBps', 'upLimitBps');
        for (const [name, value] of Object.entries(client ?? {})) {
          if (name.endsWith('Bps') || name.endsWith('Bytes')) expect(value, name).to.satisfy(Number.isSafeInteger);
        }
      });

      it('has every torrent in its state', async () => {
        // What downloads may stand still for a moment.
        await comesTrue('every state', async () => {
          const states = Object.fromEntries((await plugin.queue()).map(({ name, state }) => [name, state]));
          expect(states).to.deep.equal(Object.fromEntries(bed.items.map(({ name, state }) => [name, state])));
          return true;
        });
      });

      it('tells sizes, and what is left, as the client itself does', async () => {
        const still = (one: { readonly name: string }) => one.name !== item('active').name;
        const native = (await bed[id].list()).filter(still);
        const queue = (await plugin.queue()).filter(still);
        const facts = ({ name, sizeBytes, leftBytes }: Pick<Download, 'name' | 'sizeBytes' | 'leftBytes'>) =>
          `${name} ${Math.max(0, sizeBytes)} ${leftBytes}`;
        expect(queue.map(facts).sort()).to.deep.equal(native.map(facts).sort());
      });

      it('sees the download move', async () => {
        const left = async () => (await plugin.queue()).find(({ id }) => id === item('active').hash)?.leftBytes ?? 0;
        const before = await left();
        await comesTrue('bytes to arrive', async () => (await left()) < before);
      });

      it('pauses and resumes', async () => {
        const { hash } = item('stalled');
        await plugin.act('download.pause', { id: hash, paused: true });
        await comesTrue('it to be paused', async () => (await plugin.stateOf(hash)) === 'paused');
        await plugin.act('download.pause', { id: hash, paused: false });
        await comesTrue('it to run or wait', async () => /^(stalled|queued)$/.test((await plugin.stateOf(hash)) ?? ''));
      });

      it('removes, and says what is not there', async () => {
        const { hash } = item('paused');
        await plugin.act('download.remove', { id: hash, deleteData: true });
        await comesTrue('it to be gone', async () => (await plugin.stateOf(hash)) === undefined);
        const again = await rejection(plugin.act('download.remove', { id: hash, deleteData: true }));
        expect(again).to.have.property('code', 'not_found');
      });

      it('rejects while the server is down, and goes on after it was killed and started again', async () => {
        const before = (await plugin.queue()).length;
        await bed[id].kill();
        const down = await rejection(plugin.queue());
        expect(down).to.have.property('code', 'unreachable');
        await bed[id].start();
        await comesTrue('the queue to be back', async () => (await plugin.queue()).length === before);
      });
    });
  }
});
