/** The start page through a whole first run: each step ticks itself, and then there is an overview. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { textOf } from '../support/page-text.js';
import { until } from '../support/until.js';
import { signedIn, Visitor } from '../support/visitor.js';

/** The step that is next, and where its button leads; '' where none is left. */
function stepsOf(html: string): { readonly next: string; readonly button: string } {
  const place = /<li class="next"[\s\S]*?<\/li>|<section class="next-step"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
  const next = (/<h2[^>]*>(?:Next: )?([^<]*)/.exec(place)?.[1] ?? '').trim();
  return { next, button: /role="button" href="([^"]*)"/.exec(place)?.[1] ?? '' };
}

const PACK = 'Download the pack for your dashboard';
const TILE = 'See a tile on your dashboard';

describe('the start page', () => {
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  let visitor: Visitor;
  let key: string;

  const page = async (who = visitor): Promise<string> => (await who.open('/')).text;
  const steps = async (who = visitor) => stepsOf(await page(who));
  const stranger = (): Visitor => new Visitor(daemon.url);
  const reload = async (entry: string): Promise<void> => {
    await daemon.reload(`timezone: UTC\nintegrations:\n${entry}`);
  };

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30, name: 'attic-box' });
    daemon = await startHere({ config: 'timezone: UTC\n' });
  });
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  it('begins with the administrator', async () => {
    const html = await page(stranger());
    expect(stepsOf(html)).to.deep.equal({ next: 'Create the administrator', button: '/setup' });
    expect(textOf(html)).to.include('0 of 5 are done');
    expect(html).to.match(/<li class="next" aria-current="step">/);
  });

  it('goes on with an integration', async () => {
    visitor = await signedIn(daemon);
    expect(await steps()).to.deep.equal({ next: 'Connect a service', button: '/settings/sources/add' });
  });

  it('is not content with a source that never answered', async () => {
    await reload(`  attic: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: wrong }\n`);
    const text = await until(
      async () => textOf(await page()),
      (now) => now.includes('One integration is configured'),
    );
    expect(text).to.include('One integration is configured, but none has answered yet. See why');
    expect(await steps()).to.deep.equal({ next: 'Connect a service', button: '/settings/sources' });
  });

  it('ticks the source when it answers, and goes on with a key', async () => {
    await reload(`  attic: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }\n`);
    const now = await until(steps, ({ next }) => next !== 'Connect a service');
    expect(now).to.deep.equal({ next: 'Create a key', button: '/settings/api-key' });
  });

  it('ticks the key when there is one', async () => {
    key = await daemon.key();
    expect(await steps()).to.deep.equal({ next: PACK, button: '/widgets/' });
  });

  it('ticks the pack when a file was downloaded, not looked at', async () => {
    const file = '/widgets/homepage/wall.yaml';
    expect((await fetch(`${daemon.url}${file}`, { method: 'HEAD' })).status).to.equal(200);
    expect((await daemon.get('/widgets/index.json')).status).to.equal(200);
    expect((await daemon.get('/widgets/nothing.yaml')).status).to.equal(404);
    expect((await steps()).next).to.equal(PACK);
    expect((await daemon.get(file)).status).to.equal(200);
    const now = await until(steps, ({ next }) => next !== PACK);
    expect(now).to.deep.equal({ next: TILE, button: '/docs/dashboards' });
  });

  it('tells a stranger no names and no counts', async () => {
    const text = textOf(await page(stranger()));
    expect(text).to.not.match(/attic|One source|one key|test-widgets/);
    expect(text)
      .to.include('Sign in')
      .and.to.not.match(/First steps|\d of \d/);
  });

  it('remembers all of it', async () => {
    await daemon.stop();
    const config = `timezone: UTC\nintegrations:\n  attic: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }\n`;
    daemon = await startHere({ folder: daemon.folder, config });
    visitor = await signedIn(daemon);
    const now = await until(steps, ({ next }) => next !== 'Connect a service');
    expect(now.next).to.equal(TILE);
  });

  it('becomes an overview when a dashboard has asked', async () => {
    expect((await daemon.get('/api/widgets/homepage', key)).status).to.equal(200);
    const text = await until(
      async () => textOf(await page()),
      (now) => !/Next:/.test(now),
    );
    expect(text).to.match(
      /Integrations 1 up .*Keys 1 .*Last dashboard request just now with the key test-widgets-only-/,
    );
    expect(text).to.match(/Last backup none are made .*Plays over time/);
    const strangers = await page(stranger());
    expect(stepsOf(strangers).next).to.equal('');
    expect(strangers).to.match(/<a role="button" href="\/login">/);
    expect(textOf(strangers)).to.not.include('test-widgets');
  });

  it('stays one through an outage, and says what needs attention', async () => {
    jellyfin.fail('down');
    await visitor.open('/settings/sources');
    await visitor.send('/settings/sources/attic/check');
    const text = await until(
      async () => textOf(await page()),
      (now) => /1 down/.test(now) && /does not answer/.test(now),
    );
    expect(text).to.match(/Overview .*1 down .*Needs attention Error attic\S* does not answer/);
  });
});
