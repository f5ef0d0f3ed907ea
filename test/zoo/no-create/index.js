import { definePlugin, Type } from '@sidelight/plugin-api';

export default definePlugin({ id: 'no-create', title: 'No create', config: Type.Object({}) });
