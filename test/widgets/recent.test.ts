import type { ItemOf, mediaItems } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as recent } from '#widgets/recent.js';
import { at, of, render, rows, total } from '../support/answers.js';

describe('recent', () => {
  const film = { libraryId: 'l', kind: 'movie' as const, addedAt: '2026-08-22T08:10:00.000Z' };
  const part = { libraryId: 'l', seriesId: 'harbor', series: 'Example Harbor', addedAt: '2026-08-21T22:30:00.000Z' };
  const libraries = rows(
    of(
      's',
      { id: 'l', name: 'Films', type: 'movies' as const },
      { id: 'k', name: 'Films 4K', type: 'movies' as const },
    ),
  );
  const counts = { all: total(99), week: total(7), addedMovies: total(2), addedEpisodes: total(4) };
  const show = (...items: readonly ItemOf<typeof mediaItems>[]) =>
    render(recent, { ...counts, newest: rows(of('s', ...items)), libraries }).items;

  it('shows the newest titles and counts all', () => {
    const newest = rows(
      of('s', { ...film, id: '1', title: 'Metropolis', year: 1927 }, { ...film, id: '2', title: 'X' }),
    );
    expect(render(recent, { ...counts, newest, libraries })).to.deep.equal({
      count: 99,
      addedWeek: 7,
      addedMovies: 2,
      addedEpisodes: 4,
      items: [
        {
          id: 's:1',
          title: 'Metropolis',
          type: 'movie',
          year: 1927,
          added: film.addedAt,
          artist: '',
          resolution: '',
          addedKind: 'unknown',
          episodes: 0,
          more: '',
          poster: '',
          library: 'Films',
          label: '1 h ago',
        },
        {
          id: 's:2',
          title: 'X',
          type: 'movie',
          year: null,
          added: film.addedAt,
          artist: '',
          resolution: '',
          addedKind: 'unknown',
          episodes: 0,
          more: '',
          poster: '',
          library: 'Films',
          label: '1 h ago',
        },
      ],
    });
  });

  it('shows a new series as one title, however many episodes came with it', () => {
    const items = show(
      { ...part, id: 'e2', kind: 'episode', title: 'High Water' },
      { ...part, id: 'e1', kind: 'episode', title: 'The Pier' },
      { ...part, id: 's1', kind: 'season', title: 'Season 1' },
      { libraryId: 'l', id: 'harbor', kind: 'series', title: 'Example Harbor', addedAt: '2026-08-21T20:00:00.000Z' },
      { ...film, id: 'm', title: 'Metropolis' },
    );
    expect(items.map((item) => item.id)).to.deep.equal(['s:harbor', 's:m']);
  });

  it('shows new episodes of an old series by the newest of each day', () => {
    const items = show(
      { ...part, id: 'e3', kind: 'episode', title: 'Ebb' },
      { ...part, id: 'e2', kind: 'episode', title: 'High Water' },
      { ...part, id: 'e1', kind: 'episode', title: 'The Pier', addedAt: '2026-08-14T22:30:00.000Z' },
      { libraryId: 'l', id: 'harbor', kind: 'series', title: 'Example Harbor', addedAt: '2026-01-01T20:00:00.000Z' },
    );
    expect(items.map((item) => item.title)).to.deep.equal([
      'Example Harbor – Ebb',
      'Example Harbor – The Pier',
      'Example Harbor',
    ]);
  });

  it('shows a film in two libraries once, and names both', () => {
    const both = { ...film, kind: 'movie' as const, title: 'Safety Last!', workId: 'movie:tmdb:22596' };
    const items = show(
      { ...both, id: '4k', libraryId: 'k', addedAt: '2026-08-22T08:20:00.000Z' },
      { ...both, id: 'hd' },
      // It came for the first time a week before.
      { ...both, id: 'old', addedAt: '2026-08-15T08:10:00.000Z' },
    );
    expect(items.map(({ id, library }) => [id, library])).to.deep.equal([['s:4k', 'Films 4K, Films']]);
  });

  it('says how many episodes came along, each once however many libraries have it', () => {
    const named = (id: string, episode: number, more: object = {}) => ({
      ...part,
      ...{ id, kind: 'episode' as const, title: `No. ${episode}`, workId: `episode:tvdb:1:1x${episode}` },
      ...more,
    });
    const other = { seriesId: 'harbor-4k', libraryId: 'k' };
    const items = show(
      named('e4', 4),
      named('e3', 3),
      named('x3', 3, other),
      named('e2', 2),
      named('x2', 2, other),
      named('e1', 1),
    );
    expect(items.map(({ id, more, episodes, library }) => [id, more, episodes, library])).to.deep.equal([
      ['s:e4', '+3 episodes', 3, 'Films, Films 4K'],
    ]);
    const series = { ...film, id: 'harbor', kind: 'series' as const, title: 'Example Harbor', addedAt: part.addedAt };
    expect(show(named('e1', 1), series).map(({ id, more }) => [id, more])).to.deep.equal([['s:harbor', '+1 episode']]);
  });

  it('takes the days from the zone', () => {
    const newest = rows(
      of(
        's',
        { ...part, id: 'e2', kind: 'episode' as const, title: 'High Water', addedAt: '2026-08-21T22:30:00.000Z' },
        { ...part, id: 'e1', kind: 'episode' as const, title: 'The Pier', addedAt: '2026-08-21T21:30:00.000Z' },
      ),
    );
    const answers = { ...counts, newest, libraries };
    expect(render(recent, answers).items).to.have.length(1);
    expect(render(recent, answers, at({ zone: 'Europe/Berlin' })).items).to.have.length(2);
  });
});
