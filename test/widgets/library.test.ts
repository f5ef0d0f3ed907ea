import { expect } from 'chai';
import { widget as catalog, summary as catalogSummary } from '#widgets/catalog.js';
import { widget as libraries } from '#widgets/libraries.js';
import { widget as libraryStorage } from '#widgets/library-storage.js';
import { widget as storage, summary as storageSummary } from '#widgets/storage.js';
import { at, group, of, render, rows, total } from '../support/answers.js';

describe('catalog', () => {
  const answers = {
    movies: total(812),
    shows: total(96),
    episodes: total(4021),
    libraries: total(3),
    addedWeek: total(17),
    addedMovies: total(3),
    addedEpisodes: total(12),
  };

  it('counts, and says the same on the homepage', () => {
    const counts = {
      ...{ movies: 812, shows: 96, episodes: 4021, libraries: 3 },
      ...{ addedWeek: 17, addedMovies: 3, addedEpisodes: 12 },
    };
    expect(render(catalog, answers)).to.deep.equal(counts);
    expect(catalogSummary.render(answers, at())).to.deep.equal(counts);
  });

  it('counts works, not the libraries and versions that have them', () => {
    const twice = { ...answers, movies: total(20, { distinct: 17 }), addedWeek: total(4, { distinct: 2 }) };
    const theirs = { ...twice, addedMovies: total(2, { distinct: 1 }), addedEpisodes: total(2, { distinct: 1 }) };
    expect(render(catalog, theirs)).to.include({ movies: 17, addedWeek: 2, addedMovies: 1, addedEpisodes: 1 });
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
const NO_DISKS = { disks: rows<never>([]), growth: rows<never>([]) };
const UNKNOWN = {
  ...{ capacity: '–', capacityBytes: null, free: '–', freeBytes: null },
  ...{ growth: '', growthWeek: null, growthMonth: null, grownWeek: '–' },
};

describe('storage', () => {
  it('estimates what is coming by the mean size of a title of its type', () => {
    expect(
      render(storage, { total: total(37, { sum: 18_412_345_678_901 }), ...UNTOLD, ...NO_DISKS, ...estimates }),
    ).to.deep.equal({
      totalLabel: '18.4 TB',
      totalBytes: 18_412_345_678_901,
      ...UNKNOWN,
      upcomingCount: 4,
      upcomingEstimate: '16.4 GB',
      upcomingEstimateText: '16.4 GB',
      upcomingBytes: 15_000_000_000 + 1_000_000_000 + 400_000_000,
    });
  });

  it('estimates nothing from an empty library', () => {
    const answers = { total: total(0), ...UNTOLD, ...NO_DISKS, ...estimates, fileKinds: [], titleKinds: [] };
    expect(render(storage, answers)).to.include({ upcomingCount: 4, upcomingBytes: 0, upcomingEstimateText: '–' });
  });

  it('counts what a server says of a library whose files it does not tell', () => {
    const library = { name: 'Films', type: 'movies' as const, sizeBytes: 5000 };
    const told = {
      total: total(1, { sum: 300 }),
      sizes: [group('1', 1, { source: 'attic', sum: 300 })],
      libraries: rows([...of('attic', { ...library, id: '1' }), ...of('plain', { ...library, id: '1', items: 7 })]),
    };
    expect(storageSummary.render(told, at()).storageBytes).to.equal(5300);
    const none = { films: [], episodes: [], albums: [], others: [], extras: [] };
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

describe('the disks of the libraries', () => {
  const disk = (path: string, freeBytes: number, totalBytes: number) => ({ path, freeBytes, totalBytes });
  const films = { id: '1', name: 'Films', type: 'movies' as const, locations: ['/media/films', '/large/films-4k'] };
  const shown = (source: string, ...disks: readonly ReturnType<typeof disk>[]) => {
    const answers = { total: total(0), sizes: [], libraries: rows(of('attic', films)), growth: rows<never>([]) };
    const { capacity, capacityBytes, free, freeBytes } = render(storage, {
      ...{ ...answers, ...estimates },
      disks: rows(of(source, ...disks)),
    });
    return { capacity, capacityBytes, free, freeBytes };
  };

  it('count once each, and only those that hold a library', () => {
    const disks = [disk('/', 1, 2), disk('/media', 300, 1000), disk('/large', 300, 1000), disk('/large/films', 7, 9)];
    const known = { capacity: '1 kB', capacityBytes: 1000, free: '300 B', freeBytes: 300 };
    expect(shown('attic', ...disks)).to.deep.equal(known);
    expect(shown('films', ...disks)).to.deep.equal(known);
    const two = shown('attic', disk('/media', 300, 1000), disk('/large', 200, 4000));
    expect(two).to.include({ capacityBytes: 5000, freeBytes: 500 });
  });

  it('are not known where nobody tells of them', () => {
    expect(shown('films', disk('/downloads', 300, 1000))).to.deep.equal({
      ...{ capacity: '–', capacityBytes: null, free: '–', freeBytes: null },
    });
  });
});

describe('the growth of the libraries', () => {
  const day = (date: string, sizeBytes: number) => ({ day: date, at: `${date}T12:00:00.000Z`, sizeBytes });
  const grown = (
    ...growth: Parameters<typeof rows<{ source: string; day: string; at: string; sizeBytes: number }>>[0]
  ) => {
    const library = { id: '1', name: 'Films', type: 'movies' as const };
    const libraries = rows([...of('attic', library), ...of('cellar', library)]);
    const payload = render(storage, {
      ...{ total: total(0), sizes: [], libraries, disks: rows<never>([]), ...estimates },
      growth: rows(growth),
    });
    return [payload.growth, payload.growthWeek, payload.growthMonth, payload.grownWeek];
  };
  const attic = [day('2026-08-22', 5_000), day('2026-08-15', 3_000), day('2026-07-22', 6_000)];

  it('is told for as long as there is history of every server', () => {
    const cellar = [day('2026-08-22', 500), day('2026-08-15', 500), day('2026-07-22', 500)];
    const known = [...of('attic', ...attic), ...of('cellar', ...cellar)];
    expect(grown(...known)).to.deep.equal(['+2 kB in 7 days, −1 kB in 30 days', 2_000, -1_000, '+2 kB']);
    // One that left the config has rows, and no libraries.
    expect(grown(...known, ...of('gone', day('2026-08-15', 9)))).to.deep.equal(grown(...known));
  });

  it('is not known where a server came lately, or where its last row before is too old', () => {
    const lately = [...of('attic', ...attic), ...of('cellar', day('2026-08-22', 500), day('2026-08-14', 400))];
    expect(grown(...lately)).to.deep.equal(['+2.1 kB in 7 days', 2_100, null, '+2.1 kB']);
    expect(grown(...of('attic', ...attic))).to.deep.equal(['', null, null, '–']);
    const old = [...of('attic', ...attic), ...of('cellar', day('2026-08-22', 500), day('2026-08-05', 1))];
    expect(grown(...old)).to.deep.equal(['', null, null, '–']);
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
    extras: [group('1', 2, { source: 'living-room', sum: 80 })],
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
        extraBytes: 0,
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
        extraBytes: 80,
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
        extraBytes: 0,
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
      extraBytes: 0,
      items: 9,
      label: '2 kB',
    });
    expect(payload).to.include({ totalBytes: 1500, totalLabel: '1.5 kB' });
  });
});
