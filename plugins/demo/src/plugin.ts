import { definePlugin, fill, serve, Type } from '@sidelight/plugin-api';
import { actionHandlers } from './actions.js';
import { logTasks } from './logs.js';
import { scenes } from './map.js';
import { noEdits } from './world/edits.js';
import { posterOf } from './world/poster.js';
import { VERSION } from './world/server.js';
import type { World } from './world/world.js';

export default definePlugin({
  id: 'demo',
  title: 'Demo',
  local: true,
  config: Type.Object({
    seed: Type.Integer({ default: 1, description: 'Seed: the same number gives the same people and titles' }),
    speed: Type.Number({
      default: 1,
      minimum: 0.1,
      maximum: 20,
      description: 'How many times faster than real time plays and downloads run',
    }),
  }),
  create({ id, config: { seed, speed }, clock, log }) {
    const edits = noEdits();
    const world = (): World => ({ id, seed, speed, now: clock.now().getTime(), edits });
    return {
      check: async () => ({ name: 'Demo', version: VERSION }),
      tasks: [
        ...scenes.map(({ port, every, read }) => fill(port, every, async () => read(world()))),
        ...logTasks(world),
      ],
      fragments: scenes.filter(({ live }) => live).map(({ port, read }) => serve(port, async () => read(world()))),
      actions: actionHandlers(world, edits, log),
      image: async (name) => posterOf(name, seed),
    };
  },
});
