/** Seven weeks of plays, which differ from source to source. */
import type { ItemOf, mediaPlayback } from '@sidelight/plugin-api';
import { hoursBefore } from './sample-items.js';

const VIEWERS = ['Ada', 'Björn', 'Chloé', '名前'];
const TITLES = ['Arrival', 'The Wire', 'Amélie', 'Solaris', 'Dark', 'Severance', 'Les Misérables'];
const METHODS = ['direct', 'remux', 'transcode'] as const;
const EVERY_HOURS = 11;

export const samplePlays = (source: string, count: number): readonly ItemOf<typeof mediaPlayback>[] =>
  Array.from({ length: count }, (_, index) => {
    const of = index + source.length;
    const viewer = VIEWERS[(of * of) % VIEWERS.length] ?? '';
    const title = TITLES[(of * 3 + index) % TITLES.length] ?? '';
    const play = {
      id: `${source}-play-${index}`,
      userId: `user-${viewer}`,
      viewer,
      itemId: `item-${title}`,
      title,
      client: of % 2 === 0 ? 'Android TV' : 'Web',
      device: `Living room ${of % 3}`,
      startedAt: hoursBefore(index * EVERY_HOURS + 5),
    };
    // An import from elsewhere may tell no more than this.
    if (index % 9 === 8) return play;
    const method = METHODS[of % METHODS.length] ?? 'direct';
    const told = { ...play, kind: 'movie' as const, method, playedSeconds: 300 + index * 61 };
    return index % 2 === 0 ? told : { ...told, kind: 'episode' as const, episode: `S01E${index}` };
  });
