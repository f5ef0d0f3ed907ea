// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config's own syntax
/** `plugins:` as a list or a map, and the settings of plugins. */
import { AjvCompiler } from '@fastify/ajv-compiler';
import { definePlugin, defineWidget, Secret, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { parse } from 'yaml';
import { exampleConfig } from '#core/config/example.js';
import { configJsonSchema } from '#core/config/json-schema.js';
import { almanac, load, refusal, shop } from './shop.js';

const clock = defineWidget({
  id: 'clock',
  summary: 'The time',
  reads: {},
  response: Type.Object({ n: Type.Integer() }),
  render: () => ({ n: 1 }),
});

const Settings = Type.Object({
  unit: Type.Enum(['celsius', 'kelvin'], { description: 'What degrees are.', default: 'celsius' }),
  most: Type.Optional(Type.Integer({ description: 'How many at most.', minimum: 1 })),
  token: Type.Optional(Secret('Opens the tower')),
});

const tower = definePlugin({ id: 'tower', title: 'Tower', widgets: [clock], settings: Settings });
const gate = definePlugin({
  id: 'gate',
  title: 'Gate',
  local: true,
  config: Type.Object({}),
  settings: Type.Object({ code: Secret('Opens the gate') }),
  create: () => ({ check: async () => ({}) }),
});

/** The tower is where `./tower` leads; the gate is there anyway. */
const asked: string[] = [];
const plugins = async (named: readonly string[]) => {
  asked.push(...named);
  const others = named.includes('./tower') ? [{ plugin: tower, folder: '/tower', origin: './tower', named: true }] : [];
  return {
    loaded: [...shop.loaded, { plugin: gate, folder: '/gate', origin: 'gate' }, ...others],
    failures: named.includes('./ruin')
      ? [{ origin: './ruin', code: 'plugin_import' as const, message: 'it cannot be imported' }]
      : [],
  };
};
const wrong = async (yaml: string): Promise<readonly string[]> =>
  (await refusal(yaml, { plugins })).split('\n').slice(1);

describe('plugins: in a config', () => {
  it('may be a list, which sets nothing', async () => {
    asked.length = 0;
    const { settings, plugins: set } = await load('plugins: [./tower]\n', { plugins });
    expect(asked).to.deep.equal(['./tower']);
    expect(settings.plugins).to.deep.equal({ tower: { unit: 'celsius' } });
    expect(set.loaded.filter(({ named }) => named).map(({ plugin }) => plugin.id)).to.deep.equal(['tower']);
  });

  it('may be a map of settings, with where each comes from', async () => {
    asked.length = 0;
    const yaml = 'plugins:\n  tower: { from: ./tower, unit: kelvin, most: "${MOST}", token: hush }\n';
    const { settings } = await load(yaml, { plugins, env: { MOST: '3' } });
    expect(asked).to.deep.equal(['./tower']);
    expect(settings.plugins).to.deep.equal({ tower: { unit: 'kelvin', most: 3, token: 'hush' } });
    expect(settings.secrets).to.include('hush');
  });

  it('may name one that is there anyway: that is in use then', async () => {
    const { settings, plugins: set } = await load('plugins:\n  almanac:\n', { plugins });
    expect(settings.plugins).to.deep.equal({ almanac: {} });
    expect(set.loaded.find(({ plugin }) => plugin === almanac)).to.include({ named: true });
  });

  it('keeps the texts of one that could not be loaded secret', async () => {
    const { settings } = await load('plugins:\n  ruin: { from: ./ruin, password: hush }\n', { plugins });
    expect(settings.secrets).to.include('hush');
    expect(settings.plugins).to.deep.equal({});
  });

  it('asks nothing of a plugin that is not in use', async () => {
    expect((await load('', { plugins })).settings.plugins).to.deep.equal({});
    expect(await wrong('integrations:\n  gate: {}\n')).to.deep.equal([
      '  plugins.gate.code: is missing — Opens the gate',
    ]);
  });

  const refused: readonly (readonly [what: string, yaml: string, sentence: string])[] = [
    ['neither', 'plugins: tower\n', 'line 1, plugins: expected a list (- value) or a map (name: value), found "tower"'],
    ['a number in a list', 'plugins:\n  - 3\n', 'line 2, plugins[0]: expected a text, found 3'],
    ['a text in a map', 'plugins:\n  tower: ./tower\n', 'line 2, plugins.tower: expected a map (name: value)'],
    ['an empty from', 'plugins:\n  tower: { from: "" }\n', 'line 2, plugins.tower.from: expected some text, found ""'],
    [
      'a value that a setting does not take',
      'plugins:\n  tower:\n    from: ./tower\n    unit: kelvn\n',
      'line 4, plugins.tower.unit: expected one of celsius, kelvin (did you mean kelvin?), found "kelvn" — What degrees are.',
    ],
    [
      'a setting that there is not',
      'plugins:\n  tower: { from: ./tower, units: kelvin }\n',
      'line 2, plugins.tower.units: unknown field, did you mean unit?',
    ],
    [
      'a setting of a plugin that has none',
      'plugins:\n  almanac: { year: 1 }\n',
      'line 2, plugins.almanac.year: unknown field; known here: from',
    ],
    [
      'an id that is not that of the plugin',
      'plugins:\n  steeple: { from: ./tower }\n',
      'line 2, plugins.steeple: ./tower is the plugin tower: write tower instead of steeple',
    ],
    [
      'a typo',
      'plugins:\n  almanak: {}\n',
      'line 2, plugins.almanak: no plugin is called almanak; did you mean almanac?',
    ],
    [
      'a plugin that is nowhere',
      'plugins:\n  steeple: {}\n',
      'line 2, plugins.steeple: no plugin is called steeple; give its package or path with from:',
    ],
    [
      'a variable that is not set',
      'plugins:\n  tower: { from: ./tower, token: "${NO_TOKEN}" }\n',
      'line 2, plugins.tower.token: the environment variable NO_TOKEN is not set',
    ],
  ];
  for (const [what, yaml, sentence] of refused) {
    it(`is refused with ${what}, and its line`, async () => {
      const lines = await wrong(yaml);
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]?.trim()).to.satisfy((line: string) => line.startsWith(sentence), `${lines[0]}`);
    });
  }

  it('stands in the example and in the schema for editors with its settings', () => {
    const all = [...shop.loaded.map(({ plugin }) => plugin), tower];
    expect(exampleConfig(all)).to.include(
      '#plugins:\n#  ## Tower\n#  tower:\n#    ## What degrees are. One of celsius, kelvin.\n#    unit: celsius\n',
    );
    expect(exampleConfig(all)).to.not.match(/^# {2}tower: \{\}$/m);
    const customOptions = { strict: false, logger: false as const, useDefaults: false, removeAdditional: false };
    const validate = AjvCompiler()({}, { customOptions })({ schema: configJsonSchema(all) });
    const accepts = (yaml: string): unknown => validate(parse(yaml));
    expect(accepts('plugins: [./tower, pack]')).to.equal(true);
    expect(accepts('plugins: { tower: { unit: kelvin }, other: { from: ./other, any: 1 } }')).to.equal(true);
    expect(accepts('plugins: { tower: { unit: "${UNIT}", from: ./tower } }')).to.equal(true);
    expect(accepts('plugins: { tower: { unit: rankine } }')).to.equal(false);
    expect(accepts('plugins: { tower: { height: 3 } }')).to.equal(false);
    expect(accepts('plugins: [{}]')).to.equal(false);
    expect(accepts('integrations: { tower: {} }')).to.equal(false);
  });
});
