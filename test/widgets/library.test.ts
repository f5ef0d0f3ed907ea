import type { ItemOf, mediaItems } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as catalog, summary as catalogSummary } from '#widgets/catalog.js';
import { widget as libraries } from '#widgets/libraries.js';
import { widget as libraryStorage } from '#widgets/library-storage.js';
import { widget as recent } from '#widgets/recent.js';
import { widget as repair } from '#widgets/repair.js';
import { widget as storage, summary as storageSummary } from '#widgets/storage.js';
import { at, group, NOW, of, render, rows, total } from '../support/answers.js';

describe('catalog', () => {
  const answers = {
    movies: total(812),
    shows: total(96),
    episodes: total(4021),
    libraries: total(3),
    addedWeek: total(17),
  };

  it('counts, and says the same on the homepage', () => {
    const counts = { movies: 812, shows: 96, episodes: 4021, libraries: 3, addedWeek: 17 };
    expect(render(catalog, answers)).to.deep.equal(counts);
    expect(catalogSummary.render(answers, at())).to.deep.equal(counts);
  });
});

const wanted = { hasFile: false, monitored: true, date: '2026-08-25T00:00:00.000Z' };
const estimates = {
  calendar: rows(
    of(
      'films',
      { ...wanted, id: '1', title: 'A film', type: 'movie' as const },
      { ...wanted, id: '2', title: 'An episode', type: 'episode' as const },
      { ...wanted, id: '3', title: 'An album', type: 'album' as const },
      { ...wanted, id: '4', title: 'A book', type: 'book' as const },
    ),
  ),
  fileKinds: [
    group('movie', 3, { sum: 30_000_000_000 }),
    group('episode', 10, { sum: 10_000_000_000 }),
    group('track', 24, { sum: 800_000_000 }),
  ],
  // Two films, one of them in two versions; two albums of twelve tracks.
  titleKinds: [group('movie', 2), group('episode', 10), group('series', 1), group('album', 2)],
};

const UNTOLD = { sizes: [], libraries: rows([]) };

describe('storage', () => {
  it('estimates what is coming by the mean size of a title of its type', () => {
    expect(render(storage, { total: total(37, { sum: 18_412_345_678_901 }), ...UNTOLD, ...estimates })).to.deep.equal({
      totalLabel: '18.4 TB',
      totalBytes: 18_412_345_678_901,
      upcomingCount: 4,
      upcomingEstimate: '16.4 GB',
      upcomingBytes: 15_000_000_000 + 1_000_000_000 + 400_000_000,
    });
  });

  it('estimates nothing from an empty library', () => {
    const answers = { total: total(0), ...UNTOLD, ...estimates, fileKinds: [], titleKinds: [] };
    expect(render(storage, answers)).to.include({ upcomingCount: 4, upcomingBytes: 0, upcomingEstimate: '0 B' });
  });

  it('counts what a server says of a library whose files it does not tell', () => {
    const library = { name: 'Films', type: 'movies' as const, sizeBytes: 5000 };
    const told = {
      total: total(1, { sum: 300 }),
      sizes: [group('1', 1, { source: 'attic', sum: 300 })],
      libraries: rows([...of('attic', { ...library, id: '1' }), ...of('plain', { ...library, id: '1', items: 7 })]),
    };
    expect(storageSummary.render(told, at()).storageBytes).to.equal(5300);
    const none = { films: [], episodes: [], albums: [], others: [] };
    const payload = render(libraries, { ...told, ...none, ...estimates });
    expect(payload.totalBytes).to.equal(5300);
    expect(payload.libraries.map(({ id, bytes, items }) => [id, bytes, items])).to.deep.equal([
      ['plain:1', 5000, 7],
      ['attic:1', 300, 0],
    ]);
  });

  it('is a size and its text on the homepage', () => {
    const slice = storageSummary.render({ total: total(2, { sum: 999_500 }), ...UNTOLD }, at());
    expect(slice).to.deep.equal({ storage: '1 MB', storageBytes: 999_500 });
  });
});

describe('libraries', () => {
  const known = {
    total: total(3, { sum: 1_500 }),
    libraries: rows([
      ...of('living-room', { id: '1', name: 'Films', type: 'movies' as const }),
      ...of(
        'attic',
        { id: '1', name: 'Series', type: 'shows' as const },
        { id: '2', name: 'Empty', type: 'other' as const },
      ),
    ]),
    sizes: [group('1', 3, { source: 'living-room', sum: 1_000 }), group('1', 9, { source: 'attic', sum: 2_000 })],
    // Two films in three files.
    films: [group('1', 2, { source: 'living-room' }), group('1', 1, { source: 'attic' })],
    episodes: [group('1', 8, { source: 'attic' })],
    albums: [],
    others: [],
  };

  it('keep two servers’ libraries of the same id apart; the largest comes first, an empty one is there', () => {
    const payload = render(libraries, { ...known, ...estimates }, at({ limit: 1 }));
    expect(payload.libraries).to.deep.equal([
      {
        id: 'attic:1',
        name: 'Series',
        type: 'shows',
        bytes: 2000,
        size: '2 kB',
        items: 9,
        titles: '9 titles',
        locations: [],
        label: '2 kB',
      },
      {
        id: 'living-room:1',
        name: 'Films',
        type: 'movies',
        bytes: 1000,
        size: '1 kB',
        items: 2,
        titles: '2 titles',
        locations: [],
        label: '1 kB',
      },
      {
        id: 'attic:2',
        name: 'Empty',
        type: 'other',
        bytes: 0,
        size: '0 B',
        items: 0,
        titles: '0 titles',
        locations: [],
        label: '0 B',
      },
    ]);
    expect(payload).to.include({ upcomingCount: 4, upcomingEstimate: '16.4 GB', totalLabel: '1.5 kB' });
  });

  it('are the same under a path of their own', () => {
    const payload = render(libraryStorage, known);
    expect(payload.libraries[0]).to.deep.equal({
      id: 'attic:1',
      name: 'Series',
      bytes: 2000,
      size: '2 kB',
      items: 9,
      label: '2 kB',
    });
    expect(payload).to.include({ totalBytes: 1500, totalLabel: '1.5 kB' });
  });
});

describe('recent', () => {
  const film = { libraryId: 'l', kind: 'movie' as const, addedAt: '2026-08-22T08:10:00.000Z' };
  const part = { libraryId: 'l', seriesId: 'harbor', series: 'Example Harbor', addedAt: '2026-08-21T22:30:00.000Z' };
  const show = (...items: readonly ItemOf<typeof mediaItems>[]) =>
    render(recent, { all: total(99), week: total(7), newest: rows(of('s', ...items)) }).items;

  it('shows the newest titles and counts all', () => {
    const newest = rows(
      of('s', { ...film, id: '1', title: 'Metropolis', year: 1927 }, { ...film, id: '2', title: 'X' }),
    );
    expect(render(recent, { all: total(99), week: total(7), newest })).to.deep.equal({
      count: 99,
      addedWeek: 7,
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

  it('takes the days from the zone', () => {
    const newest = rows(
      of(
        's',
        { ...part, id: 'e2', kind: 'episode' as const, title: 'High Water', addedAt: '2026-08-21T22:30:00.000Z' },
        { ...part, id: 'e1', kind: 'episode' as const, title: 'The Pier', addedAt: '2026-08-21T21:30:00.000Z' },
      ),
    );
    const answers = { all: total(2), week: total(2), newest };
    expect(render(recent, answers).items).to.have.length(1);
    expect(render(recent, answers, at({ zone: 'Europe/Berlin' })).items).to.have.length(2);
  });
});

describe('repair', () => {
  it('counts by flaw and names the title to refresh', () => {
    const flaws = rows(
      of(
        's',
        { itemId: '1', title: 'Metropolis', issue: 'poster' as const, addedAt: NOW },
        { itemId: '1', title: 'Metropolis', issue: 'unmatched' as const },
      ),
    );
    const payload = render(repair, { counts: [group('poster', 40), group('unmatched', 1)], flaws });
    expect(payload).to.include({
      issues: 41,
      posters: 40,
      logos: 0,
      runtime: 0,
      unmatched: 1,
      ok: false,
      status: 'check',
    });
    expect(payload.items).to.deep.equal([
      { itemId: 's:1', title: 'Metropolis', issue: 'poster', tone: 'muted', label: 'no poster' },
      { itemId: 's:1', title: 'Metropolis', issue: 'unmatched', tone: 'attention', label: 'unmatched' },
    ]);
  });

  it('is ok when nothing is wrong', () => {
    expect(render(repair, { counts: [], flaws: rows<never>([]) })).to.include({ ok: true, status: 'ok' });
  });
});
