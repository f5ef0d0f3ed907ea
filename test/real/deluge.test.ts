/** The plugin of Deluge against real programs. */
import { expect } from 'chai';
import { comesTrue } from '../support/until.js';
import { type DelugeBed, startDelugeBed } from './bed-deluge.js';
import { type Download, type PluginUnderTest, rejection, startPlugin } from './plugin-under-test.js';

describe('real deluge', () => {
  let bed: DelugeBed;
  let plugin: PluginUnderTest;
  before(async () => {
    bed = await startDelugeBed();
    const { url, password } = bed.deluge;
    plugin = await startPlugin('deluge', { url, password });
  });
  after(async () => {
    await plugin?.stop();
    await bed?.stop();
  });

  const count = async () => (await plugin.queue()).length;
  const becomes = (hash: string, states: readonly (Download['state'] | undefined)[]) =>
    comesTrue(`${hash} to be ${states.join(' or ')}`, async () => {
      const now = await plugin.stateOf(hash);
      return states.includes(now) ? true : String(now);
    });

  it('tells its version', async () => {
    expect((await plugin.check()).version).to.match(/^\d+\.\d+/);
  });

  it('tells of the client itself what it knows', async () => {
    const client = await plugin.client();
    expect(client?.version).to.equal((await plugin.check()).version);
    expect(client).to.include.all.keys('paused', 'freeBytes', 'downLimitBps', 'upLimitBps');
    for (const [name, value] of Object.entries(client ?? {})) {
      if (name.endsWith('Bps') || name.endsWith('Bytes')) expect(value, name).to.satisfy(Number.isSafeInteger);
    }
  });

  it('does not take a wrong password', async () => {
    const other = await startPlugin('deluge', { url: bed.deluge.url, password: 'wrong-password' });
    expect(await rejection(other.check())).to.have.property('code', 'auth_failed');
    expect(await rejection(other.queue())).to.have.property('code', 'auth_failed');
    await other.stop();
  });

  it('has every torrent in its state', async () => {
    // What downloads may stand still for a moment.
    await comesTrue('every state', async () => {
      const states = Object.fromEntries((await plugin.queue()).map(({ id, state }) => [id, state]));
      expect(states).to.deep.equal(
        Object.fromEntries(Object.values(bed.items).map(({ hash, state }) => [hash, state])),
      );
      return true;
    });
  });

  it('tells names, sizes, and what is left, as the client itself does', async () => {
    const { hash: moving } = bed.items.active;
    const facts = (hash: string, { name, sizeBytes, leftBytes }: Pick<Download, 'name' | 'sizeBytes' | 'leftBytes'>) =>
      hash === moving ? name : `${hash} ${name} ${sizeBytes} ${leftBytes}`;
    const native = (await bed.deluge.list()).map((torrent) => facts(torrent.hash, torrent));
    const published = (await plugin.queue()).map((download) => facts(download.id, download));
    expect(published.sort()).to.deep.equal(native.sort());
  });

  it('says what the tracker of a stalled torrent says', async () => {
    const refused = (await plugin.queue()).find(({ id }) => id === bed.items.refused.hash);
    expect(refused?.reason).to.match(/not authorized/);
  });

  it('sees the download move', async () => {
    const left = async () => (await plugin.queue()).find(({ id }) => id === bed.items.active.hash)?.leftBytes ?? 0;
    const before = await left();
    await comesTrue('bytes to arrive', async () => (await left()) < before);
  });

  it('pauses and resumes', async () => {
    const { hash } = bed.items.stalled;
    await plugin.act('download.pause', { id: hash, paused: true });
    await becomes(hash, ['paused']);
    await plugin.act('download.pause', { id: hash, paused: false });
    await becomes(hash, ['stalled', 'queued']);
    const unknown = await rejection(plugin.act('download.pause', { id: '0'.repeat(40), paused: true }));
    expect(unknown).to.have.property('code', 'not_found');
  });

  it('removes, and says what is not there', async () => {
    const { hash } = bed.items.paused;
    await plugin.act('download.remove', { id: hash, deleteData: true });
    await becomes(hash, [undefined]);
    const again = await rejection(plugin.act('download.remove', { id: hash, deleteData: true }));
    expect(again).to.have.property('code', 'not_found');
  });

  it('rejects while the daemon is down behind the web interface, and connects again once it is back', async () => {
    const before = await count();
    await bed.deluge.daemon.kill();
    expect(await rejection(plugin.queue())).to.have.property('code', 'unreachable');
    expect(await rejection(plugin.queue())).to.have.property('code', 'unreachable');
    await bed.deluge.daemon.start();
    await comesTrue('the queue to be back', async () => (await count()) === before);
  });

  it('rejects while the web interface is down, and connects it to the daemon after it was started again', async () => {
    const before = await count();
    await bed.deluge.web.kill();
    expect(await rejection(plugin.queue())).to.have.property('code', 'unreachable');
    await bed.deluge.web.start();
    await comesTrue('the queue to be back', async () => (await count()) === before);
  });
});
