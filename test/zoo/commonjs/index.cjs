const { definePlugin } = require('@sidelight/plugin-api');
const { Type } = require('typebox');
const { title } = require('./title.cjs');

module.exports = definePlugin({
  id: 'commonjs',
  title,
  local: true,
  config: Type.Object({}),
  create: () => ({ check: async () => ({}) }),
});
