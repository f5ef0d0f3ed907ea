import { definePlugin } from '@sidelight/plugin-api';

const { Type } = await import('typebox');
await new Promise((resolve) => setImmediate(resolve));

export default definePlugin({
  id: 'top-level-await',
  title: 'Top-level await',
  local: true,
  config: Type.Object({}),
  create: () => ({ check: async () => ({}) }),
});
