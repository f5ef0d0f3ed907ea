import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'throws-in-create',
  title: 'Throws in create',
  local: true,
  config: Type.Object({}),
  create() {
    throw new Error('no such colour');
  },
});
