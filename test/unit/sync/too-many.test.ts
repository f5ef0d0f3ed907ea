/** A source that tells of more sessions at once than any real one has. */
import { mediaSessions, opsNotices } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { house, sourceOf } from './house.js';

const session = (index: number) => ({
  id: `s${index}`,
  viewer: 'ada',
  itemId: `m${index}`,
  title: `Film ${index}`,
  kind: 'movie' as const,
  client: 'Web',
  device: 'Sofa',
  deviceId: `d${index}`,
  method: 'direct' as const,
  audioMethod: 'direct' as const,
  paused: false,
  positionSeconds: 10,
});

describe('a source that tells of thousands of sessions', () => {
  it('has 500 of them, and a notice for as long as it does', async () => {
    let count = 2000;
    const task = {
      id: 'sessions',
      every: '10s' as const,
      fills: [mediaSessions],
      run: async (out: { replace(port: typeof mediaSessions, rows: readonly never[]): void }) =>
        out.replace(mediaSessions, Array.from({ length: count }, (_, index) => session(index)) as never),
    };
    const { engine, clock, rows, cache } = await house(sourceOf('a', { tasks: [task as never] }));
    engine.start();
    await clock.advance(3000);
    expect(await cache.held(mediaSessions.id, 'a')).to.have.lengthOf(500);
    const [notice, ...others] = await rows(opsNotices);
    expect(others).to.deep.equal([]);
    expect(notice).to.deep.include({ id: 'too_many:a:media.sessions', severity: 'warn', source: 'a' });
    expect(notice)
      .to.have.property('text')
      .that.matches(/^a has 2000 rows of media\.sessions: only the first 500 /);
    count = 3;
    await clock.advance(24_000);
    expect(await rows(opsNotices)).to.deep.equal([]);
    await engine.stop();
  });
});
