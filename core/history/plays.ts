/** What the history recorder remembers between polls: the plays that go on, and those that may still be resumed. */
import { definePort, mediaPlayback, Type } from '@sidelight/plugin-api';

const { userId, viewer, itemId, title, episode, kind, method, client, device, startedAt } =
  mediaPlayback.item.properties;

const time = startedAt;

export const corePlays = definePort({
  id: 'core.plays',
  keep: 'snapshot',
  key: (play) => identityOf(play),
  item: Type.Object({
    deviceId: Type.String(),
    userId,
    viewer,
    itemId,
    title,
    episode,
    kind,
    method,
    client,
    device,
    startedAt,
    playedMs: Type.Integer({ description: 'Milliseconds without pauses' }),
    positionSeconds: Type.Integer({ description: 'Where the client was at the last poll' }),
    playedAt: Type.String({ ...time, description: 'The last poll that saw it play' }),
    polledAt: Type.Optional(
      Type.String({ ...time, description: 'The last poll that saw it; absent once it has ended' }),
    ),
  }),
});

/** One play is one user and one title on one device. */
export const identityOf = (of: {
  readonly deviceId: string;
  readonly userId: string;
  readonly itemId: string;
}): string => JSON.stringify([of.deviceId, of.userId, of.itemId]);
