import { definePlugin, definePort, mediaUsers, Type } from '@sidelight/plugin-api';
const port = definePort({ ...mediaUsers, index: [], item: Type.Object({ id: Type.String(), legs: Type.Integer() }) });

export default definePlugin({
  id: 'other-schema',
  title: 'Other schema',
  local: true,
  config: Type.Object({}),
  create: () => ({
    check: async () => ({}),
    tasks: [{ id: 'animals', every: '1m', fills: [port], run: async (out) => out.replace(port, [{ id: 'heron', legs: 2 }]) }],
  }),
});
