/** Which rows of different sources are about the same work: the one join of widgets, lookups and rules. Pure. */
import { readRef } from './schema.js';

/** What a row tells of the work that it is about. Rows of releases, titles and requests are such as they are. */
export interface Identity {
  /** In the words of any port: movie, show, series, album, … */
  readonly type?: string | undefined;
  readonly tmdb?: string | undefined;
  readonly tvdb?: string | undefined;
  readonly imdb?: string | undefined;
  /** The title of a media server that it is, or that it names. */
  readonly ref?: string | undefined;
  /** Said of a server's own title: no other source holds its id, so that a bare reference can mean nothing else. */
  readonly alone?: boolean;
}

const DATABASES = ['tmdb', 'tvdb', 'imdb'] as const;

/** Managers count episodes and albums, servers seasons, too; people ask for shows and music. */
const WORKS: Readonly<Record<string, string>> = {
  movie: 'movie',
  show: 'show',
  series: 'show',
  season: 'show',
  episode: 'show',
  music: 'music',
  album: 'music',
  book: 'book',
};

const workOf = ({ type = '' }: Identity): string | undefined => (Object.hasOwn(WORKS, type) ? WORKS[type] : undefined);

/**
 * Where both name the integration that their id belongs to, that id alone decides; something of another integration is never
 * meant. Else the public ids decide, which are unique within one kind of work; and where they have none in common, a bare id
 * while exactly one source holds it.
 */
export function isSameWork(a: Identity, b: Identity): boolean {
  const [x, y] = [a, b].map(({ ref }) => (ref === undefined ? undefined : readRef(ref)));
  if (x?.server !== undefined && y?.server !== undefined) {
    if (x.server !== y.server) return false;
    if (x.id !== '' && y.id !== '') return x.id === y.id;
  }
  const [work, other] = [workOf(a), workOf(b)];
  if (work !== undefined && other !== undefined && work !== other) return false;
  const shared = work === undefined || other === undefined ? [] : DATABASES.filter((one) => a[one] && b[one]);
  if (shared.length > 0) return shared.some((one) => a[one] === b[one]);
  return x !== undefined && x.id !== '' && x.id === y?.id && (a.alone === true || b.alone === true);
}

function keysOf(identity: Identity): readonly string[] {
  const { id } = readRef(identity.ref ?? '');
  const known = DATABASES.filter((one) => identity[one]).map((one) => `${workOf(identity)}:${one}:${identity[one]}`);
  return id === '' ? known : [...known, `ref:${id}`];
}

/** Finds the rows about a work: to build it is linear in the rows, to ask it looks only at rows that share an id. */
export function joinOf<T>(rows: readonly T[], identityOf: (row: T) => Identity): (work: Identity) => readonly T[] {
  const index = new Map<string, { readonly row: T; readonly identity: Identity }[]>();
  for (const row of rows) {
    const identity = identityOf(row);
    for (const key of keysOf(identity)) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [{ row, identity }]);
      else known.push({ row, identity });
    }
  }
  return (work) => {
    const near = keysOf(work).flatMap((key) => index.get(key) ?? []);
    return [...new Set(near.filter(({ identity }) => isSameWork(identity, work)).map(({ row }) => row))];
  };
}
