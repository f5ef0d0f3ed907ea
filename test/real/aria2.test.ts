/** The plugin of aria2 against a real program. */
import { expect } from 'chai';
import { comesTrue } from '../support/until.js';
import { type Aria2Bed, startAria2Bed } from './bed-aria2.js';
import { type Download, type PluginUnderTest, rejection, startPlugin } from './plugin-under-test.js';

describe('real aria2', () => {
  let bed: Aria2Bed;
  let plugin: PluginUnderTest;
  before(async () => {
    bed = await startAria2Bed();
    const { url, secret } = bed.aria2;
    plugin = await startPlugin('aria2', { url, secret });
  });
  after(async () => {
    await plugin?.stop();
    await bed?.stop();
  });

  const becomes = (gid: string, states: readonly (Download['state'] | undefined)[]) =>
    comesTrue(`${gid} to be ${states.join(' or ')}`, async () => {
      const now = await plugin.stateOf(gid);
      return states.includes(now) ? true : String(now);
    });

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

  it('does not take a wrong secret', async () => {
    const other = await startPlugin('aria2', { url: bed.aria2.url, secret: 'wrong-secret' });
    expect(await rejection(other.check())).to.have.property('code', 'auth_failed');
    expect(await rejection(other.queue())).to.have.property('code', 'auth_failed');
    await other.stop();
  });

  it('has every download in its state under its name, and the metadata of a followed magnet link not at all', async () => {
    // What downloads may stand still for a moment.
    await comesTrue('every state', async () => {
      const published = (await plugin.queue()).map(({ id, name, state }) => `${id} ${name} ${state}`);
      const meant = Object.values(bed.items).map(({ gid, name, state }) => `${gid} ${name} ${state}`);
      expect(published.sort()).to.deep.equal(meant.sort());
      return true;
    });
    expect((await bed.aria2.list()).map(({ gid }) => gid)).to.include(bed.metadata);
  });

  it('goes by the info hash, or by the gid of what is no torrent', async () => {
    const keys = Object.fromEntries((await plugin.queue()).map(({ id, downloadKey }) => [id, downloadKey]));
    for (const { gid, hash } of Object.values(bed.items)) expect(keys[gid]).to.equal(hash?.toUpperCase() ?? gid);
  });

  it('tells sizes, and what is left, as aria2 itself does', async () => {
    // aria2 gives no size to what it has never worked on.
    const { active, queued, paused } = bed.items;
    const without = new Set([active.gid, queued.gid, paused.gid, bed.metadata]);
    const facts = (id: string, { sizeBytes, leftBytes }: Pick<Download, 'sizeBytes' | 'leftBytes'>) =>
      without.has(id) ? [] : [`${id} ${sizeBytes} ${leftBytes}`];
    const native = (await bed.aria2.list()).flatMap((one) => facts(one.gid, one));
    const published = (await plugin.queue()).flatMap((one) => facts(one.id, one));
    expect(published.sort()).to.deep.equal(native.sort());
  });

  it('says why a download failed', async () => {
    const reasons = Object.fromEntries((await plugin.queue()).map(({ id, reason }) => [id, reason]));
    expect(reasons[bed.items.unwritable.gid]).to.match(/Not a directory/);
    expect(reasons[bed.items.gone.gid]).to.match(/refused/);
  });

  it('sees the download move', async () => {
    const left = async () => (await plugin.queue()).find(({ id }) => id === bed.items.active.gid)?.leftBytes ?? 0;
    const before = await left();
    await comesTrue('bytes to arrive', async () => (await left()) < before);
  });

  it('pauses and resumes what loads and what seeds, and twice does no harm', async () => {
    for (const [{ gid }, paused, running] of [
      [bed.items.stalled, 'paused', ['stalled', 'queued']],
      [bed.items.done, 'completed', ['seeding']],
    ] as const) {
      for (let times = 0; times < 2; times++) await plugin.act('download.pause', { id: gid, paused: true });
      await becomes(gid, [paused]);
      for (let times = 0; times < 2; times++) await plugin.act('download.pause', { id: gid, paused: false });
      await becomes(gid, running);
    }
  });

  it('refuses to pause what has failed', async () => {
    const { gid } = bed.items.gone;
    expect(await rejection(plugin.act('download.pause', { id: gid, paused: true }))).to.have.property(
      'code',
      'refused',
    );
  });

  it('removes downloads of every state, and says what is not there', async () => {
    const { paused, done, stalled, gone, magnet } = bed.items;
    for (const { gid } of [paused, done, stalled, gone, magnet]) {
      await plugin.act('download.remove', { id: gid, deleteData: false });
      expect(await plugin.stateOf(gid)).to.equal(undefined);
      const again = await rejection(plugin.act('download.remove', { id: gid, deleteData: false }));
      expect(again).to.have.property('code', 'not_found');
    }
    const unknown = await rejection(plugin.act('download.pause', { id: '0'.repeat(16), paused: true }));
    expect(unknown).to.have.property('code', 'not_found');
    const odd = await rejection(plugin.act('download.pause', { id: 'nonsense', paused: true }));
    expect(odd).to.have.property('code', 'bad_request');
  });

  it('refuses to remove with the data, and leaves the download where it is', async () => {
    const { gid, state } = bed.items.stopped;
    const refusal = await rejection(plugin.act('download.remove', { id: gid, deleteData: true }));
    expect(refusal).to.have.property('code', 'refused');
    expect(await plugin.stateOf(gid)).to.equal(state);
  });

  it('rejects while aria2 is down, and goes on after it was started again', async () => {
    await bed.aria2.kill();
    expect(await rejection(plugin.queue())).to.have.property('code', 'unreachable');
    await bed.aria2.start();
    expect(await plugin.queue()).to.deep.equal([]);
  });
});
