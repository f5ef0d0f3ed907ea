import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'leaks-a-timer',
  title: 'Leaks a timer',
  local: true,
  config: Type.Object({}),
  create() {
    setInterval(() => {
      throw new Error('tick');
    }, 10);
    return { check: async () => ({}) };
  },
});
