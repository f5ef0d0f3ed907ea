import { cached, definePlugin, definePort, defineWidget, Type } from '@sidelight/plugin-api';
const port = definePort({
  id: 'zoo.animals',
  keep: 'snapshot',
  key: (animal) => animal.id,
  item: Type.Object({ id: Type.String(), legs: Type.Integer() }),
});

const widget = defineWidget({
  id: 'render-throws',
  summary: 'Counts legs',
  reads: { animals: cached(port) },
  response: Type.Object({ legs: Type.Integer() }),
  render() {
    throw new Error('no legs today');
  },
});

export default definePlugin({
  id: 'render-throws',
  title: 'Render throws',
  local: true,
  config: Type.Object({}),
  widgets: [widget],
  create: () => ({
    check: async () => ({}),
    tasks: [{ id: 'animals', every: '1m', fills: [port], run: async (out) => out.replace(port, [{ id: 'heron', legs: 2 }]) }],
  }),
});
