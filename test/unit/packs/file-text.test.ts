import { tagged } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { parse } from 'yaml';
import { fileText } from '#core/packs/file-text.js';

const yaml = (value: unknown, head?: string): string =>
  fileText({ path: 'x.yaml', yaml: value, ...(head === undefined ? {} : { head }) });

describe('the text of a pack’s file', () => {
  it('is what the pack wrote, or JSON for people', () => {
    expect(fileText({ path: 'x.sh', text: 'echo\n' })).to.equal('echo\n');
    expect(fileText({ path: 'x.json', json: { a: [1] } })).to.equal('{\n  "a": [\n    1\n  ]\n}\n');
  });

  const tricky = {
    switches: ['yes', 'no', 'on', 'off', 'y', 'n', 'true', 'null', '~', ''],
    numbers: ['0123', '1_000', '12:30', '1e3', '0x1F', '12345678901234567890', '.5'],
    signs: ['{{NAME}}', '${NAME}', 'a: b', '# no comment', '- x', '&a', '*a', '!x', '@x', '`x', '%x', 'a #b', ' x '],
    letters: ['Käse & Brot 🎬', 'a\nb', 'a\n', '\ttab', 'quote " and \' both'],
    long: `${'word '.repeat(60)}end`,
  };
  for (const version of ['1.1', '1.2'] as const) {
    it(`is read back as it was by YAML ${version}: nothing turns into another type, nothing is folded`, () => {
      const text = yaml(tricky);
      expect(parse(text, { version })).to.deep.equal(tricky);
      expect(text.split('\n').filter((line) => line.includes('word'))).to.have.lengthOf(1);
    });
  }

  it('has a block for several lines, and no anchors for what comes twice', () => {
    const shared = { b: 1 };
    expect(yaml({ a: 'one\n  two\n', c: shared, d: shared })).to.equal(
      'a: |\n  one\n    two\nc:\n  b: 1\nd:\n  b: 1\n',
    );
  });

  it('has its head as a comment, and tags before strings', () => {
    expect(yaml({ key: tagged('!secret', 'sidelight_key') }, 'First.\n\nThird.')).to.equal(
      '# First.\n#\n# Third.\nkey: !secret sidelight_key\n',
    );
  });
});
