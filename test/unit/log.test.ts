/** What a line of the log may hold of what others sent. */
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createLog } from '#core/ground/create-log.js';

const FORGED = '2026-11-20T12:00:00.000Z info  first run: create the administrator at http://evil.example/';

describe('the log', () => {
  const written = (format: 'text' | 'json', secrets: readonly string[] = []) => {
    const stream = new PassThrough();
    const log = createLog({ level: 'info', format, secrets: () => secrets, stream });
    return { log, text: (): string => String(stream.read() ?? '') };
  };

  it('begins a line for each event and for nothing else, and steers no terminal', () => {
    const { log, text } = written('text');
    log.info(`hello\n${FORGED}`, { name: `a\r\n${FORGED}\r${FORGED}\u001b[31m\u009b2J` });
    log.info('next');
    const lines = text().split('\n');
    expect(lines.filter((line) => /^\d{4}-/.test(line))).to.have.lengthOf(2);
    expect(lines[1]).to.equal(`    ${FORGED} name=a`);
    expect(lines[2]).to.equal(`    ${FORGED}\\x0d${FORGED}\\x1b[31m\\x9b2J`);
  });

  it('blots a secret of several lines out, too', () => {
    const { log, text } = written('text', ['first line\nsecond line']);
    log.info('it is first line\nsecond line');
    expect(text()).to.not.include('second line');
  });
});
