/** What is done to the world by hand stays done. */
import { codeOf, downloadQueue, type ItemOf, mediaFlaws, mediaSessions, requestItems } from '@sidelight/plugin-api';
import { type FakeClock, fakeClock, startIntegration, type TestIntegration } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { scenes } from '../src/map.js';
import plugin from '../src/plugin.js';
import { noEdits } from '../src/world/edits.js';

const HOUR = 3_600_000;

describe('demo: actions', () => {
  let clock: FakeClock;
  let started: TestIntegration;

  beforeEach(() => {
    clock = fakeClock('2026-11-20T12:00:00.000Z');
    started = startIntegration(plugin, {}, { clock });
  });

  const act = async (id: string, input: object): Promise<void> => {
    const handler = started.integration.actions?.find(({ action }) => action.id === id);
    await handler?.run(input as never, new AbortController().signal);
  };
  const refusal = (id: string, input: object): Promise<string | undefined> =>
    act(id, input).then(
      () => undefined,
      (error: unknown) => codeOf(error),
    );
  async function rows<P extends typeof downloadQueue | typeof mediaSessions | typeof requestItems>(
    port: P,
  ): Promise<readonly ItemOf<P>[]> {
    const fragment = started.integration.fragments?.find((one) => one.port.id === port.id);
    return (await fragment?.read(new AbortController().signal)) as readonly ItemOf<P>[];
  }
  const download = async (id: string) => (await rows(downloadQueue)).find((row) => row.id === id);
  const request = async (id: string) => (await rows(requestItems)).find((row) => row.id === id);
  const one = async (state: string) => (await rows(downloadQueue)).find((row) => row.state === state)?.id ?? '';
  const asked = async (status: string) => (await rows(requestItems)).findLast((row) => row.status === status)?.id ?? '';

  it('a paused download stands still until it is resumed, then goes on from there', async () => {
    const id = await one('downloading');
    await act('download.pause', { id, paused: true });
    const before = await download(id);
    clock.advance(30 * HOUR);
    expect(await download(id)).to.include({ state: 'paused', leftBytes: before?.leftBytes, downBps: 0 });
    await act('download.pause', { id, paused: true });
    await act('download.pause', { id, paused: false });
    expect(await download(id)).to.include({ leftBytes: before?.leftBytes });
    clock.advance(60_000);
    expect((await download(id))?.leftBytes).to.be.below(before?.leftBytes ?? 0);
  });

  it('a removed download is gone, and does not come into the library', async () => {
    const id = await one('downloading');
    await act('download.remove', { id, deleteData: true });
    expect(await download(id)).to.equal(undefined);
    clock.advance(48 * HOUR);
    expect(await download(id)).to.equal(undefined);
    expect(await refusal('download.remove', { id, deleteData: false })).to.equal('not_found');
  });

  it('an approved request is fetched at once', async () => {
    const id = await asked('pending');
    await act('request.act', { requestId: id, action: 'approve' });
    expect(await request(id)).to.not.include({ status: 'pending' });
    const [key] = (await request(id))?.downloadKeys ?? [];
    expect((await rows(downloadQueue)).map((row) => row.downloadKey)).to.include(key);
    expect(await refusal('request.act', { requestId: id, action: 'approve' })).to.equal('refused');
  });

  it('a declined request is never fetched', async () => {
    const id = await asked('pending');
    await act('request.act', { requestId: id, action: 'decline' });
    clock.advance(24 * HOUR);
    expect(await request(id)).to.include({ status: 'declined' });
    expect((await request(id))?.downloadKeys).to.equal(undefined);
  });

  it('a failed request that is tried again arrives', async () => {
    const id = await asked('failed');
    await act('request.act', { requestId: id, action: 'retry' });
    expect(await request(id)).to.include({ status: 'processing' });
    clock.advance(12 * HOUR);
    expect(await request(id)).to.include({ status: 'available' });
  });

  it('a stopped play ends, and its viewer reads why', async () => {
    const [session] = await rows(mediaSessions);
    await act('session.message', { sessionId: session?.id, text: 'Dinner' });
    await act('session.stop', { sessionId: session?.id, message: 'Good night' });
    expect((await rows(mediaSessions)).map(({ id }) => id)).to.not.include(session?.id);
    expect(started.logged.join()).to.include('Dinner').and.to.include('Good night');
    expect(await refusal('session.stop', { sessionId: session?.id })).to.equal('not_found');
  });

  it('a title that was looked at again lacks nothing', async () => {
    const flaws = scenes.find(({ port }) => port.id === mediaFlaws.id);
    const world = { id: 'demo', seed: 1, speed: 1, now: clock.now().getTime(), edits: noEdits() };
    const [flaw] = (flaws?.read(world) ?? []) as readonly ItemOf<typeof mediaFlaws>[];
    await act('repair.refresh', { itemId: flaw?.itemId ?? '', recursive: true });
    const task = started.integration.tasks?.find(({ id }) => id === mediaFlaws.id);
    const published: ItemOf<typeof mediaFlaws>[] = [];
    await task?.run(
      { replace: (_: unknown, items: never[]) => published.push(...items) } as never,
      new AbortController().signal,
    );
    expect(published.map(({ itemId }) => itemId))
      .to.not.include(flaw?.itemId)
      .and.to.not.have.lengthOf(0);
    expect(await refusal('repair.refresh', { itemId: 'nothing', recursive: true })).to.equal('not_found');
  });
});
