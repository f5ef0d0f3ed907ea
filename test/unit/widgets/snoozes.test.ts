/** What is put off: for how long, until what, and what everybody is told meanwhile. */
import 'reflect-metadata';
import { type DigestItem, digest, opsSnoozes } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { Snoozes } from '#core/widgets/snoozes.js';
import { everyone, makeScene, rule, ZONE } from './scene.js';

const HOUR = 3_600_000;
const full: DigestItem = {
  type: 'disk',
  severity: 'warn',
  text: '/data has 3 GB left',
  source: 'films',
  about: '/data',
};
const late: DigestItem = { type: 'backup', severity: 'warn', text: 'The last backup is 8 days old' };

async function wall(...first: readonly DigestItem[]) {
  const scene = await makeScene([]);
  await scene.cache.declare(opsSnoozes);
  let items = first;
  // Rules look at the time, so that nothing but a snooze is remembered here.
  scene.registry.add('core', { rules: [rule('wall', ({ now }) => (now === undefined ? [] : items))] });
  const snoozes = new Snoozes(scene.reader, scene.cache, scene.clock, { zone: ZONE });
  await snoozes.open();
  const pass = (hours: number): Promise<void> => scene.clock.advance(hours * HOUR);
  const idOf = async (text: string): Promise<string> => {
    const { items: open, snoozed } = await snoozes.attention();
    return [...open, ...snoozed].find((entry) => entry.text === text)?.id ?? '';
  };
  return {
    ...scene,
    snoozes,
    pass,
    snooze: async (text: string, span: 'day' | 'week' | 'change') => snoozes.snooze(await idOf(text), span, 'ada'),
    idOf,
    says: (...now: readonly DigestItem[]) => {
      items = now;
    },
    shown: async (variant = everyone) => (await scene.reader.ask(digest(), variant)).map(({ text }) => text),
    held: async () => (await snoozes.attention()).snoozed.map(({ text }) => text),
  };
}

describe('a snoozed item', () => {
  it('is away for a day whatever its numbers say, counted, and comes back', async () => {
    const scene = await wall(full, late);
    await scene.snooze(full.text, 'day');
    expect(await scene.shown()).to.deep.equal([late.text]);
    expect((await scene.snoozes.attention()).snoozed).to.have.lengthOf(1);
    expect((await scene.snoozes.attention()).snoozed[0]).to.include({ text: full.text, by: 'ada' });
    await scene.pass(23);
    scene.says({ ...full, severity: 'error', text: '/data has 1 GB left' }, late);
    expect(await scene.shown()).to.deep.equal([late.text]);
    await scene.pass(1.1);
    expect(await scene.shown()).to.deep.equal(['/data has 1 GB left', late.text]);
    expect(await scene.held()).to.deep.equal([]);
  });

  it('is away for a week', async () => {
    const scene = await wall(late);
    await scene.snooze(late.text, 'week');
    await scene.pass(7 * 24 - 1);
    expect(await scene.shown()).to.deep.equal([]);
    await scene.pass(1.1);
    expect(await scene.shown()).to.deep.equal([late.text]);
  });

  it('is away until it says something else, or is graver', async () => {
    const scene = await wall(full);
    await scene.snooze(full.text, 'change');
    await scene.pass(1000);
    expect(await scene.shown()).to.deep.equal([]);
    scene.says({ ...full, severity: 'error' });
    await scene.pass(1);
    expect(await scene.shown()).to.deep.equal([full.text]);
    scene.says(full);
    await scene.snooze(full.text, 'change');
    scene.says({ ...full, text: '/data has 2 GB left' });
    await scene.pass(1);
    expect(await scene.shown()).to.deep.equal(['/data has 2 GB left']);
  });

  it('is news when it comes back after it was gone', async () => {
    const scene = await wall(full);
    await scene.snooze(full.text, 'change');
    scene.says();
    await scene.pass(1);
    await scene.snoozes.sweep();
    scene.says(full);
    await scene.pass(1);
    expect(await scene.shown()).to.deep.equal([full.text]);
  });

  it('hides no other one of its kind', async () => {
    const other = { ...full, text: '/data2 has 3 GB left', about: '/data2' };
    const scene = await wall(full, other);
    await scene.snooze(full.text, 'week');
    expect(await scene.shown()).to.deep.equal([other.text]);
  });

  it('is away for readers of one integration, and for those who may not know all, too', async () => {
    const scene = await wall(full, late);
    await scene.snooze(full.text, 'change');
    const privacy = { viewers: 'none', hidesAddresses: true } as const;
    expect(await scene.shown({ ...everyone, privacy })).to.deep.equal([late.text]);
    expect(await scene.shown({ ...everyone, zone: 'Asia/Tokyo' })).to.deep.equal([late.text]);
  });

  it('is shown again by hand; one that nobody knows is refused', async () => {
    const scene = await wall(full);
    const id = await scene.idOf(full.text);
    await scene.snooze(full.text, 'week');
    await scene.snoozes.wake(id);
    expect(await scene.shown()).to.deep.equal([full.text]);
    const refusals = await Promise.all(
      [scene.snoozes.wake(id), scene.snoozes.snooze('0123456789abcdef', 'day', 'ada')].map((act) =>
        act.then(
          () => 'done',
          (error: Error) => error.message,
        ),
      ),
    );
    expect(refusals).to.deep.equal(['The digest does not have this item', 'The digest does not have this item']);
  });

  it('leaves nothing behind when it is over', async () => {
    const scene = await wall(full);
    await scene.snooze(full.text, 'day');
    await scene.snoozes.sweep();
    expect(scene.cache.atHand(opsSnoozes)).to.have.lengthOf(1);
    await scene.pass(25);
    await scene.snoozes.sweep();
    expect(scene.cache.atHand(opsSnoozes)).to.deep.equal([]);
  });
});
