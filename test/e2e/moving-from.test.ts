/** The commands of docs/moving-from.md, each run with a file of the program that it is about; and the forms that ask for the doctor's page. */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { documentAt } from '../support/documents.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { historyFile, writeTautulli } from '../support/histories.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';

const lines = documentAt('docs/moving-from.md')
  .blocks.filter(({ language }) => language === 'console')
  .flatMap(({ text }) => text.trim().split('\n'));

/** As the page calls them. */
const FILES: Readonly<Record<string, (file: string) => unknown>> = {
  'jellyglance-backup.json': (file) => copyFileSync(historyFile('jellystat-backup.json'), file),
  'tautulli.db': (file) => writeTautulli(file),
  'backup.json': (file) => copyFileSync(historyFile('jellystat-backup.json'), file),
  'streamystats-backup.json': (file) => copyFileSync(historyFile('streamystats-export.json'), file),
  'PlaybackReportingBackup.tsv': (file) => copyFileSync(historyFile('playback-reporting-local.tsv'), file),
};

describe('moving from another program', () => {
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 10 });
    const config = `timezone: Europe/Berlin\nintegrations:\n  home: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }\n`;
    daemon = await startHere({ config });
    const key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/users', key),
      ({ json }) => json['users'] === 2,
    );
    for (const [name, write] of Object.entries(FILES)) await write(join(daemon.folder, name));
  });
  after(async () => {
    await daemon?.dispose();
    await jellyfin.close();
  });

  it('has a command for each of these files', () => {
    const named = Object.keys(FILES).filter((name) => lines.some((line) => line.includes(` ${name}`)));
    expect(named).to.deep.equal(Object.keys(FILES));
  });

  for (const line of lines) {
    it(line, async () => {
      const { status, stdout, stderr } = await commandHere(line.split(' ').slice(1), daemon.folder);
      expect(status, stderr).to.equal(0);
      const [, read, added] = /^(\d+) rows read, (\d+) plays /.exec(stdout) ?? [];
      expect(Number(read), stdout).to.be.above(0);
      // What two programs saw counts once: these files tell plays that one before them told.
      if (/ (streamystats-)?backup\.json/.test(line)) expect(added).to.equal('0');
      else expect(Number(added), stdout).to.be.above(0);
    });
  }
});

describe('forms for issues', () => {
  const folder = join(root, '.github', 'ISSUE_TEMPLATE');
  const forms = readdirSync(folder).filter((name) => name !== 'config.yml');
  const TYPES = ['markdown', 'input', 'textarea', 'checkboxes'];

  for (const name of forms) {
    it(`${name} is one`, () => {
      const { name: title, description, body } = parse(readFileSync(join(folder, name), 'utf8'));
      for (const text of [title, description]) expect(text).to.be.a('string').and.not.empty;
      const ids = body.flatMap(({ id }: { id?: string }) => id ?? []);
      expect(new Set(ids).size).to.equal(ids.length);
      for (const { type, attributes } of body) {
        expect(TYPES).to.include(type);
        expect(attributes).to.have.property(type === 'markdown' ? 'value' : 'label');
      }
    });
  }

  it('ask for the page of the doctor, and for no weakness', () => {
    const text = readFileSync(join(folder, 'defect.yml'), 'utf8');
    expect(text).to.include('`sidelight doctor`').and.to.include('SECURITY.md');
  });
});
