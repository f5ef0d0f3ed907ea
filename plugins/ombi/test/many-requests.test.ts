import { codeOf, type Http } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { connect } from '../src/client.js';
import { readsOf } from '../src/reads.js';

const LIST = /^\/api\/v2\/Requests\/(movie|tv)(\/pending)?\/(\d+)\/(\d+)\/RequestedDate\/desc$/;

const film = (id: number) => ({ id, title: `Film ${id}`, approved: id !== 1, requestedUser: { userAlias: 'nora' } });

/** Ombi with so many films, the oldest of which waits for a decision. */
function household(films: number, lost = 0) {
  const asked: string[] = [];
  let rows = Array.from({ length: films }, (_, index) => film(films - index));
  const get: Http['get'] = async (path) => {
    asked.push(path.replace('/api/v2/Requests/', '').replace('/RequestedDate/desc', ''));
    const [, kind, pending, count, position] = LIST.exec(path) ?? [];
    const all = kind === 'tv' ? [] : pending === undefined ? rows : rows.filter(({ approved }) => !approved);
    const collection = all.slice(Number(position) + lost, Number(position) + Number(count));
    return { status: 200, headers: {}, cookies: [], data: { collection, total: all.length } };
  };
  const http = { baseUrl: 'http://ombi.test', timeoutMs: 10_000, get } as Http;
  return {
    reads: readsOf(connect({ http, config: { apiKey: 'a-key' } })),
    asked,
    request: (id: number) => {
      rows = [film(id), ...rows];
    },
  };
}

describe('ombi: many requests', () => {
  const { signal } = new AbortController();

  it('are listed page by page, each once, though one comes meanwhile and moves the others on', async () => {
    const { reads, asked, request } = household(600);
    const listed = reads.requests(signal);
    request(601);
    const ids = (await listed).map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.include.members(['movie-600', 'movie-351', 'movie-350', 'movie-1']);
    expect(asked).to.have.members(['movie/250/0', 'movie/250/250', 'movie/250/500', 'tv/250/0']);
  });

  it('are the newest hundred for who waits, and those among the older that wait for a decision', async () => {
    const { reads, asked } = household(600);
    const ids = (await reads.newestRequests(signal)).map(({ id }) => id);
    expect(ids).to.have.lengthOf(101);
    expect([ids[0], ids[99], ids[100]]).to.deep.equal(['movie-600', 'movie-501', 'movie-1']);
    expect(asked).to.have.members(['movie/100/0', 'movie/pending/100/0', 'tv/100/0']);
  });

  it('do not look deleted where Ombi lists fewer than it counts', async () => {
    const failure = await household(600, 1).reads.requests(signal).catch(codeOf);
    expect(failure).to.equal('bad_response');
  });
});
