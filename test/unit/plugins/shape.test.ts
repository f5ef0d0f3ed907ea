import { type AnyPlugin, Type } from '@sidelight/plugin-api';
import { misbuilt, misshape } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { unusableSchema } from '#core/plugins/usable-schema.js';

describe('the shape of a plugin', () => {
  const plugin = { id: 'acme', title: 'Acme', config: Type.Object({}), create: () => ({}) };
  const { create: _, ...idle } = plugin;

  const right: readonly (readonly [what: string, exported: object])[] = [
    ['a function create alone', plugin],
    ['widgets alone', { ...idle, widgets: [{}] }],
    ['lookups alone', { ...idle, lookups: [{}] }],
    ['packs alone', { ...idle, packs: [{}] }],
  ];
  for (const [what, exported] of right) {
    it(`may be ${what}`, () => expect(misshape(exported)).to.equal(undefined));
  }

  const wrong: readonly (readonly [what: string, exported: object, sentence: string])[] = [
    ['nothing to show', idle, 'it has no create function and contributes nothing'],
    ['empty lists', { ...idle, widgets: [], packs: [] }, 'it has no create function and contributes nothing'],
    ['a create that is none', { ...plugin, create: 'later' }, 'its create must be a function'],
    ['a lookup for a list', { ...plugin, lookups: {} }, 'its lookups is not a list'],
    ['a pack for a list', { ...plugin, packs: 'packs' }, 'its packs is not a list'],
  ];
  for (const [what, exported, sentence] of wrong) {
    it(`is refused with ${what}`, () => expect(misshape(exported)).to.equal(sentence));
  }
});

describe('the settings of a plugin', () => {
  const schemaFault = (settings: unknown) =>
    unusableSchema({ id: 'acme', title: 'Acme', config: Type.Object({}), settings } as AnyPlugin);

  it('are a Type.Object, without from, and a schema', () => {
    expect(schemaFault(undefined)).to.equal(undefined);
    expect(schemaFault(Type.Object({ unit: Type.String() }))).to.equal(undefined);
    expect(schemaFault({ type: 'object' })).to.equal('its settings are not a Type.Object of TypeBox 1');
    expect(schemaFault(Type.Object({ from: Type.String() }))).to.equal(
      'its settings have a field from, which every entry already has',
    );
    expect(schemaFault(Type.Object({ unit: Type.Unsafe({ type: 'text' }) }))).to.match(
      /^its settings are not a valid JSON/,
    );
  });
});

describe('the shape of an integration', () => {
  const integration = { check: async () => ({}) };

  it('may bring widgets, summaries and digest rules', () => {
    expect(misbuilt({ ...integration, widgets: [], summaries: [], digestRules: [] })).to.equal(undefined);
  });

  for (const name of ['widgets', 'summaries', 'digestRules']) {
    it(`is refused with ${name} that are no list`, () =>
      expect(misbuilt({ ...integration, [name]: {} })).to.equal(`the integration's ${name} must be a list`));
  }
});
