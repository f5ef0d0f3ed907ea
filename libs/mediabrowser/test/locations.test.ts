import { expect } from 'chai';
import { libraryOfPath } from '../src/locations.js';
import type { WantedLibrary } from '../src/map.js';
import { isRemote } from '../src/remote.js';

const library = (id: string, ...locations: readonly string[]): WantedLibrary => ({
  id,
  name: id,
  kind: 'movies',
  locations,
  scanning: false,
});

describe('mediabrowser: the library of a file', () => {
  const libraries = [
    library('films', '/media/films', '\\\\nas\\films\\'),
    library('large', '/media/films-4k'),
    library('kids', '/media/films/kids/'),
    library('again', '/media/films'),
  ];

  const PATHS: Readonly<Record<string, string | undefined>> = {
    '/media/films/Metropolis (1927)/Metropolis.mkv': 'films',
    '/media/films-4k/Metropolis.mkv': 'large',
    '/media/films/kids/Sintel.mkv': 'kids',
    '\\\\nas\\films\\Charade.mkv': 'films',
    '/media/film': undefined,
    '/elsewhere/x.mkv': undefined,
  };
  for (const [path, expected] of Object.entries(PATHS)) {
    it(`${path} is in ${expected ?? 'none'}`, () => {
      expect(libraryOfPath(libraries, path)).to.equal(expected);
    });
  }
});

describe('mediabrowser: from outside', () => {
  const ENDPOINTS: Readonly<Record<string, boolean | undefined>> = {
    '192.168.1.20': false,
    '10.1.2.3:54321': false,
    '172.32.0.1': true,
    '::1': false,
    '[fd00::5]:8096': false,
    '::ffff:192.168.1.20': false,
    '203.0.113.7': true,
    '2001:db8::7': true,
    '': undefined,
    'a name': undefined,
  };
  for (const [endpoint, expected] of Object.entries(ENDPOINTS)) {
    it(`"${endpoint}" is ${expected === undefined ? 'no address' : expected ? 'outside' : 'inside'}`, () => {
      expect(isRemote(endpoint)).to.equal(expected);
    });
  }
});
