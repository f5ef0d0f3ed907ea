import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({ id: 'Wrong Shape', title: 'Wrong shape', config: Type.Object({}), create: () => ({}) });
