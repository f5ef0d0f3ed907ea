import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'never-stops',
  title: 'Never stops',
  local: true,
  config: Type.Object({}),
  create: () => ({ check: async () => ({}), stop: () => new Promise(() => {}) }),
});
