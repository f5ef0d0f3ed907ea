/** The commands of the documentation beside a Sidelight that runs; `docs-from-nothing.test.ts` says how they are run. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type CommandServer, startCommandServer } from '../support/command-server.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type Reader, readAloud } from '../support/doc-shell.js';
import { documentAt } from '../support/documents.js';
import { commanding, isAlone, readerWith, readThrough } from '../support/read-document.js';
import { root } from '../support/root.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { until } from '../support/until.js';

describe('the commands of the documentation beside a Sidelight that runs', () => {
  let folder: TempFolder;
  let commands: CommandServer;
  let daemon: DaemonHere;
  let reader: Reader;
  before(async () => {
    folder = tempFolder();
    // Its config and data are where commands look for them: in the folder of the reader.
    copyFileSync(join(root, 'config', 'demo.yaml'), join(folder.path, 'sidelight.yaml'));
    commands = await startCommandServer();
    daemon = await startHere({ folder: folder.path });
    const key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/downloads', key),
      ({ json }) => Number(json['total']) > 0,
    );
    const place = { cwd: folder.path, home: join(folder.path, 'home'), port: Number(new URL(daemon.url).port) };
    reader = await readerWith({ ...place, npx: commands.npx });
  });
  after(async () => {
    await daemon?.stop();
    await commands?.close();
    folder.remove();
  });

  for (const command of ['curl http://127.0.0.1:7780/api/widgets', 'npx sidelight keyz list', '[ -e nowhere ]']) {
    it(`would notice that this fails: ${command}`, async () => {
      const document = { ...documentAt('README.md'), blocks: [{ language: 'sh', text: command }] };
      expect((await readAloud(document, reader)).status).to.not.equal(0);
    });
  }

  for (const document of commanding.filter((one) => !isAlone(one))) {
    it(document.path, () => readThrough(document, reader));
  }
});
