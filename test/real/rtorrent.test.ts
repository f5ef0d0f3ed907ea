/** The plugin of rTorrent against real programs: rTorrent, and a web server as its gateway. */
import { expect } from 'chai';
import { comesTrue } from '../support/until.js';
import { type RtorrentBed, startRtorrentBed } from './bed-rtorrent.js';
import { type Download, type PluginUnderTest, rejection, startPlugin } from './plugin-under-test.js';

describe('real rtorrent', () => {
  let bed: RtorrentBed;
  let plugin: PluginUnderTest;
  before(async () => {
    bed = await startRtorrentBed();
    const { url, username, password } = bed.rtorrent;
    plugin = await startPlugin('rtorrent', { url, username, password });
  });
  after(async () => {
    await plugin?.stop();
    await bed?.stop();
  });

  const becomes = (id: string, state: Download['state']) =>
    comesTrue(`${id} to be ${state}`, async () => {
      const now = await plugin.stateOf(id);
      return now === state ? true : String(now);
    });
  const idsIn = async () => (await plugin.queue()).map(({ id }) => id).sort();

  it('tells its version', async () => {
    expect((await plugin.check()).version).to.match(/^\d+\.\d+/);
  });

  it('tells of the client itself what it knows', async () => {
    const client = await plugin.client();
    expect(client?.version).to.equal((await plugin.check()).version);
    expect(client).to.include.all.keys('downLimitBps', 'upLimitBps');
    for (const [name, value] of Object.entries(client ?? {})) {
      if (name.endsWith('Bps') || name.endsWith('Bytes')) expect(value, name).to.satisfy(Number.isSafeInteger);
    }
  });

  it('finds the gateway without its path, and does not take a wrong password', async () => {
    const { url, username } = bed.rtorrent;
    const other = await startPlugin('rtorrent', { url: new URL('/', url).href, username, password: 'wrong-password' });
    expect(await rejection(other.check())).to.have.property('code', 'auth_failed');
    expect(await rejection(other.queue())).to.have.property('code', 'auth_failed');
    await other.stop();
  });

  it('has every torrent in its state, under its name and key', async () => {
    // What downloads may stand still for a moment.
    await comesTrue('every state', async () => {
      const published = (await plugin.queue()).map(({ downloadKey, name, state }) => `${downloadKey} ${name} ${state}`);
      const meant = Object.values(bed.items).map(({ id, name, state }) => `${id} ${name} ${state}`);
      expect(published.sort()).to.deep.equal(meant.sort());
      return true;
    });
  });

  it('tells sizes, and what is left, as rTorrent itself does', async () => {
    // What a magnet link without metadata has is a size of 1.
    const without = new Set([bed.items.active.id, bed.items.magnet.id]);
    const facts = (id: string, { sizeBytes, leftBytes }: Pick<Download, 'sizeBytes' | 'leftBytes'>) =>
      without.has(id) ? [] : [`${id} ${sizeBytes} ${leftBytes}`];
    const native = (await bed.rtorrent.list()).flatMap((torrent) => facts(torrent.hash.toUpperCase(), torrent));
    const published = (await plugin.queue()).flatMap((download) => facts(download.id, download));
    expect(published.sort()).to.deep.equal(native.sort());
  });

  it('says why', async () => {
    const reasons = Object.fromEntries((await plugin.queue()).map(({ id, reason }) => [id, reason]));
    expect(reasons[bed.items.refused.id]).to.match(/not authorized/);
    expect(reasons[bed.items.magnet.id]).to.match(/metadata/);
    expect(reasons[bed.items.unwritable.id]).to.match(/cannot be opened/);
    expect(reasons[bed.items.active.id]).to.equal(undefined);
  });

  it('sees the download move, byte by byte', async () => {
    const left = async () => (await plugin.queue()).find(({ id }) => id === bed.items.active.id)?.leftBytes ?? 0;
    const before = await left();
    await comesTrue('bytes to arrive', async () => (await left()) < before);
  });

  it('pauses and resumes what loads, what seeds, and what was never started', async () => {
    for (const [{ id }, stopped, running] of [
      [bed.items.stalled, 'paused', 'downloading'],
      [bed.items.done, 'completed', 'seeding'],
      [bed.items.paused, 'paused', 'downloading'],
    ] as const) {
      await plugin.act('download.pause', { id, paused: true });
      await plugin.act('download.pause', { id, paused: true });
      await becomes(id, stopped);
      await plugin.act('download.pause', { id, paused: false });
      await becomes(id, running);
    }
    await plugin.act('download.pause', { id: bed.items.paused.id, paused: true });
  });

  it('resumes what was paused or closed by hand', async () => {
    const { id } = bed.items.stalled;
    for (const [command, state] of [
      ['d.pause', 'paused'],
      ['d.close', 'failed'],
    ] as const) {
      await bed.rtorrent.command(command, id);
      await becomes(id, state);
      await plugin.act('download.pause', { id, paused: false });
      await becomes(id, 'downloading');
    }
  });

  it('refuses to remove with the data, and leaves the torrent where it is', async () => {
    const { id } = bed.items.paused;
    const refusal = await rejection(plugin.act('download.remove', { id, deleteData: true }));
    expect(refusal).to.have.property('code', 'refused');
    expect(await plugin.stateOf(id)).to.equal('paused');
  });

  it('removes, and says what is not there', async () => {
    for (const { id } of [bed.items.paused, bed.items.done]) {
      await plugin.act('download.remove', { id, deleteData: false });
      expect(await plugin.stateOf(id)).to.equal(undefined);
      for (const deleteData of [false, true]) {
        const again = await rejection(plugin.act('download.remove', { id, deleteData }));
        expect(again).to.have.property('code', 'not_found');
      }
    }
    for (const paused of [true, false]) {
      const unknown = await rejection(plugin.act('download.pause', { id: '0'.repeat(40), paused }));
      expect(unknown).to.have.property('code', 'not_found');
    }
  });

  it('rejects while rTorrent is down behind its gateway, and goes on once it is back', async () => {
    const before = await idsIn();
    await bed.rtorrent.daemon.kill();
    expect(await rejection(plugin.queue())).to.have.property('code', 'unreachable');
    await bed.rtorrent.daemon.start();
    await comesTrue('the queue to be back', async () => (await idsIn()).join() === before.join());
    // A check of its files finds the one of zeros whole.
    await becomes(bed.items.active.id, 'seeding');
    await becomes(bed.items.stalled.id, bed.items.stalled.state);
  });

  it('rejects while the gateway is down', async () => {
    await bed.rtorrent.gateway.kill();
    expect(await rejection(plugin.queue())).to.have.property('code', 'unreachable');
    await bed.rtorrent.gateway.start();
    expect(await plugin.queue()).not.to.deep.equal([]);
  });
});
