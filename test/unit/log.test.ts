/** What a line of the log may hold of what others sent. */
import { PassThrough } from 'node:stream';
import { redact } from '@sidelight/plugin-api/errors';
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

  it('spells out what would turn the direction of a line', () => {
    for (const format of ['text', 'json'] as const) {
      const { log, text } = written(format);
      log.info('asked for \u202egpj.exe', { path: '/\u2066a\u2069' });
      expect(text()).to.include('asked for \\u202egpj.exe').and.include('/\\u2066a\\u2069');
    }
  });

  it('takes nothing that others sent for a place to put the rest of the line', () => {
    const { log, text } = written('text');
    log.child({ integration: 'home' }).info('GET /%s/%d%j 404', { requestId: 'a-1', address: '10.0.0.7' });
    expect(text())
      .to.match(/ info {2}GET \/%s\/%d%j 404 /)
      .and.include('integration=home')
      .and.include(' requestId=a-1 address=10.0.0.7\n');
  });

  it('blots a secret of several lines out, too', () => {
    const { log, text } = written('text', ['first line\nsecond line']);
    log.info('it is first line\nsecond line');
    expect(text()).to.not.include('second line');
  });

  it('blots a short secret out where it stands alone, and leaves the words that happen to hold it', () => {
    const shown = (text: string) => redact(text, ['tv', 'a.b', 'long-secret-7']);
    expect(shown('GET /?apikey=tv&x=1 of tvshows, key "tv"')).to.equal('GET /?apikey=***&x=1 of tvshows, key "***"');
    expect(shown('a.b, axb, xa.b')).to.equal('***, axb, xa.b');
    expect(shown('prefixlong-secret-7suffix')).to.equal('prefix***suffix');
  });
});
