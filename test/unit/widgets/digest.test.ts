import { type DigestItem, defineDigestRule, digest, type Severity, tally } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { counter, everyone, fillTask, makeScene, makeSource, rule, things } from './scene.js';

const item = (severity: Severity, text: string): DigestItem => ({ type: 'test', severity, text });

async function digestScene(off: readonly string[] = []) {
  const scene = await makeScene([makeSource('a', { tasks: [fillTask(things)] })], off);
  const ask = async (variant = everyone) => (await scene.reader.ask(digest(), variant)).map(({ text }) => text);
  return { ...scene, ask };
}

describe('Digest', () => {
  it('puts the gravest first, then goes by text', async () => {
    const scene = await digestScene();
    scene.registry.add('core', {
      rules: [
        rule('one', () => [item('info', 'i'), item('warn', 'w2')]),
        rule('two', () => [item('error', 'e'), item('warn', 'w1')]),
      ],
    });
    expect(await scene.ask()).to.deep.equal(['e', 'w1', 'w2', 'i']);
  });

  it('leaves out the rules that are switched off, and asks nothing for them', async () => {
    const scene = await digestScene(['one']);
    const reading = defineDigestRule({
      id: 'one',
      reads: { n: tally(things) },
      evaluate: () => [item('warn', 'never')],
    });
    scene.registry.add('core', { rules: [reading, rule('two', () => [item('warn', 'said')])] });
    expect(await scene.ask()).to.deep.equal(['said']);
    expect(scene.asked).to.deep.equal([]);
    scene.snapshots.apply({ zone: 'UTC', digest: { off: ['two'] }, people: [] });
    expect(await scene.ask()).to.deep.equal(['never']);
  });

  it('turns a rule that fails into one item about itself', async () => {
    const scene = await digestScene();
    const broken = rule('broken', () => {
      throw new Error('no such thing');
    });
    const odd = rule('odd', () => [{ type: 'x', severity: 'grave' as never, text: 'y' }]);
    scene.registry.add('acme', { rules: [broken, odd, rule('fine', () => [item('error', 'said')])] });
    const told = await scene.reader.ask(digest(), everyone);
    expect(told.map(({ id: _, ...rest }) => rest)).to.deep.equal([
      item('error', 'said'),
      { type: 'digest', severity: 'warn', text: 'The digest rule broken fails: no such thing' },
      {
        type: 'digest',
        severity: 'warn',
        text: 'The digest rule odd fails: it gave something else than digest items at /0/severity: must be equal to one of the allowed values',
      },
    ]);
  });

  it('is evaluated once for several widgets, and again when a row changes or time has moved', async () => {
    const scene = await digestScene();
    let evaluated = 0;
    const counting = defineDigestRule({
      id: 'counting',
      reads: { n: tally(things) },
      evaluate: ({ n }) => {
        evaluated++;
        return Array.from({ length: n.count }, (_, index) => item('warn', `${index}`));
      },
    });
    const count = ({ it }: { readonly it: unknown }): number => (it as readonly DigestItem[]).length;
    scene.registry.add('core', {
      rules: [counting],
      widgets: [counter('one', { it: digest() }, count), counter('two', { it: digest() }, count)],
    });
    const numbers = async () => [(await scene.parsed('one'))['n'], (await scene.parsed('two'))['n']];
    expect(await numbers()).to.deep.equal([0, 0]);
    expect(evaluated).to.equal(1);
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    expect(await numbers()).to.deep.equal([1, 1]);
    expect(evaluated).to.equal(2);
    await scene.clock.advance(15_000);
    await scene.ask();
    expect(evaluated).to.equal(3);
  });

  it('counts only the sources that are asked for', async () => {
    const scene = await digestScene();
    scene.registry.add('core', {
      rules: [
        defineDigestRule({
          id: 'any',
          reads: { n: tally(things) },
          evaluate: ({ n }) => (n.count > 0 ? [item('warn', 'some')] : []),
        }),
      ],
    });
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    expect(await scene.ask()).to.deep.equal(['some']);
    expect(await scene.ask({ ...everyone, sources: [] })).to.deep.equal([]);
  });
});
