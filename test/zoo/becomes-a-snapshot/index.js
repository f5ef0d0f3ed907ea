import { cached, definePlugin, definePort, defineWidget, Type } from '@sidelight/plugin-api';
/** Walks, which are kept, with a cursor; and somebody who watches something. */
const walks = definePort({
  id: 'zoo.swims',
  keep: 'log',
  key: (walk) => walk.id,
  at: (walk) => walk.at,
  item: Type.Object({ id: Type.String(), at: Type.String() }),
});

const widget = defineWidget({
  id: 'becomes-a-snapshot',
  summary: 'Counts walks',
  reads: { walks: cached(walks, { newest: 10 }) },
  response: Type.Object({ walks: Type.Integer() }),
  render: ({ walks: { items } }) => ({ walks: items.length }),
});

export default definePlugin({
  id: 'becomes-a-snapshot',
  title: 'Becomes a snapshot',
  local: true,
  config: Type.Object({}),
  widgets: [widget],
  create: () => ({
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
    ],
  }),
});
