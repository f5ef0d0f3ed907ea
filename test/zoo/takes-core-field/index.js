import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'takes-core-field',
  title: 'Wants a url of its own',
  config: Type.Object({ url: Type.String() }),
  create: () => ({ check: async () => ({}) }),
});
