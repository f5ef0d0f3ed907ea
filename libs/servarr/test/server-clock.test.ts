/** A manager whose clock is behind dates its history by that clock: the first listing begins there. */
import { releaseGrabs } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { grabsTask } from '../src/grabs.js';

const NOW = '2026-11-20T12:00:00.000Z';
const DAY_MS = 86_400_000;
const BEHIND_MS = 30 * DAY_MS;

describe('a manager whose clock is behind', () => {
  it('is asked for its history by that clock, and later by what it told', async () => {
    const asked: string[] = [];
    const task = grabsTask({
      type: 'movie',
      clock: { now: () => new Date(NOW) },
      http: { theirs: (at) => new Date(at.getTime() - BEHIND_MS) },
      async history(since) {
        asked.push(since);
        return [];
      },
      subjects: async () => () => ({ work: undefined }) as never,
    });
    let cursor: string | undefined;
    const out = {
      append: () => undefined,
      cursor: {
        get: () => cursor,
        set(text: string) {
          cursor = text;
        },
      },
    };
    const { signal } = new AbortController();
    await task.run(out as never, signal);
    await task.run(out as never, signal);
    const first = new Date(Date.parse(NOW) - BEHIND_MS - (releaseGrabs.days ?? 0) * DAY_MS).toISOString();
    expect(asked).to.deep.equal([first, first]);
  });
});
