/** The series of the world: a season pack, a file with two episodes, one without a TMDB id whose download failed. */
import { KEYS } from '../world/keys.js';
import { hoursFromNow } from './dates.js';
import { blocked, downloading, type FakeServarr, grab, type QueueRecord, quality, startServarr } from './servarr.js';

const series = (id: number, title: string, tvdbId: number, tmdbId: number, more: object = {}) => ({
  ...{ id, title, tvdbId, tmdbId, monitored: true, statistics: { episodeFileCount: 8, episodeCount: 16 } },
  ...more,
});

const HARBOR = series(11, 'Example Harbor', 9900001, 900001, { imdbId: 'tt9900001', nextAiring: hoursFromNow(168) });
const RIDGE = series(12, 'Signal Ridge', 9900002, 900002, { imdbId: 'tt9900002' });
/** It knows no TMDB id. */
const LANTERNS = series(13, 'Paper Lanterns', 9900003, 0);

const EPISODES_OF_THE_PACK = 8;

const pack = (): readonly QueueRecord[] =>
  Array.from({ length: EPISODES_OF_THE_PACK }, (_, index) => ({
    ...{ id: 700000001 + index, seriesId: HARBOR.id, episodeId: 2001 + index, seasonNumber: 2 },
    ...{ title: 'Example.Harbor.S02.1080p.WEB-DL.H264-EXAMPLE', ...downloading, downloadId: KEYS.harbor },
    quality: quality(1080),
  }));

const twoInOne = (): readonly QueueRecord[] =>
  [5, 6].map((episode) => ({
    ...{ id: 700000096 + episode, seriesId: RIDGE.id, episodeId: 3000 + episode, seasonNumber: 1 },
    ...{ title: 'Signal.Ridge.S01E05E06.1080p.WEB-DL-EXAMPLE', downloadId: KEYS.ridge, quality: quality(1080) },
    ...{ ...blocked('Episode 6 was not found in the grabbed release'), trackedDownloadState: 'importBlocked' },
  }));

const lanterns: readonly QueueRecord[] = [
  {
    ...{ id: 700000201, seriesId: LANTERNS.id, episodeId: 4302, seasonNumber: 3, status: 'failed' },
    ...{ title: 'Paper.Lanterns.S03E02.720p.HDTV-EXAMPLE', downloadId: KEYS.lanterns, quality: quality(720) },
    ...{ trackedDownloadState: 'failedPending', trackedDownloadStatus: 'error' },
    errorMessage: 'Aborted, cannot be completed - https://sabnzbd.org/not-complete',
  },
  {
    ...{ id: 700000202, seriesId: LANTERNS.id, episodeId: 4303, seasonNumber: 3, status: 'delay' },
    ...{ title: 'Paper Lanterns - S03E03 - 1080p', quality: quality(1080) },
  },
];

const episode = (id: number, number: number, hours: number, more: object = {}) => ({
  ...{ id, seriesId: HARBOR.id, seasonNumber: 2, episodeNumber: number, title: `Episode ${number}` },
  ...{ airDateUtc: hoursFromNow(hours), hasFile: false, monitored: true },
  ...more,
});

/** Just now, in a week, one that is there, and one that nobody waits for. */
const calendar = () => [
  episode(2009, 9, 0),
  episode(2010, 10, 168),
  episode(2011, 11, 169, { hasFile: true }),
  episode(4300, 1, 170, { seriesId: LANTERNS.id, seasonNumber: 0, monitored: false }),
];

export const startSonarr = (apiKey: string): Promise<FakeServarr> =>
  startServarr({
    app: 'Sonarr',
    apiKey,
    queue: [...pack(), ...twoInOne(), ...lanterns],
    grabbed: [
      grab(KEYS.harbor, 'Example.Harbor.S02.1080p.WEB-DL.H264-EXAMPLE', 1, {
        seriesId: HARBOR.id,
        episode: { id: 2001, seasonNumber: 2 },
      }),
    ],
    calendar: calendar(),
    titlesPath: '/series',
    titles: [HARBOR, RIDGE, LANTERNS],
  });
