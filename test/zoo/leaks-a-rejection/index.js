import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'leaks-a-rejection',
  title: 'Leaks a rejection',
  local: true,
  config: Type.Object({}),
  create() {
    Promise.reject(new Error('dropped'));
    return { check: async () => ({}) };
  },
});
