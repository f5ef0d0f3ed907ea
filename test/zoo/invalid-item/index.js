import { definePlugin, definePort, Type } from '@sidelight/plugin-api';
const port = definePort({
  id: 'zoo.animals',
  keep: 'snapshot',
  key: (animal) => animal.id,
  item: Type.Object({ id: Type.String(), legs: Type.Integer() }),
});

export default definePlugin({
  id: 'invalid-item',
  title: 'Invalid item',
  local: true,
  config: Type.Object({}),
  create: () => ({
    check: async () => ({}),
    tasks: [{ id: 'animals', every: '1m', fills: [port], run: async (out) => out.replace(port, [{ id: 'heron', legs: 'two' }]) }],
  }),
});
