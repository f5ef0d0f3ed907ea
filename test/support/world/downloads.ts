import type { downloadQueue } from '@sidelight/plugin-api';
import type { RowOf } from '#widgets/shared/rows.js';
import { of } from '../answers.js';
import { KEYS } from './keys.js';

type Download = RowOf<typeof downloadQueue>;

const idle = { downBps: 0, upBps: 0 };

const torrents = of<Omit<Download, 'source'>>(
  'torrents',
  {
    id: 'a1b2',
    downloadKey: KEYS.nightOfTheLivingDead,
    hash: KEYS.nightOfTheLivingDead.toLowerCase(),
    name: 'Night.of.the.Living.Dead.1968.1080p.BluRay.x264-EXAMPLE',
    state: 'downloading',
    sizeBytes: 8_589_934_592,
    leftBytes: 3_221_225_472,
    downBps: 2_528_000,
    upBps: 120_000,
    etaSeconds: 1274,
  },
  {
    id: 'b2c3',
    downloadKey: KEYS.sintel,
    name: 'Sintel.2010.2160p.WEB-DL.x265-EXAMPLE',
    state: 'stalled',
    sizeBytes: 20_000_000_000,
    leftBytes: 15_000_000_000,
    reason: 'no connections',
    ...idle,
  },
  {
    id: 'c3d4',
    downloadKey: KEYS.harbor,
    name: 'Example.Harbor.S01.1080p.WEB-DL-EXAMPLE',
    state: 'downloading',
    sizeBytes: 16_000_000_000,
    leftBytes: 4_000_000_000,
    downBps: 1_000_000,
    upBps: 0,
  },
  {
    id: 'd4e5',
    downloadKey: KEYS.ridge,
    name: 'Signal.Ridge.S02E05E06.1080p.WEB-DL-EXAMPLE',
    state: 'seeding',
    sizeBytes: 3_000_000_000,
    leftBytes: 0,
    downBps: 0,
    upBps: 50_000,
  },
  {
    id: 'e5f6',
    downloadKey: KEYS.charade,
    name: 'Charade.1963.1080p.BluRay-EXAMPLE',
    state: 'completed',
    sizeBytes: 9_000_000_000,
    leftBytes: 0,
    ...idle,
  },
);

const usenet = of<Omit<Download, 'source'>>(
  'usenet',
  {
    id: KEYS.tears,
    downloadKey: KEYS.tears,
    name: 'Tears.of.Steel.2012.1080p.WEB-DL-EXAMPLE',
    state: 'paused',
    sizeBytes: 4_000_000_000,
    leftBytes: 1_600_000_000,
    ...idle,
  },
  {
    id: KEYS.lanterns,
    downloadKey: KEYS.lanterns,
    name: 'Paper.Lanterns.S01E03.1080p.WEB-DL-EXAMPLE',
    state: 'failed',
    sizeBytes: 1_500_000_000,
    leftBytes: 0,
    reason: 'unpacking failed: CRC error',
    ...idle,
  },
);

export const downloads: readonly Download[] = [...torrents, ...usenet];
