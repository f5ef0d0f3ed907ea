import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { pack } from '#widgets/packs/curl.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the pack of curl', () => {
  let packs: MadePacks;
  let text: string;
  before(async () => {
    packs = await madePacks();
    text = packs.files('curl')[0]?.text ?? '';
  });
  const run = (script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    spawnSync('sh', ['-s', ...args], {
      input: script,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', ...env },
    });

  it('is one script that lists the widgets in its head, and where the key is made', () => {
    expect(packs.files('curl').map(({ path }) => path)).to.deep.equal(['curl.sh']);
    const head = text.slice(0, text.indexOf('\nset -eu'));
    expect(head.startsWith('#!/bin/sh\n# ')).to.equal(true);
    expect(head.split('\n').every((line) => line.startsWith('#'))).to.equal(true);
    expect(head).to.include(`${BASE_URL}/settings/api-key`);
    for (const { id, summary } of packs.input.widgets)
      expect(head).to.match(new RegExp(`^#   ${id} +${summary.slice(0, 9)}`, 'm'));
  });

  it('asks for a whole board at once, by its name', () => {
    const wall = packs.input.widgets.filter(({ tile }) => tile.for !== 'admin').map(({ id }) => id);
    expect(text).to.include(`  wall) path='/api/widgets/bundle?widgets=${wall.join()}' ;;\n`);
    expect(text).to.match(/^ {2}admin\) path='\/api\/widgets\/bundle\?widgets=[a-z,-]*jobs/m);
  });

  it('asks for a key, with the place where it is made, before it asks anything else', () => {
    for (const env of [{}, { SIDELIGHT_KEY: '' }]) {
      const { status, stdout, stderr } = run(text, ['homepage'], env);
      expect(status).to.not.equal(0);
      expect(stdout).to.equal('');
      expect(stderr).to.include(`SIDELIGHT_KEY: Set it to a key from ${BASE_URL}/settings/api-key`);
    }
  });

  it('takes no base URL for commands', () => {
    const nasty = 'http://x/\'$(echo oops >&2)`echo oops >&2`"';
    const [file] = pack.files({ ...packs.input, baseUrl: nasty });
    const script = file !== undefined && 'text' in file ? file.text : '';
    const { stderr } = run(script.replace(/^case [\s\S]*/m, 'printf %s "$base" >&2'), [], { SIDELIGHT_KEY: 'k' });
    expect(stderr).to.equal(nasty);
  });
});
