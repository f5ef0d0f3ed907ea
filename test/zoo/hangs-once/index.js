import { definePlugin, definePort, Type } from '@sidelight/plugin-api';
const port = definePort({
  id: 'zoo.animals',
  keep: 'snapshot',
  key: (animal) => animal.id,
  item: Type.Object({ id: Type.String(), legs: Type.Integer() }),
});

/** The first run ends when it is told to; how many ran at once at the most is there for whoever asks. */
export const seen = { running: 0, most: 0, runs: 0, end: () => {} };

export default definePlugin({
  id: 'hangs-once',
  title: 'Hangs once',
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
          seen.runs += 1;
          seen.running += 1;
          seen.most = Math.max(seen.most, seen.running);
          if (seen.runs === 1) await new Promise((resolve) => (seen.end = resolve));
          seen.running -= 1;
          out.replace(port, [{ id: 'heron', legs: 2 }]);
        },
      },
    ],
  }),
});
