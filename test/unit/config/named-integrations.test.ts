import { expect } from 'chai';
import { helpersShop, load, refusal } from './shop.js';

const plugins = async () => helpersShop;

describe('a setting that names another integration', () => {
  it('takes any other entry, and may be left out', async () => {
    const yaml =
      'integrations:\n  almanac: {}\n  one: { plugin: helper, url: http://h, boss: almanac }\n  helper: { url: http://h }\n';
    const { settings } = await load(yaml, { plugins });
    expect(settings.integrations.map(({ id, config }) => [id, config['boss']])).to.deep.include.members([
      ['one', 'almanac'],
      ['helper', undefined],
    ]);
  });

  it('is refused where there is no such entry, where it is the entry itself, and where it is no name', async () => {
    const yaml = [
      'integrations:',
      '  almanac: {}',
      '  one: { plugin: helper, url: http://h, boss: almanak }',
      '  two: { plugin: helper, url: http://h, boss: two }',
      '  three: { plugin: helper, url: http://h, boss: 3 }',
    ].join('\n');
    expect((await refusal(yaml, { plugins })).split('\n')).to.deep.equal([
      'config_invalid: /sidelight.yaml has 3 errors:',
      '  line 3, integrations.one.boss: no other integration is called almanak; did you mean almanac?',
      '  line 4, integrations.two.boss: two is this integration itself; known: almanac, one, three',
      '  line 5, integrations.three.boss: expected a text, found 3 — Whom it works for',
    ]);
  });
});
