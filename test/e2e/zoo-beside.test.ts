/** Every broken plugin at once in one daemon: what has nothing to do with them is answered as if they were not there. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { copyZoo, membersOf } from '../support/zoo.js';

const child = join(dirname(fileURLToPath(import.meta.url)), '..', 'support', 'zoo-child.js');

interface Told {
  readonly asked: number;
  readonly lookups: number;
  readonly different: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, { readonly code: string; readonly message: string }>>;
  readonly notices: readonly { readonly type: string; readonly text: string }[];
}

describe('the whole zoo beside the demo', () => {
  let place: TempFolder;
  let told: Told;
  before(() => {
    place = tempFolder();
    copyZoo(place.path);
    const { status, stdout, stderr } = spawnSync(process.execPath, [child, place.path], {
      encoding: 'utf8',
      timeout: 240_000,
    });
    expect(status, stderr).to.equal(0);
    told = JSON.parse(stdout) as Told;
  });
  after(() => place.remove());

  it('changes no byte of a widget that reads neither its ports nor what the core tells', () => {
    expect(told.asked).to.be.greaterThan(15);
    expect(told.lookups).to.equal(3);
    expect(told.different).to.deep.equal([]);
  });

  it('leaves every other route an answer', () => {
    const failing = Object.entries(told.statuses).filter(([, status]) => status !== 200);
    expect(failing.map(([path]) => path)).to.have.members(membersOf('render').map(([name]) => `/api/widgets/${name}`));
  });

  for (const [name, code] of membersOf('render')) {
    it(`${name}: 500 ${code} with the plugin’s name, and a notice`, () => {
      const { code: answered, message } = told.faults[name] ?? { code: '', message: '' };
      expect([told.statuses[`/api/widgets/${name}`], answered]).to.deep.equal([500, code]);
      expect(message).to.equal(`The widget ${name} of the plugin ${name} could not be rendered`);
      const notice = told.notices.find(({ type, text }) => type === code && text.includes(name));
      expect(notice?.text).to.match(new RegExp(`^The widget ${name} of the plugin ${name} fails: `));
    });
  }
});
