import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'invalid-schema',
  title: 'A pattern that is none',
  config: Type.Object({ name: Type.String({ pattern: '(' }) }),
  create: () => ({ check: async () => ({}) }),
});
