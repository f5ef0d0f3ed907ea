import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({
  id: 'creates-a-promise',
  title: 'Creates a promise',
  local: true,
  config: Type.Object({}),
  async create() {
    throw new Error('dropped');
  },
});
