/** The films of the world: one that downloads, one in 4K, one that waits for a decision, one that came and left the queue. */
import { KEYS } from '../world/keys.js';
import { dayFromNow } from './dates.js';
import { blocked, downloading, type FakeServarr, grab, type QueueRecord, quality, startServarr } from './servarr.js';

const movie = (id: number, title: string, tmdbId: number, imdbId: string, more: object = {}) => ({
  ...{ id, title, tmdbId, imdbId, monitored: true, hasFile: false },
  ...more,
});

const NIGHT = movie(1, 'Night of the Living Dead', 10331, 'tt0063350', { releaseDate: '1999-01-01T00:00:00Z' });
const CHARADE = movie(5, 'Charade', 4808, 'tt0056923');
const SINTEL = movie(7, 'Sintel', 45745, 'tt1727587', { releaseDate: '2010-10-01T00:00:00Z' });
const TEARS = movie(8, 'Tears of Steel', 133701, 'tt2285752');
const METROPOLIS = movie(101, 'Metropolis', 19, 'tt0017136', { hasFile: true, releaseDate: '1927-02-06T00:00:00Z' });
const FRIDAY = movie(102, 'His Girl Friday', 3085, 'tt0032599');

/** Of the day, of next week, and one that is there already. */
const calendar = () => [
  movie(21, 'Spring Tide', 9800021, 'tt9800021', { releaseDate: dayFromNow(0), digitalRelease: dayFromNow(0) }),
  movie(22, 'Low Orbit', 9800022, 'tt9800022', { inCinemas: dayFromNow(7) }),
  movie(23, 'Already Here', 9800023, 'tt9800023', { hasFile: true, releaseDate: dayFromNow(3) }),
];

const QUEUE: readonly QueueRecord[] = [
  {
    ...{ id: 1461840623, movieId: NIGHT.id, title: 'Night.of.the.Living.Dead.1968.1080p.BluRay.x264-EXAMPLE' },
    ...{ ...downloading, downloadId: KEYS.nightOfTheLivingDead, quality: quality(1080) },
  },
  {
    ...{ id: 907514223, movieId: SINTEL.id, title: 'Sintel.2010.2160p.WEB-DL.x265-EXAMPLE', status: 'warning' },
    ...{ trackedDownloadState: 'downloading', trackedDownloadStatus: 'warning' },
    ...{ errorMessage: 'The download is stalled with no connections', downloadId: KEYS.sintel, quality: quality(2160) },
  },
  {
    ...{ id: 311022004, movieId: TEARS.id, title: 'Tears.of.Steel.2012.1080p.WEB-DL-EXAMPLE' },
    ...{ ...downloading, status: 'paused', downloadId: KEYS.tears, quality: quality(1080) },
  },
  {
    ...{ id: 44120021, movieId: CHARADE.id, title: 'Charade.1963.1080p.BluRay-EXAMPLE' },
    ...{ ...blocked('No files found are eligible for import in /data/torrents/Charade'), quality: quality(1080) },
    ...{ trackedDownloadState: 'importPending', downloadId: KEYS.charade },
  },
  {
    ...{ id: 44120022, movieId: FRIDAY.id, title: 'His.Girl.Friday.1940.1080p.WEB-DL-EXAMPLE' },
    ...{ status: 'downloadClientUnavailable', quality: quality(1080) },
  },
];

export const startRadarr = (apiKey: string): Promise<FakeServarr> =>
  startServarr({
    app: 'Radarr',
    apiKey,
    queue: QUEUE,
    grabbed: [
      grab(KEYS.nightOfTheLivingDead, 'Night.of.the.Living.Dead.1968.1080p.BluRay.x264-EXAMPLE', 1, {
        movieId: NIGHT.id,
      }),
      grab(KEYS.metropolis, 'Metropolis.1927.1080p.WEB-DL-EXAMPLE', 48, { movieId: METROPOLIS.id }),
    ],
    calendar: calendar(),
    titlesPath: '/movie',
    titles: [NIGHT, CHARADE, SINTEL, TEARS, METROPOLIS, FRIDAY, ...calendar()],
  });
