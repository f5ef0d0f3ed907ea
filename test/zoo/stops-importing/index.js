import { cached, definePlugin, definePort, defineWidget, mediaSessions, Type } from '@sidelight/plugin-api';
/** Walks, which are kept, with a cursor; and somebody who watches something. */
const walks = definePort({
  id: 'zoo.walks',
  keep: 'log',
  key: (walk) => walk.id,
  at: (walk) => walk.at,
  item: Type.Object({ id: Type.String(), at: Type.String() }),
});

const widget = defineWidget({
  id: 'stops-importing',
  summary: 'Counts walks',
  reads: { walks: cached(walks, { newest: 10 }) },
  response: Type.Object({ walks: Type.Integer() }),
  render: ({ walks: { items } }) => ({ walks: items.length }),
});

const sessions = {
  id: 'sessions',
  every: '10s',
  fills: [mediaSessions],
  run: async (out) =>
    out.replace(mediaSessions, [
      {
        id: 's1',
        userId: 'u1',
        viewer: 'Ada',
        itemId: 'i1',
        title: 'Herons',
        kind: 'movie',
        client: 'web',
        device: 'pond',
        deviceId: 'd1',
        method: 'direct',
        paused: false,
        positionSeconds: 60,
      },
    ]),
};

export default definePlugin({
  id: 'stops-importing',
  title: 'Stops importing',
  local: true,
  config: Type.Object({ plays: Type.Boolean({ default: false, description: 'Somebody watches something' }) }),
  widgets: [widget],
  create: ({ config: { plays } }) => ({
    check: async () => ({}),
    tasks: [
      {
        id: 'walks',
        every: '1h',
        fills: [walks],
        async run(out) {
          out.append(walks, [{ id: 'w1', at: '2026-01-01T00:00:00.000Z' }]);
          out.cursor.set('w1');
        },
      },
      ...(plays ? [sessions] : []),
    ],
  }),
});
