import { definePlugin, definePort, Type } from '@sidelight/plugin-api';
const port = definePort({
  id: 'zoo.tracks',
  keep: 'log',
  key: (animal) => animal.id,
  at: (animal) => animal.at,
  item: Type.Object({ id: Type.String(), at: Type.String() }),
});

export default definePlugin({
  id: 'endless-more',
  title: 'Endless more',
  local: true,
  config: Type.Object({}),
  create: () => ({
    check: async () => ({}),
    tasks: [
      {
        id: 'animals',
        every: '1m',
        fills: [port],
        async run(out) {
          out.append(port, [{ id: 'heron', at: '2026-01-01T00:00:00.000Z' }]);
          return 'more';
        },
      },
    ],
  }),
});
