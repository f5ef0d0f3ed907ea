/** A server whose clock is behind dates what it saves by that clock, and is asked by it. */
import { expect } from 'chai';
import type { Client } from '../src/client.js';
import { gapsTask } from '../src/gaps-task.js';
import { itemsTask } from '../src/items-task.js';

const NOW = '2026-11-20T12:00:00.000Z';
const BEHIND_MS = 3 * 3_600_000;
const clock = { now: () => new Date(NOW) };
const { signal } = new AbortController();

const theirs = (at: Date): Date => new Date(at.getTime() - BEHIND_MS);

describe('a Plex whose clock is behind', () => {
  it('is asked for what it saved since by its own clock', async () => {
    const client = { theirs, items: async () => ({ rows: [], total: 0 }) } as unknown as Client;
    const libraries = async () => [{ id: '1', kind: 'movie' }] as never;
    let cursor = '';
    const set = (text: string): void => {
      cursor = text;
    };
    const out = {
      cursor: { get: () => undefined, set },
      patch: () => undefined,
      progress: () => undefined,
      held: async () => new Set(),
    };
    await itemsTask({ client, clock, libraries }).run(out as never, signal);
    const [since] = Object.values((JSON.parse(cursor) as { since: Record<string, number> }).since);
    expect(since).to.equal(Date.parse('2026-11-20T08:50:00.000Z') / 1000);
  });

  it('is asked about a gap by its own clock', async () => {
    const asked: number[] = [];
    const client = {
      theirs,
      async viewsSince(since: number) {
        asked.push(since);
        return { rows: [], total: 0 };
      },
    } as unknown as Client;
    const gaps = async () => [{ from: '2026-11-20T06:00:00.000Z', to: '2026-11-20T07:00:00.000Z' }];
    const out = { cursor: { get: () => undefined, set: () => undefined }, gaps };
    await gapsTask({ client, clock }).run(out as never, signal);
    expect(asked).to.deep.equal([Date.parse('2026-11-20T03:00:00.000Z') / 1000]);
  });
});
