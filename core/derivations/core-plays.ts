/** What the history recorder remembers between polls: the plays that go on, and those that may still be resumed. */
import { definePort, type ItemOf, mediaPlayback, type mediaSessions, Type } from '@sidelight/plugin-api';

const { userId, viewer, itemId, kind, method, client, device, remote, runtimeSeconds } = mediaPlayback.item.properties;
const { season, artist, album, seriesId, libraryId, tmdb, tvdb, imdb } = mediaPlayback.item.properties;
const { title, episode, episodeNumber, startedAt, quarters } = mediaPlayback.item.properties;

const time = startedAt;
const moment = (description: string) => Type.String({ ...time, description });
const ms = (description: string) => Type.Integer({ description });

/** Memory of older versions lacks the optional fields. */
export const corePlays = definePort({
  id: 'core.plays',
  keep: 'snapshot',
  key: (play) => identityOf(play),
  item: Type.Object({
    deviceId: Type.String(),
    ...{ userId, viewer, itemId, kind, method, client, device, remote, runtimeSeconds },
    ...{ season, artist, album, seriesId, libraryId, tmdb, tvdb, imdb },
    ...{ title, episode, episodeNumber, startedAt, quarters },
    rowId: Type.Optional(Type.String({ description: 'Of its row, where that does not begin when it was seen first' })),
    playedMs: ms('Milliseconds without pauses'),
    positionSeconds: Type.Integer({ description: 'Where the client was at the last poll' }),
    playedAt: moment('The last poll that saw it play'),
    polledAt: Type.Optional(moment('The last poll that saw it; absent once it has ended')),
    state: Type.Optional(
      Type.Union([Type.Literal('playing'), Type.Literal('paused'), Type.Literal('gone')], {
        description: 'At the last poll. gone: the server still lists it, but its client is silent or stands still',
      }),
    ),
    heard: Type.Optional(
      Type.Object(
        { told: moment('By the server’s clock'), at: moment('By this one') },
        { description: 'The last check-in of its client' },
      ),
    ),
    proof: Type.Optional(
      Type.Object(
        {
          at: moment('When'),
          positionMs: ms('Where it was in the title'),
          playedMs: ms('What had been played by then'),
          owedMs: ms('What the position had not caught up with by then'),
        },
        { description: 'The last check-in that proved how much was played' },
      ),
    ),
  }),
});

export type Session = ItemOf<typeof mediaSessions>;
export type Play = ItemOf<typeof corePlays>;
export type Playback = ItemOf<typeof mediaPlayback>;

/** One play is one user and one title on one device. */
export const identityOf = (of: {
  readonly deviceId: string;
  readonly userId?: string;
  readonly itemId?: string;
}): string => JSON.stringify([of.deviceId, of.userId ?? '', of.itemId ?? '']);
