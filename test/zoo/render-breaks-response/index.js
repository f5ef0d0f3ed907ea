import { cached, definePlugin, definePort, defineWidget, Type } from '@sidelight/plugin-api';
const port = definePort({
  id: 'zoo.animals',
  keep: 'snapshot',
  key: (animal) => animal.id,
  item: Type.Object({ id: Type.String(), legs: Type.Integer() }),
});

const widget = defineWidget({
  id: 'render-breaks-response',
  summary: 'Counts legs',
  reads: { animals: cached(port) },
  response: Type.Object({ legs: Type.Integer() }),
  render: () => ({ legs: 'two' }),
});

export default definePlugin({
  id: 'render-breaks-response',
  title: 'Render breaks its response',
  local: true,
  config: Type.Object({}),
  widgets: [widget],
  create: () => ({
    check: async () => ({}),
    tasks: [{ id: 'animals', every: '1m', fills: [port], run: async (out) => out.replace(port, [{ id: 'heron', legs: 2 }]) }],
  }),
});
