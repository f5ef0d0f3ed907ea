/** The plugins of the Usenet clients against real programs. */
import { expect } from 'chai';
import { comesTrue } from '../support/until.js';
import { startUsenetBed, type UsenetBed, type UsenetItem } from './bed-usenet.js';
import { type Download, type PluginUnderTest, rejection, startPlugin } from './plugin-under-test.js';
import { realNzbget } from './real-nzbget.js';
import { realSabnzbd } from './real-sabnzbd.js';

const CLIENTS = [
  { id: 'nzbget', clientAt: realNzbget, absent: '99999' },
  { id: 'sabnzbd', clientAt: realSabnzbd, absent: 'SABnzbd_nzo_absent' },
];

for (const { id, clientAt, absent } of CLIENTS) {
  describe(`real ${id}`, () => {
    let bed: UsenetBed;
    let plugin: PluginUnderTest;
    before(async () => {
      bed = await startUsenetBed(clientAt);
      plugin = await startPlugin(id, bed.client.entry);
    });
    after(async () => {
      await plugin?.stop();
      await bed?.stop();
    });

    const item = (key: UsenetItem['key']): UsenetItem => {
      const found = bed.items.find((one) => one.key === key);
      if (found === undefined) throw new Error(`no item ${key}`);
      return found;
    };
    const becomes = (key: UsenetItem['key'], state: Download['state'] | undefined) =>
      comesTrue(`${key} to be ${state}`, async () => {
        const now = await plugin.stateOf(item(key).id);
        return now === state ? true : String(now);
      });

    it('tells its version', async () => {
      expect((await plugin.check()).version).to.match(/^\d+\.\d+/);
    });

    it('tells of the client itself what it knows', async () => {
      const client = await plugin.client();
      expect(client?.version).to.equal((await plugin.check()).version);
      expect(client).to.include.all.keys('paused', 'freeBytes', 'downLimitBps');
      for (const [name, value] of Object.entries(client ?? {})) {
        if (name.endsWith('Bps') || name.endsWith('Bytes')) expect(value, name).to.satisfy(Number.isSafeInteger);
      }
    });

    it('does not take wrong credentials', async () => {
      const { url } = bed.client.entry;
      const wrong = id === 'sabnzbd' ? { apiKey: 'wrong-key' } : { username: 'nzbget', password: 'wrong-password' };
      const other = await startPlugin(id, { url, ...wrong });
      expect(await rejection(other.check())).to.have.property('code', 'auth_failed');
      expect(await rejection(other.queue())).to.have.property('code', 'auth_failed');
      await other.stop();
    });

    it('has every job in its state', async () => {
      // What downloads may stand still for a moment.
      await comesTrue('every state', async () => {
        const states = Object.fromEntries((await plugin.queue()).map(({ name, state }) => [name, state]));
        expect(states).to.deep.equal(Object.fromEntries(bed.items.map(({ name, state }) => [name, state])));
        return true;
      });
    });

    it('tells ids, sizes, and what is left, as the client itself does', async () => {
      const still = (one: { readonly name: string }) => one.name !== item('active').name;
      const facts = ({ id, name, sizeBytes, leftBytes }: Pick<Download, 'id' | 'name' | 'sizeBytes' | 'leftBytes'>) =>
        `${id} ${name} ${sizeBytes} ${leftBytes}`;
      const native = (await bed.client.list()).filter(still).map(facts);
      expect((await plugin.queue()).filter(still).map(facts).sort()).to.deep.equal(native.sort());
    });

    it('says why a job failed', async () => {
      const failed = (await plugin.queue()).find(({ state }) => state === 'failed');
      expect(failed?.reason).to.match(/cannot be completed|articles are missing/);
    });

    it('sees the download move, with the speed of the queue', async () => {
      const active = async () => (await plugin.queue()).find(({ id }) => id === item('active').id);
      const before = (await active())?.leftBytes ?? 0;
      await comesTrue('bytes to arrive', async () => {
        const now = await active();
        return now !== undefined && now.leftBytes < before && now.downBps > 0 && now.etaSeconds !== undefined;
      });
    });

    it('pauses and resumes one job', async () => {
      const { id } = item('active');
      await plugin.act('download.pause', { id, paused: true });
      await becomes('active', 'paused');
      await becomes('queued', 'downloading');
      await plugin.act('download.pause', { id, paused: false });
      await becomes('active', 'downloading');
      const unknown = await rejection(plugin.act('download.pause', { id: absent, paused: true }));
      expect(unknown).to.have.property('code', 'not_found');
    });

    it('knows when the whole queue is paused, and does not pretend to resume one job of it', async () => {
      const { id } = item('active');
      await bed.client.pauseAll(true);
      await becomes('queued', 'paused');
      await becomes('active', 'paused');
      const refused = await rejection(plugin.act('download.pause', { id, paused: false }));
      expect(refused).to.have.property('code', 'refused');
      await bed.client.pauseAll(false);
      await becomes('active', 'downloading');
    });

    it('sees a job through to its end', async () => {
      bed.client.letGo();
      await becomes('held', 'completed');
    });

    it('removes from the queue and from the history, and says what is not there', async () => {
      for (const key of ['paused', 'broken', 'done'] as const) {
        const { id } = item(key);
        await plugin.act('download.remove', { id, deleteData: key === 'paused' });
        await becomes(key, undefined);
        const again = await rejection(plugin.act('download.remove', { id, deleteData: true }));
        expect(again, key).to.have.property('code', 'not_found');
      }
    });

    it('rejects while the client is down, and goes on after it was killed and started again', async () => {
      const names = async () => (await plugin.queue()).map(({ name }) => name).sort();
      const before = await names();
      await bed.client.kill();
      expect(await rejection(plugin.queue())).to.have.property('code', 'unreachable');
      await bed.client.start();
      await comesTrue('the queue to be back', async () => (await names()).join() === before.join());
    });
  });
}
