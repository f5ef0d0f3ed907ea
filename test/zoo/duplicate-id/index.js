import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'good',
  title: 'Another good one',
  local: true,
  config: Type.Object({}),
  create: () => ({ check: async () => ({}) }),
});
