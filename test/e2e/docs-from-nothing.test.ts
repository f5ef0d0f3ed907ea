/**
 * Every command of the documentation is run, as its reader would run it: the `sh` blocks of each document in order, in one
 * shell. Three things are not as they stand there: a port that a document names is a free one, curl fails when it is
 * refused, and `npx sidelight` is asked of npm only where a newcomer meets it first. Here are the documents that begin
 * with nothing, in a clone that is installed and built; `docs-commands.test.ts` has those beside a Sidelight that runs.
 */
import { join } from 'node:path';
import { type Clone, makeClone } from '../support/clone.js';
import { type CommandServer, startCommandServer } from '../support/command-server.js';
import { freePort } from '../support/free-port.js';
import { commanding, isAlone, readerWith, readThrough } from '../support/read-document.js';

const BY_NPM = 'README.md';

describe('the commands of the documentation from nothing', () => {
  let clone: Clone;
  let commands: CommandServer;
  before(async () => {
    clone = makeClone();
    commands = await startCommandServer();
  });
  after(async () => {
    clone?.remove();
    await commands?.close();
  });
  beforeEach(() => clone.clean());

  for (const document of commanding.filter(isAlone)) {
    it(document.path, async () => {
      const npx = document.path === BY_NPM ? {} : { npx: commands.npx };
      const place = { cwd: clone.path, home: join(clone.path, '..', 'home'), port: await freePort() };
      await readThrough(document, await readerWith({ ...place, ...npx }));
    });
  }
});
