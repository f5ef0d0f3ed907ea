import { feedRetry, isUnanswered } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { retryAction } from '../src/actions.js';
import { type Client, connect } from '../src/client.js';
import { hitsTask } from '../src/hits-task.js';
import type { Release } from '../src/upstream.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const MINUTE_MS = 60_000;
const clock = { now: () => NOW };
const signal = new AbortController().signal;

const push = {
  id: 1,
  status: 'PUSH_ERROR',
  action: 'To away',
  action_id: 4,
  filter_id: 3,
  type: 'QBITTORRENT',
  rejections: [],
};

/** The newest first, one every so many minutes. */
const releases = (many: number, minutes: number): readonly Release[] =>
  Array.from({ length: many }, (_, index) => ({
    id: many - index,
    name: `Release.${many - index}`,
    timestamp: new Date(NOW.getTime() - index * minutes * MINUTE_MS).toISOString(),
    filter: 'Films',
    indexer: { name: 'Reels', identifier: 'reels' },
    size: 0,
    action_status: [push],
  }));

/** A bot that remembers what it was asked for. */
function bot(all: readonly Release[]) {
  const asked: number[] = [];
  const read = async (offset: number) => {
    asked.push(offset);
    return all.slice(offset, offset + 100);
  };
  return { asked, releases: read };
}

async function run(client: Pick<Client, 'releases'>, start?: string) {
  const ids = new Set<string>();
  let cursor = start;
  let slices = 0;
  for (;;) {
    const answer = await hitsTask(client, { clock }).run(
      {
        replace: () => undefined,
        patch: () => undefined,
        append: (_port, items) => {
          for (const item of items as unknown as readonly { id: string }[]) ids.add(item.id);
        },
        held: async () => new Set(),
        gaps: async () => [],
        progress: () => undefined,
        cursor: {
          get: () => cursor,
          set: (value) => {
            cursor = value;
          },
        },
      },
      signal,
    );
    slices += 1;
    if (answer !== 'more') return { ids, cursor, slices };
  }
}

describe('autobrr: long lists', () => {
  it('are read back for 90 days, ten pages at a time', async () => {
    const source = bot(releases(5_000, 60));
    const { ids, slices } = await run(source);
    expect(ids.size).to.equal(90 * 24);
    expect(slices).to.equal(3);
    expect(source.asked).to.deep.equal(Array.from({ length: 22 }, (_, page) => page * 100));
  });

  it('are read for what is new, and again for what may still change', async () => {
    const all = releases(1_000, 1);
    const first = bot(all);
    const { cursor } = await run(first);
    expect(first.asked).to.have.length(11);
    const second = bot(all);
    await run(second, cursor);
    expect(second.asked).to.deep.equal([0, 100]);
    const away = bot(all);
    await run(away, JSON.stringify({ newest: NOW.getTime() - 450 * MINUTE_MS }));
    expect(away.asked).to.deep.equal([0, 100, 200, 300, 400]);
  });
});

describe('autobrr: another try', () => {
  it('looks as far back as the release is old, and no further', async () => {
    const all = releases(1_000, 1);
    const source = bot(all);
    const tried: (readonly number[])[] = [];
    const retry = async (release: number, of: number) => {
      tried.push([release, of]);
    };
    const { run: act } = retryAction({ client: { ...source, retry }, clock });
    const perform = act as (input: { id: string }, signal: AbortSignal) => Promise<void>;
    const idOf = (index: number) => `${all[index]?.id}@${Date.parse(all[index]?.timestamp ?? '') / 1000}`;
    await perform({ id: idOf(250) }, signal);
    expect(tried).to.deep.equal([[750, 1]]);
    expect(source.asked).to.deep.equal([0, 100, 200]);
    const gone = await perform({ id: `7777@${NOW.getTime() / 1000 - 60 * 150}` }, signal).catch(
      (error: unknown) => error,
    );
    expect(gone).to.include({ code: 'not_found' });
    expect(source.asked).to.deep.equal([0, 100, 200, 0, 100, 200]);
    expect(feedRetry.family).to.equal('feed');
  });

  it('of which nothing was heard may have been made, but nothing was while it was looked up', async () => {
    const fail = Object.assign(new Error('no answer in time'), { code: 'unreachable', unanswered: true });
    const never = () => Promise.reject(fail);
    const http = {
      theirs: (at: Date) => at,
      baseUrl: 'http://autobrr.test',
      timeoutMs: 5,
      get: never,
      post: never,
      put: never,
      delete: never,
      request: never,
      socket: never,
    };
    const client = connect({ http, config: { apiKey: 'x' } });
    const sent = await client.retry(1, 2, signal).catch((error: unknown) => error);
    expect(isUnanswered(sent)).to.equal(true);
    const { run: act } = retryAction({ client, clock });
    const perform = act as (input: { id: string }, signal: AbortSignal) => Promise<void>;
    const looked = await perform({ id: '1@1' }, signal).catch((error: unknown) => error);
    expect(looked).to.include({ code: 'unreachable' });
    expect(isUnanswered(looked)).to.equal(false);
  });
});
