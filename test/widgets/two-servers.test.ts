/** Two media servers whose ids collide: what is told of one's titles is never told of the other's. */
import { type AnyPort, cleanupItems, type ItemOf, type Rows, requestItems } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as cleanup } from '#widgets/cleanup.js';
import { widget as stitched } from '#widgets/downloads-stitched.js';
import { lookup } from '#widgets/item-summary.js';
import { widget as requests } from '#widgets/requests.js';
import { at, of, render, rows } from '../support/answers.js';
import { askOf } from '../support/ask.js';
import { type Ties, twoServers } from '../support/world/two-servers.js';

const TITLES = [
  'attic:7',
  'attic:8',
  'attic:81',
  'attic:9',
  'attic:10',
  'cellar:7',
  'cellar:8',
  'cellar:81',
  'cellar:9',
];

/** Title → the request and the collection that are told of it. */
async function told(ties: Ties): Promise<Record<string, string>> {
  const ask = askOf(...twoServers(ties));
  const lines = TITLES.map(async (id) => {
    const summary = await lookup.answer(ask, { id }, at());
    return [id, `${summary?.request?.id ?? '-'} ${summary?.cleanup?.collection ?? '-'}`] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}

const tableOf = <P extends AnyPort>(ties: Ties, { id }: P): Rows<ItemOf<P>> =>
  rows(twoServers(ties).find(([port]) => port.id === id)?.[1] ?? []) as Rows<ItemOf<P>>;

describe('two media servers whose ids collide', () => {
  it('are told apart by the server that each tool is tied to', async () => {
    const apart = {
      'attic:7': 'wishes:general -',
      'attic:8': 'wishes:harbor -',
      'attic:81': 'wishes:harbor -',
      'attic:9': 'wishes:metropolis -',
      'attic:10': 'wishes:alone -',
      // The same film as attic:9, but its request and its copy there are another server’s.
      'cellar:7': '- Old films',
      'cellar:8': '- Old series',
      'cellar:81': '- Old series',
      'cellar:9': '- Seen',
    };
    expect(await told({ tied: true, publicIds: true })).to.deep.equal(apart);
    expect(await told({ tied: true, publicIds: false })).to.deep.equal(apart);
  });

  it('are joined by public ids where no tool says to which server it is tied', async () => {
    expect(await told({ tied: false, publicIds: true })).to.deep.equal({
      'attic:7': 'wishes:general -',
      'attic:8': 'wishes:harbor -',
      'attic:81': 'wishes:harbor -',
      // The film is on both servers.
      'attic:9': 'wishes:metropolis Old films',
      // No public id, but nobody else holds a 10.
      'attic:10': 'wishes:alone -',
      'cellar:7': 'wishes:metropolis Old films',
      'cellar:8': '- Old series',
      'cellar:81': '- Old series',
      'cellar:9': '- Seen',
    });
  });

  it('are not joined at all where there are no public ids, but for what one source alone holds', async () => {
    const nothing = Object.fromEntries(TITLES.map((id) => [id, '- -']));
    expect(await told({ tied: false, publicIds: false })).to.deep.equal({ ...nothing, 'attic:10': 'wishes:alone -' });
  });

  it('have no title by an id that both hold: the sentence names them', async () => {
    const ask = askOf(...twoServers({ tied: true, publicIds: true }));
    const wrong = await lookup.answer(ask, { id: '7' }, at()).catch((error: unknown) => error);
    expect(wrong).to.include({
      code: 'refused',
      message: '7 is a title of attic and of cellar: use attic:7 or cellar:7',
    });
    expect((await lookup.answer(ask, { id: '10' }, at()))?.item.id).to.equal('attic:10');
    expect((await lookup.answer(ask, { id: ':10' }, at()))?.item.id).to.equal('attic:10');
    for (const id of ['cellar:10', 'nowhere:7', '70'])
      expect(await lookup.answer(ask, { id }, at()), id).to.equal(null);
  });

  it('share a download of a film that both may want: it goes by the work, and names the server of its request', () => {
    const key = 'A'.repeat(40);
    const downloads = of('torrents', {
      ...{ id: 'a', downloadKey: key, name: 'Metropolis.1927', state: 'downloading' as const },
      ...{ sizeBytes: 2, leftBytes: 1, downBps: 1, upBps: 0 },
    });
    const releases = of('films', {
      ...{ id: key, downloadKey: key, title: 'Metropolis', type: 'movie' as const, state: 'downloading' as const },
      ...{ records: 1, tmdb: '19' },
    });
    const matched = (ties: Ties) => {
      const answers = {
        queue: rows(downloads),
        releases: rows(releases),
        grabs: rows<never>([]),
        requests: tableOf(ties, requestItems),
        hits: rows<never>([]),
      };
      const [item] = render(stitched, answers).items;
      return [item?.matchedBy, item?.request?.id, item?.request?.mediaServerItemId];
    };
    expect(matched({ tied: true, publicIds: true })).to.deep.equal(['ids', 'wishes:metropolis', 'attic:9']);
    expect(matched({ tied: false, publicIds: true })).to.deep.equal(['ids', 'wishes:metropolis', '9']);
    // Its ids are known, and no request has them.
    expect(matched({ tied: true, publicIds: false })).to.deep.equal(['none', undefined, undefined]);
  });

  it('are no matter of lists: each row of requests and of cleanups is its own tool’s', () => {
    for (const ties of [
      { tied: true, publicIds: true },
      { tied: false, publicIds: false },
    ]) {
      const counts = rows<never>([]);
      const asked = render(requests, { counts, requests: tableOf(ties, requestItems) }).items;
      const names = ['alone', 'metropolis', 'harbor', 'general'];
      expect(asked.map(({ id }) => id)).to.deep.equal(names.map((name) => `wishes:${name}`));
      const removed = { count: 0, distinct: 0, sum: 0 };
      const titles = tableOf(ties, cleanupItems);
      const tallies = { removed, removedDay: removed, struckDay: removed };
      const others = {
        actions: rows<never>([]),
        matters: rows<never>([]),
        queue: rows<never>([]),
        media: rows<never>([]),
      };
      const going = render(cleanup, { counts, titles, ...tallies, ...others }).items;
      expect(going.map(({ id, title }) => `${id} ${title}`)).to.deep.equal([
        'broom:c7 Metropolis',
        'broom:c8 Signal Ridge',
        'broom:c9 Charade',
      ]);
    }
  });
});
