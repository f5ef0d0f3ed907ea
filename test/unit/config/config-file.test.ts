/** The file of a config, written from within: whole or not at all. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigFile } from '#core/config/config-file.js';
import { CodedError } from '#core/ground/errors.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';

const NOW = new Date('2026-11-23T10:00:00.000Z');
const NONE: ReadonlyMap<string, string> = new Map();

describe('the file of a config', () => {
  let folder: TempFolder;
  let path: string;
  let data: string;
  beforeEach(() => {
    folder = tempFolder();
    path = join(folder.path, 'sidelight.yaml');
    data = join(folder.path, 'data');
    mkdirSync(data);
    writeFileSync(path, 'one\n');
  });
  afterEach(() => folder.remove());
  const file = () => new ConfigFile(path, data);
  const codeOf = (written: Promise<void>): Promise<string> =>
    written.then(
      () => 'written',
      (error: unknown) => (error instanceof CodedError ? error.code : String(error)),
    );
  const names = (below: string): readonly string[] => readdirSync(join(data, below)).sort();

  it('keeps its mode, and leaves nothing beside it', async () => {
    chmodSync(path, 0o600);
    await file().write({ before: 'one\n', text: 'two\n', secrets: NONE }, NOW);
    expect(readFileSync(path, 'utf8')).to.equal('two\n');
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder.path).sort()).to.deep.equal(['data', 'sidelight.yaml']);
  });

  it('may be a link, and stays one', async () => {
    const link = join(folder.path, 'link.yaml');
    symlinkSync(path, link);
    await new ConfigFile(link, data).write({ before: 'one\n', text: 'two\n', secrets: NONE }, NOW);
    expect(lstatSync(link).isSymbolicLink()).to.equal(true);
    expect(readFileSync(path, 'utf8')).to.equal('two\n');
  });

  it('is left alone where it holds something else by now, and so are the secrets', async () => {
    const { path: secret } = file().secretPlace('attic', 'apiKey');
    const change = { before: 'another\n', text: 'two\n', secrets: new Map([[secret, 's']]) };
    expect(await codeOf(file().write(change, NOW))).to.equal('config_changed');
    expect(readFileSync(path, 'utf8')).to.equal('one\n');
    expect(names('secrets')).to.deep.equal([]);
  });

  it('names secrets by where they are, within its folder or anywhere', () => {
    expect(file().secretPlace('attic', 'apiKey').named).to.match(
      /^file:\.\/data\/secrets\/attic\.apiKey\.[0-9a-f]{8}$/,
    );
    const { path: secret, named } = new ConfigFile('/config/sidelight.yaml', '/data').secretPlace('attic', 'apiKey');
    expect(named).to.equal(`file:${secret}`);
  });

  it('keeps the twenty texts before, and the secrets that they name', async () => {
    const old = file().secretPlace('attic', 'apiKey');
    let before = 'one\n';
    for (let round = 0; round < 25; round++) {
      const text = round < 3 ? `${round} ${old.named}\n` : `${round}\n`;
      const secrets = round === 0 ? new Map([[old.path, 's']]) : NONE;
      await file().write({ before, text, secrets }, new Date(NOW.getTime() + round * 1000));
      before = text;
      expect(names('secrets'), `${round}`).to.have.lengthOf(round < 23 ? 1 : 0);
    }
    const former = names('config-history');
    expect(former).to.have.lengthOf(20);
    expect(readFileSync(join(data, 'config-history', former.at(-1) ?? ''), 'utf8')).to.equal('23\n');
    expect(statSync(join(data, 'config-history', former[0] ?? '')).mode & 0o777).to.equal(0o600);
  });

  it('says what cannot be written', async () => {
    writeFileSync(join(data, 'secrets'), 'in the way');
    expect(await codeOf(file().write({ before: 'one\n', text: 'two\n', secrets: NONE }, NOW))).to.match(/EEXIST/);
    expect(readFileSync(path, 'utf8')).to.equal('one\n');
    expect(await new ConfigFile(join(folder.path, 'no', 'such.yaml'), data).refusal()).to.match(
      /may not write to .*\/no$/,
    );
    expect(await file().refusal()).to.equal(null);
  });
});
