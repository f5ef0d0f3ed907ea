import { definePlugin, Type } from '@sidelight/plugin-api';

const plugin = definePlugin({ id: 'built-for-newer-api', title: 'Newer', config: Type.Object({}), create: () => ({}) });

export default { ...plugin, api: '1.99.0' };
