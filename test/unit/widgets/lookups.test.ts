import { cached, defineLookup, definePort, fail, live, serve, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { answerLookup } from '#core/widgets/lookups.js';
import { everyone, fillTask, makeScene, makeSource, things } from './scene.js';

const lookup = defineLookup({
  path: '/api/things/:id',
  summary: 'One thing',
  params: Type.Object({ id: Type.String() }),
  response: Type.Object({ id: Type.String(), size: Type.Integer(), live: Type.Integer() }),
  async answer(ask, { id }) {
    const [thing] = (await ask(cached(things, { where: { id } }))).items;
    if (thing === undefined) return null;
    const now = await ask(live(things));
    return { ...thing, live: now.items.length };
  },
});

describe('answerLookup', () => {
  it('asks step by step, and answers with what is declared', async () => {
    const fragment = serve(things, async () => [{ id: 'n', size: 1 }]);
    const scene = await makeScene([makeSource('a', { tasks: [fillTask(things)], fragments: [fragment] })]);
    await scene.sync('a', things, [{ id: 'x', size: 3, colour: 'red' }]);
    const answer = await answerLookup(lookup, { id: 'x' }, everyone, scene);
    expect(answer).to.deep.equal({ id: 'x', size: 3, live: 1 });
    expect(await answerLookup(lookup, { id: 'y' }, everyone, scene)).to.equal(null);
  });

  it('says why a question cannot be answered as it was asked, and nothing of defects', async () => {
    const scene = await makeScene([]);
    const failing = (error: Error) => ({ ...lookup, answer: () => Promise.reject(error) });
    const outcome = async (error: Error): Promise<unknown> =>
      answerLookup(failing(error), { id: 'x' }, everyone, scene).catch((thrown: unknown) => thrown);
    expect(await outcome(fail('refused', 'which x?'))).to.include({ code: 'bad_request', message: 'which x?' });
    expect(await outcome(fail('not_found', 'x is gone'))).to.include({ code: 'not_found', message: 'x is gone' });
    const defect = new TypeError('x is no function');
    expect(await outcome(defect)).to.equal(defect);
  });

  it('answers in time, however many upstreams hang one after the other', async () => {
    const others = definePort({ ...things, id: 'test.others' });
    const hanging = (port: typeof things) => serve(port, () => new Promise<never>(() => undefined));
    const scene = await makeScene([makeSource('a', { fragments: [hanging(things), hanging(others)] })]);
    const patient = defineLookup({
      ...lookup,
      async answer(ask) {
        await ask(live(things));
        const { sources } = await ask(live(others));
        return { id: `${sources[0]?.state}`, size: 0, live: 0 };
      },
    });
    let answer: unknown;
    void answerLookup(patient, { id: 'x' }, everyone, scene).then((given) => {
      answer = given;
    });
    await scene.clock.advance(3499);
    expect(answer).to.equal(undefined);
    await scene.clock.advance(1);
    expect(answer).to.deep.equal({ id: 'down', size: 0, live: 0 });
  });
});
