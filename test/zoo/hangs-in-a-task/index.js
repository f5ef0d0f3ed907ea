import { definePlugin, definePort, Type } from '@sidelight/plugin-api';
const port = definePort({
  id: 'zoo.animals',
  keep: 'snapshot',
  key: (animal) => animal.id,
  item: Type.Object({ id: Type.String(), legs: Type.Integer() }),
});

export default definePlugin({
  id: 'hangs-in-a-task',
  title: 'Hangs in a task',
  local: true,
  config: Type.Object({}),
  create: () => ({
    check: async () => ({}),
    tasks: [{ id: 'animals', every: '1m', fills: [port], run: () => new Promise(() => {}) }],
  }),
});
