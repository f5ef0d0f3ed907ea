/** What bundled plugins take for an id: nothing that means more than one thing to their service. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from '@sidelight/plugin-api';
import { portsNamed, wrongId } from '@sidelight/plugin-api/host';
import { readCase, startIntegration } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { root } from '../support/root.js';

/** What services read as several things, as all of them, or as another path. */
const HOSTILE = ['..', '.', '', '*', 'a|b', 'a,b', '../Items', 'a/b', 'a?b=c', 'a#b', '%2e%2e', 'a\u0000', 'a\nb', ' '];
/** Handlers that look the id up among the rows of their service themselves, and send the number that is found. */
const LOOKED_UP = ['release.remove', 'release.grab', 'release.search'];

describe('the ids of actions', () => {
  const sampleOf = (name: string) => join(root, 'plugins', name, 'test/cases/ok');
  for (const name of readdirSync(join(root, 'plugins')).filter((each) => existsSync(sampleOf(each)))) {
    it(`are one thing of ${name} each, or nothing`, async () => {
      const { default: plugin }: { default: Plugin } = await import(
        pathToFileURL(join(root, 'plugins', name, 'dist/src/plugin.js')).href
      );
      const { integration: entry, settings } = readCase(sampleOf(name)).config;
      const { integration } = startIntegration(plugin, entry ?? {}, { settings: settings ?? {} });
      for (const handler of integration.actions ?? []) {
        const { action } = handler;
        const taken = HOSTILE.filter((id) => wrongId(handler, name, id) === undefined);
        if (!LOOKED_UP.includes(action.id)) expect(taken, action.id).to.deep.equal([]);
        else expect(taken.join(), action.id).not.to.match(/\p{Cc}/u);
        expect(wrongId(handler, name, 'a'.repeat(257)), action.id).not.to.equal(undefined);
        const isAll = wrongId(handler, name, 'all') === undefined;
        const mayBe = portsNamed(action) === null || handler.find !== undefined || LOOKED_UP.includes(action.id);
        expect(isAll && !mayBe, `${action.id} of all`).to.equal(false);
      }
      await integration.stop?.();
    });
  }
});
