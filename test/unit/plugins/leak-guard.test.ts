import { pathToFileURL } from 'node:url';
import { definePlugin, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { culprit } from '#core/plugins/leak-guard.js';

const plugins = ['/a b/one', '/a b/one/two', '/single.mjs'].map((folder) => ({
  plugin: definePlugin({ id: 'x', title: 'X', config: Type.Object({}), create: () => ({ check: async () => ({}) }) }),
  folder,
  origin: folder,
}));

/** Whose error has a stack with these places, the innermost first. */
function blamed(...places: readonly string[]): string | undefined {
  const error = new Error('x');
  error.stack = ['Error: x', ...places.map((place) => `    at f (${place}:1:2)`)].join('\n');
  return culprit(error, plugins)?.folder;
}

describe('who is to blame for a leak', () => {
  it('is the plugin of the innermost place that is a plugin’s', () => {
    expect(blamed('node:internal/timers', pathToFileURL('/a b/one/x.js').href)).to.equal('/a b/one');
    expect(blamed('/a b/one/x.cjs', '/single.mjs')).to.equal('/a b/one');
    expect(blamed(pathToFileURL('/single.mjs').href, '/a b/one/x.cjs')).to.equal('/single.mjs');
  });

  it('is the inner one of two plugins that lie within each other', () => {
    expect(blamed('/a b/one/two/x.js')).to.equal('/a b/one/two');
  });

  it('is nobody where no plugin is named', () => {
    expect(blamed('/a b/onerous/x.js', '/single.mjs.bak/x.js')).to.equal(undefined);
    expect(culprit('just a text', plugins)).to.equal(undefined);
  });
});
