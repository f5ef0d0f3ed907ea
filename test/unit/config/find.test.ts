import { expect } from 'chai';
import { findConfig } from '#core/config/find.js';
import { CodedError } from '#core/ground/errors.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';

describe('finding the config', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  const find = (flag?: string, env: Record<string, string> = {}) => findConfig({ flag, env, cwd: folder.path });

  it('is content with none', () => {
    expect(find()).to.equal(null);
  });

  it('takes the first of flag, variable, working directory and its config folder', () => {
    const inFolder = folder.write('config/sidelight.yaml', '');
    expect(find()).to.equal(inFolder);
    const here = folder.write('sidelight.yaml', '');
    expect(find()).to.equal(here);
    const named = folder.write('by-variable.yaml', '');
    expect(find(undefined, { SIDELIGHT_CONFIG: 'by-variable.yaml' })).to.equal(named);
    const flagged = folder.write('by-flag.yaml', '');
    expect(find('by-flag.yaml', { SIDELIGHT_CONFIG: 'by-variable.yaml' })).to.equal(flagged);
    expect(find(undefined, { SIDELIGHT_CONFIG: '' })).to.equal(here);
  });

  it('does not look elsewhere when the one that was named is not there', () => {
    folder.write('sidelight.yaml', '');
    expect(() => find(undefined, { SIDELIGHT_CONFIG: 'gone.yaml' }))
      .to.throw(CodedError, 'gone.yaml does not exist (SIDELIGHT_CONFIG)')
      .with.property('code', 'config_missing');
  });
});
