/** What the stall rule remembers between polls: since when each download has stood still. */
import { definePort, IsoTime, Type } from '@sidelight/plugin-api';

export const coreStalls = definePort({
  id: 'core.stalls',
  keep: 'snapshot',
  key: (stall) => stall.id,
  item: Type.Object({
    id: Type.String({ description: 'Of the download' }),
    leftBytes: Type.Integer(),
    since: IsoTime(),
    stalled: Type.Boolean({ description: 'The rule called it stalled, not the client' }),
  }),
});
