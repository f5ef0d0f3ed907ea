/** Titles: films in the public domain or under Creative Commons, and invented ones whose ids lie where no database has any. */

export interface Work {
  readonly title: string;
  readonly year: number;
  readonly tmdb: string;
  readonly tvdb?: string;
  readonly imdb?: string;
}

const real = (title: string, year: number, tmdb: string, imdb: string): Work => ({ title, year, tmdb, imdb });

export const FREE_FILMS: readonly Work[] = [
  real('Night of the Living Dead', 1968, '10331', 'tt0063350'),
  real('Nosferatu', 1922, '653', 'tt0013442'),
  real('Metropolis', 1927, '19', 'tt0017136'),
  real('The General', 1926, '961', 'tt0017925'),
  real('Charade', 1963, '4808', 'tt0056923'),
  real('His Girl Friday', 1940, '3085', 'tt0032599'),
  real('The Cabinet of Dr. Caligari', 1920, '234', 'tt0010323'),
  real('Safety Last!', 1923, '22596', 'tt0014429'),
  real('Sherlock Jr.', 1924, '992', 'tt0015324'),
  real('Battleship Potemkin', 1925, '643', 'tt0015648'),
  real('The Gold Rush', 1925, '962', 'tt0015864'),
  real('The Phantom of the Opera', 1925, '964', 'tt0016220'),
  real('A Trip to the Moon', 1902, '775', 'tt0000417'),
  real('Big Buck Bunny', 2008, '10378', 'tt1254207'),
  real('Elephants Dream', 2006, '9761', 'tt0807840'),
  real('Sintel', 2010, '45745', 'tt1727587'),
  real('Tears of Steel', 2012, '133701', 'tt2285752'),
];

const FIRST = [
  'Quiet',
  'Paper',
  'Northern',
  'Copper',
  'Second',
  'Hollow',
  'Salt',
  'Distant',
  'Borrowed',
  'Glass',
  'Winter',
  'Crooked',
  'Amber',
  'Silent',
  'Broken',
  'Velvet',
  'Iron',
  'Last',
  'Painted',
  'Wandering',
] as const;
const SECOND = [
  'Harbour',
  'Orbit',
  'Lanterns',
  'Ridge',
  'Signal',
  'Orchard',
  'Tide',
  'Letters',
  'Garden',
  'Compass',
  'Station',
  'Meridian',
  'Atlas',
  'Kingdom',
  'Bridge',
  'Cinema',
  'Summer',
  'Machine',
  'River',
  'Parade',
  'Library',
  'Observatory',
  'Chorus',
  'Frontier',
] as const;
/** How many invented titles there are. */
export const INVENTED = FIRST.length * SECOND.length;

/** Every pair of words comes once in INVENTED numbers. */
export function invented(number: number): string {
  const n = ((number % INVENTED) + INVENTED) % INVENTED;
  const round = Math.floor(n / FIRST.length);
  return `${FIRST[n % FIRST.length]} ${SECOND[((n % FIRST.length) * 7 + round) % SECOND.length]}`;
}

/** A film of the world, by number: the free ones first. */
export function film(number: number): Work {
  const free = FREE_FILMS[number];
  return (
    free ?? {
      title: invented(number),
      year: 1985 + ((number * 7) % 41),
      tmdb: String(9_000_000 + number),
      imdb: `tt${99_000_000 + number}`,
    }
  );
}

/** An invented series: its title begins with an article, so that none is called like a film. */
export const series = (number: number): Work => ({
  title: `The ${invented(number * 11 + 5)}`,
  year: 2004 + ((number * 5) % 21),
  tmdb: String(9_500_000 + number),
  tvdb: String(9_900_000 + number),
  imdb: `tt${99_500_000 + number}`,
});

const EPISODES = [
  'Pilot Light',
  'Low Water',
  'The Long Way Round',
  'A Spare Key',
  'Under the Stairs',
  'Half Past Nine',
  'Postcards',
  'Ballast',
  'The Visitor',
  'Loose Ends',
  'Weather Permitting',
  'Two Doors Down',
  'The Index',
  'Back Payments',
  'Cold Start',
  'Nightjar',
] as const;

export const episodeTitle = (series: number, season: number, episode: number): string =>
  EPISODES[(series * 5 + season * 3 + episode) % EPISODES.length] ?? 'Untitled';

export const code = (season: number, episode: number): string =>
  `S${String(season).padStart(2, '0')}E${String(episode).padStart(2, '0')}`;
