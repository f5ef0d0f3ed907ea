import { definePlugin } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'plain-schema',
  title: 'JSON schema without TypeBox',
  config: { type: 'object', properties: {} },
  create: () => ({ check: async () => ({}) }),
});
