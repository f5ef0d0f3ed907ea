/** The log for whoever has no terminal: its last lines, what is looked for among them, and no secret. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { textOf } from '../support/page-text.js';
import { until } from '../support/until.js';
import { signedIn, type Visitor } from '../support/visitor.js';

const PAGE = '/settings/log';
const SECRET = 'c0ffee'.repeat(6);

describe('the log page', () => {
  let daemon: DaemonHere;
  let visitor: Visitor;

  const read = async (query = '', path = PAGE): Promise<string> => textOf((await visitor.open(`${path}${query}`)).text);
  /** The lines alone. */
  const lines = async (query = ''): Promise<string> => {
    const { text } = await visitor.open(`${PAGE}/list${query}`);
    return textOf(/<ol class="log">.*<\/ol>/s.exec(text)?.[0] ?? '');
  };

  before(async () => {
    const config = `integrations:
  films: { plugin: radarr, url: 'http://127.0.0.1:1', apiKey: '${SECRET}' }
`;
    daemon = await startHere({ config, flags: ['--log-level', 'debug'] });
    visitor = await signedIn(daemon);
    await until(
      () => lines('?source=films'),
      (text) => text !== '',
    );
  });
  after(() => daemon.dispose());

  it('shows the newest first, with time, level and the integration', async () => {
    const { text } = await visitor.open(PAGE);
    expect(text).to.match(/data-live="\/settings\/log\/list\?level=debug&(amp;)?source=all/);
    expect(await lines('?source=films&level=warn')).to.match(
      /^\d+ \w+, \d\d:\d\d:\d\d Warning films .*nothing listens/,
    );
    await daemon.reload('integrations: {}\n');
    expect(await lines()).to.match(
      /^\d+ \w+, [\d:]+ \w+ (the config was applied|.*\d\d:\d\d:\d\d \w+ the config was applied)/,
    );
  });

  it('is narrowed by level, integration and words', async () => {
    expect(await lines('?level=error')).to.not.include('Note');
    expect(await lines('?source=Sidelight+itself')).to.not.include('nothing listens');
    expect(await lines('?text=THE+CONFIG+WAS')).to.match(/^\S+ \w+, \S+ Note the config was applied[^:]*$/);
    expect(await read('?text=no+such+words')).to.include('No lines match.');
    expect(await read('?level=odd&source=odd&before=odd')).to.include('No lines match.');
  });

  it('has pages, and nothing after the last one', async () => {
    for (let index = 0; index < 450; index++) await daemon.get(`/nowhere-${index}`);
    const first = await visitor.open(`${PAGE}?text=nowhere-`);
    const older = /href="([^"]+)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(textOf(first.text)).to.include('nowhere-449').and.not.include('nowhere-100 ');
    const second = await visitor.open(older);
    const third = /href="([^"]+)" rel="next"/.exec(second.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const last = await visitor.open(third);
    expect(textOf(last.text)).to.include('nowhere-0');
    expect(last.text).to.not.include('rel="next"');
  });

  it('holds no secret, and is for who is signed in', async () => {
    expect((await visitor.open(PAGE)).text).to.not.include(SECRET);
    const stranger = await fetch(`${daemon.url}${PAGE}`, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(stranger.status).to.equal(303);
  });
});
