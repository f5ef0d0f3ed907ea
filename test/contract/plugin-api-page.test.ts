/** The page about the plugin API names what there is, and every error that there is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/daemon.js';

const page = readFileSync(join(root, 'docs', 'plugin-api.md'), 'utf8');
const [, contract = ''] = readFileSync(join(root, 'core', 'api', 'api-report.md'), 'utf8').split(/^## /m);

/** The codes in the first column of the table under a heading. */
const named = (heading: string): readonly string[] => {
  const section = page.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
};

describe('the page about the plugin API', () => {
  it('names only what the contract has', () => {
    const names = named('What is in it');
    expect(names).to.have.length.greaterThan(30);
    for (const name of names) {
      expect(contract).to.match(
        new RegExp(`^export (declare (const|function)|interface|type) ${name}\\b|^export \\{.*\\b${name}\\b`, 'm'),
      );
    }
  });

  it('names every function that makes a part of a plugin', () => {
    const makers = [
      ...contract.matchAll(
        /^export declare (?:const|function) (define\w+|fill|serve|on|parse|fail|optional|Secret)\b/gm,
      ),
    ];
    const missing = makers.map(([, name = '']) => name).filter((name) => !named('What is in it').includes(name));
    expect(missing).to.deep.equal([]);
  });

  it('names every error', () => {
    const [, union = ''] = /^export type ErrorCode = (.*);$/m.exec(contract) ?? [];
    const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code);
    expect(codes).to.not.deep.equal([]);
    expect(named('Errors')).to.have.members(codes);
  });
});
