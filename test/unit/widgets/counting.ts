/** One source, and a widget that counts its things. */
import { tally } from '@sidelight/plugin-api';
import type { Payload } from '#core/widgets/payload.js';
import { counter, everyone, fillTask, makeScene, makeSource, type Scene, things } from './scene.js';

const countOf = ({ it }: { readonly it: unknown }): number => (it as { readonly count: number }).count;

/** `renders` counts them, and makes them fail. */
export async function counting(reads = { it: tally(things) }) {
  const scene = await makeScene([makeSource('a', { tasks: [fillTask(things)] })]);
  const state = { rendered: 0, fails: false };
  const widget = counter('count', reads, (answers, _context) => {
    state.rendered++;
    if (state.fails) throw new Error('a defect');
    return countOf(answers);
  });
  scene.registry.add('core', { widgets: [widget] });
  await scene.sync('a', things, [{ id: 'x', size: 1 }]);
  return { ...scene, renders: state };
}

export const poll = (scene: Scene, id = 'count'): Promise<Payload> => scene.snapshots.payload(id, everyone);
