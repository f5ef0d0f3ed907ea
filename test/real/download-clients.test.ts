/** The plugins of the download clients against real programs. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyPlugin, downloadQueue, type ItemOf } from '@sidelight/plugin-api';
import { startRun } from '@sidelight/plugin-api/host';
import { startIntegration, type TestIntegration } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { root } from '../support/daemon.js';
import { type Bed, type BedItem, startBed } from './bed.js';
import { until } from './until.js';

type Download = ItemOf<typeof downloadQueue>;

async function pluginOf(id: string): Promise<AnyPlugin> {
  const module: unknown = await import(pathToFileURL(join(root, 'plugins', id, 'dist', 'src', 'plugin.js')).href);
  return (module as { default: AnyPlugin }).default;
}

const signal = () => AbortSignal.timeout(20_000);

async function queueOf({ integration }: TestIntegration): Promise<readonly Download[]> {
  const task = integration.tasks?.find((one) => one.id === downloadQueue.id);
  if (task === undefined) throw new Error('there is no task for the queue');
  const run = startRun({ task, cursor: undefined, held: async () => new Set() });
  await task.run(run.out, signal());
  const [change] = run.finish().changes;
  return change?.kind === 'replace' ? (change.items as Download[]) : [];
}

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
      let started: TestIntegration;
      before(async () => {
        const { url, username, password } = bed[id];
        started = startIntegration(await pluginOf(id), { url, username, password });
      });
      after(() => started.stop());

      const act = async (name: string, input: object) => {
        const handler = started.integration.actions?.find(({ action }) => action.id === name);
        await handler?.run(input as never, signal());
      };
      const stateOf = async (hash: string) => (await queueOf(started)).find((one) => one.id === hash)?.state;

      it('tells its version', async () => {
        expect((await started.integration.check(signal())).version).to.match(/^\d+\.\d+/);
      });

      it('has every torrent in its state', async () => {
        const states = Object.fromEntries((await queueOf(started)).map(({ name, state }) => [name, state]));
        expect(states).to.deep.equal(Object.fromEntries(bed.items.map(({ name, state }) => [name, state])));
      });

      it('tells sizes, and what is left, as the client itself does', async () => {
        const still = (one: { readonly name: string }) => one.name !== item('active').name;
        const native = (await bed[id].list()).filter(still);
        const queue = (await queueOf(started)).filter(still);
        const facts = ({ name, sizeBytes, leftBytes }: Pick<Download, 'name' | 'sizeBytes' | 'leftBytes'>) =>
          `${name} ${Math.max(0, sizeBytes)} ${leftBytes}`;
        expect(queue.map(facts).sort()).to.deep.equal(native.map(facts).sort());
      });

      it('sees the download move', async () => {
        const left = async () => (await queueOf(started)).find(({ id }) => id === item('active').hash)?.leftBytes ?? 0;
        const before = await left();
        await until('bytes to arrive', async () => (await left()) < before);
      });

      it('pauses and resumes', async () => {
        const { hash } = item('stalled');
        await act('download.pause', { id: hash, paused: true });
        await until('it to be paused', async () => (await stateOf(hash)) === 'paused');
        await act('download.pause', { id: hash, paused: false });
        await until('it to run or wait', async () => /^(stalled|queued)$/.test((await stateOf(hash)) ?? ''));
      });

      it('removes, and says what is not there', async () => {
        const { hash } = item('paused');
        await act('download.remove', { id: hash, deleteData: true });
        await until('it to be gone', async () => (await stateOf(hash)) === undefined);
        const again = await act('download.remove', { id: hash, deleteData: true }).catch((error: unknown) => error);
        expect(again).to.have.property('code', 'not_found');
      });

      it('rejects while the server is down, and goes on after it was killed and started again', async () => {
        const before = (await queueOf(started)).length;
        await bed[id].kill();
        const down = await queueOf(started).catch((error: unknown) => error);
        expect(down).to.have.property('code', 'unreachable');
        await bed[id].start();
        await until('the queue to be back', async () => (await queueOf(started)).length === before);
      });
    });
  }
});
