import { defineSummary, Type, tally } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { fillTask, makeScene, makeSource, things } from './scene.js';

const summary = (id: string, key: string, render: (count: number) => unknown) =>
  defineSummary({
    id,
    reads: { n: tally(things) },
    fields: Type.Object({ [key]: Type.Integer() }),
    render: ({ n }) => render(n.count) as never,
  });

async function home(...summaries: readonly ReturnType<typeof summary>[]) {
  const scene = await makeScene([makeSource('a', { tasks: [fillTask(things)] })]);
  scene.registry.add('core', { summaries });
  await scene.sync('a', things, [{ id: 'x', size: 1 }]);
  return scene;
}

describe('homepage', () => {
  it('is all summaries side by side, each with answers of its own', async () => {
    const scene = await home(
      summary('one', 'count', (count) => ({ count })),
      summary('two', 'double', (count) => ({ double: 2 * count })),
    );
    expect(await scene.parsed('homepage')).to.include({ count: 1, double: 2, sourceState: 'ok' });
    expect(scene.asked, 'the same read, once').to.have.lengthOf(1);
  });

  it('has zeros where nothing is connected', async () => {
    const scene = await home(summary('one', 'count', (count) => ({ count })));
    scene.setup.sources = [];
    expect(await scene.parsed('homepage')).to.include({ count: 0, sourceState: 'disconnected' });
  });

  it('lets no summary write into the keys of another', async () => {
    const scene = await home(
      summary('one', 'count', (count) => ({ count })),
      summary('two', 'other', () => ({ other: 5, count: 99 })),
    );
    expect(await scene.parsed('homepage')).to.include({ count: 1, other: 5 });
  });

  it('loses only the keys of a summary that fails', async () => {
    const failing = summary('two', 'other', () => {
      throw new Error('a defect');
    });
    const scene = await home(
      summary('one', 'count', (count) => ({ count })),
      failing,
      summary('three', 'third', () => null),
    );
    const payload = await scene.parsed('homepage');
    expect(payload).to.include({ count: 1 });
    expect(payload).to.not.have.any.keys('other', 'third');
  });

  it('shows in its tile what is there', async () => {
    const scene = await home(summary('one', 'movies', (movies) => ({ movies })));
    expect(scene.registry.widget('homepage')?.tile?.stats.map(({ field }) => field)).to.deep.equal(['movies']);
  });

  it('names in its tile how a number has changed, where somebody tells', async () => {
    const changes = defineSummary({
      id: 'changes',
      reads: {},
      fields: Type.Object({ moviesChange: Type.String() }),
      render: () => ({ moviesChange: '+12 this week' }),
    });
    const scene = await home(summary('one', 'movies', (movies) => ({ movies })));
    const stats = () => scene.registry.widget('homepage')?.tile?.stats;
    expect(stats()).to.deep.equal([{ field: 'movies', label: 'Movies', format: 'number' }]);
    scene.registry.add('acme', { summaries: [changes] });
    expect(stats()).to.deep.equal([{ field: 'movies', label: 'Movies', format: 'number', change: 'moviesChange' }]);
    expect(await scene.parsed('homepage')).to.include({ movies: 1, moviesChange: '+12 this week' });
  });
});
