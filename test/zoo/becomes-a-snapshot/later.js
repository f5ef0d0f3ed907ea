import { cached, definePlugin, definePort, defineWidget, Type } from '@sidelight/plugin-api';
const walks = definePort({
  id: 'zoo.swims',
  keep: 'snapshot',
  key: (walk) => walk.id,
  at: (walk) => walk.at,
  item: Type.Object({ id: Type.String(), at: Type.String() }),
});

const widget = defineWidget({
  id: 'becomes-a-snapshot',
  summary: 'Counts walks',
  reads: { walks: cached(walks) },
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
          out.replace(walks, [{ id: 'w2', at: '2026-01-02T00:00:00.000Z' }]);
        },
      },
    ],
  }),
});
