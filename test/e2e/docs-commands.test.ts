/**
 * Every command of the documentation is run, as its reader would run it: the `sh` blocks of each document in order, in one
 * shell, in a clone that is installed and built. Three things are not as they stand there: a port that a document names is
 * a free one, curl fails when it is refused, and `npx sidelight` is asked of npm only where a newcomer meets it first.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Clone, makeClone } from '../support/clone.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type Reader, readAloud, startsItself } from '../support/doc-shell.js';
import { type Document, documentAt, documents } from '../support/documents.js';
import { freePort } from '../support/free-port.js';

const SIDELIGHT = 7780;
/** Others that documents name. */
const OTHER_PORTS = [17780, 18099];

/** Begin with nothing: they start Sidelight themselves, or need that none runs. */
const ALONE = new Set(['docs/backups.md', 'docs/writing-a-plugin.md']);
const BY_NPM = new Set(['README.md', 'docs/quick-start.md']);
const isAlone = (document: Document): boolean => ALONE.has(document.path) || startsItself(document);

const commanding = documents().filter(({ blocks }) => blocks.some(({ language }) => language === 'sh'));

describe('the commands of the documentation', () => {
  let clone: Clone;
  before(() => {
    clone = makeClone();
  });
  after(() => clone?.remove());

  async function reader(document: Document, port: number): Promise<Reader> {
    const home = join(clone.path, '..', 'home');
    mkdirSync(home, { recursive: true });
    const others = await Promise.all(OTHER_PORTS.map(async (named) => [named, await freePort()] as const));
    const ports = new Map([[SIDELIGHT, port], ...others]);
    return { cwd: clone.path, home, port, ports, shortcut: !BY_NPM.has(document.path) };
  }

  async function read(document: Document, port: number): Promise<void> {
    const { status, output } = await readAloud(document, await reader(document, port));
    expect(status, `${document.path}\n${output}`).to.equal(0);
  }

  describe('from nothing', () => {
    beforeEach(() => clone.clean());
    for (const document of commanding.filter(isAlone)) {
      it(document.path, async () => read(document, await freePort()));
    }
  });

  describe('beside a Sidelight that runs', () => {
    let daemon: DaemonHere;
    before(async () => {
      clone.clean();
      // Its config and data are where commands look for them: in the folder of the clone.
      copyFileSync(join(clone.path, 'config', 'demo.yaml'), join(clone.path, 'sidelight.yaml'));
      daemon = await startHere({ folder: clone.path });
    });
    after(() => daemon?.stop());

    for (const command of ['curl http://127.0.0.1:7780/api/widgets', 'npx sidelight keyz list', '[ -e nowhere ]']) {
      it(`would notice that this fails: ${command}`, async () => {
        const document = { ...documentAt('README.md'), blocks: [{ language: 'sh', text: command }] };
        const { port } = new URL(daemon.url);
        expect((await readAloud(document, await reader(document, Number(port)))).status).to.not.equal(0);
      });
    }

    for (const document of commanding.filter((one) => !isAlone(one))) {
      it(document.path, () => read(document, Number(new URL(daemon.url).port)));
    }
  });
});
