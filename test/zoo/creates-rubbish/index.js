import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'creates-rubbish',
  title: 'Creates rubbish',
  local: true,
  config: Type.Object({}),
  create: () => ({ check: async () => ({}), tasks: [{ id: 'animals' }] }),
});
