/** The sources page on a running daemon, with upstreams that answer, are gone, refuse, fail in part, or cannot be used. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { elementOf, textOf } from '../support/page-text.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';
import { CREDENTIALS, integrations, type Stack, startStack } from '../support/upstreams/stack.js';
import { signedIn, Visitor } from '../support/visitor.js';

const PAGE = '/settings/sources';
const WEBHOOK_SECRET = 'hook-of-series-9f8e7d';
const WRONG_KEY = 'wr0ng-key-5a7d3c9e4b2f';
const PASSWORD = 'p455-of-the-attic';

describe('the sources page', () => {
  let stack: Stack;
  let daemon: DaemonHere;
  let visitor: Visitor;

  const sourceOf = async (id: string): Promise<string> =>
    elementOf((await visitor.open(PAGE)).text, 'article', `source-${id}`);
  const told = async (id: string): Promise<string> => textOf(await sourceOf(id));
  /** Whoever presses is not kept waiting for what takes longer: the page tells when it is done. */
  const tells = (id: string, what: RegExp): Promise<string> =>
    until(
      () => told(id),
      (text) => what.test(text),
    );
  const press = async (path: string) => {
    await visitor.open(PAGE);
    return visitor.send(`${PAGE}/${path}`);
  };

  before(async () => {
    stack = await startStack();
    await stack.upstream('films').fail('refused');
    await stack.upstream('usenet').fail('failing', { only: /history/ });
    const folder = makeFolder();
    cpSync(join(root, 'test', 'zoo', 'throws-in-create'), join(folder, 'throws-in-create'), { recursive: true });
    const entries: Record<string, object> = {
      ...stack.entries((id) => (id === 'wishes' ? { webhookSecret: WEBHOOK_SECRET } : {})),
      attic: { plugin: 'radarr', url: `http://ada:${PASSWORD}@attic:7878`, apiKey: 'attic-key-7c1d', enabled: false },
      crooked: { plugin: 'throws-in-create' },
    };
    entries['series'] = { ...entries['series'], apiKey: WRONG_KEY };
    daemon = await startHere({
      folder,
      config: `timezone: UTC\nplugins: ["./throws-in-create", "./not-there"]\n${integrations(entries)}`,
    });
    visitor = await signedIn(daemon);
    await until(
      async () => textOf((await visitor.open(PAGE)).text),
      (text) => /3 up.*1 down.*1 key rejected.*1 partly up/.test(text),
    );
  });
  after(async () => {
    await daemon.dispose();
    await stack.close();
  });

  it('is for members', async () => {
    const stranger = new Visitor(daemon.url);
    const page = await stranger.open(PAGE);
    expect(page.status).to.equal(303);
    expect(page.location).to.equal(`/login?next=${encodeURIComponent(PAGE)}`);
    expect((await stranger.open(`${PAGE}/list`, { 'sec-fetch-dest': 'empty' })).status).to.equal(401);
    await stranger.open('/');
    expect((await stranger.send(`${PAGE}/films/check`)).status).to.equal(401);
  });

  it('shows every entry in the order of the config, each with its state in words', async () => {
    const { text } = await visitor.open(PAGE);
    const names = [...text.matchAll(/<h2 id="name-([^"]+)">/g)].map(([, name]) => name);
    expect(names).to.deep.equal([
      ...['living-room', 'wishes', 'films', 'series', 'torrents', 'usenet', 'attic', 'crooked'],
    ]);
    expect(await told('living-room')).to.match(/Up for \d+ (s|min) .*Last check just now.*Requests a minute [1-9]/);
    expect(await told('films')).to.match(/Down for .*nothing listens at this address.*Is it running/);
    expect(await told('series')).to.match(/Key rejected for .*answered 401.*Correct its key or password/);
    expect(await told('usenet')).to.match(/Up, but one task fails.*download\.queue: GET \/api answered 500/);
    expect(await told('attic')).to.match(/Disabled.*enabled: false/);
    expect(await told('crooked')).to.match(/Could not start.*no such colour/);
    expect(textOf(text)).to.match(/Notices Error The plugin \.\/not-there cannot be loaded/);
  });

  it('names each source by its plugin, and by what it says of itself', async () => {
    expect(await told('living-room')).to.include(
      `Jellyfin · living-room-box 12.2.0 · ${stack.livingRoom.upstream.url}`,
    );
    expect(await told('attic')).to.include('Radarr · http://attic:7878');
  });

  it('tells of every task: how often, when, and how it went', async () => {
    const text = await told('torrents');
    expect(text).to.match(/Tasks of torrents \(2\).*download\.queue every 15 s just now ok, took .* (in \d+ s|now)/);
    expect(await told('films')).to.match(/release\.queue every 30 s never has not run yet once it answers/);
    expect(await told('usenet')).to.match(/download\.queue every 15 s just now failed: GET \/api answered 500/);
  });

  it('shows where webhooks go, never their secret', async () => {
    expect(await told('wishes')).to.include('Webhooks /api/webhooks/wishes');
    expect(await told('living-room')).to.include('Webhooks off');
    expect(await told('torrents')).to.not.include('Webhooks');
  });

  it('asks a source at the press of a button, and says what came out', async () => {
    const { upstream } = stack.livingRoom;
    upstream.resetCalls();
    const answer = await press('living-room/check');
    expect([answer.status, answer.location]).to.deep.equal([303, `${PAGE}#source-living-room`]);
    expect(upstream.calls('System/Info')).to.not.have.lengthOf(0);
    await tells('living-room', /It answers: living-room-box 12\.2\.0\./);
    await press('films/check');
    await tells('films', /It is down: .*nothing listens at this address/);
    await press('series/check');
    await tells('series', /It rejected the credentials: .*answered 401/);
  });

  it('runs all tasks of a source at the press of a button', async () => {
    const { upstream } = stack.wishes;
    upstream.resetCalls();
    await press('wishes/sync');
    await tells('wishes', /Synced 5 tasks\./);
    expect(upstream.calls('GET /api/v1/request')).to.not.have.lengthOf(0);
    expect(upstream.calls('GET /api/v1/issue')).to.not.have.lengthOf(0);
  });

  it('syncs nothing of a source that does not answer, and all of it once it does', async () => {
    await press('films/sync');
    await tells('films', /Nothing was synced\. It is down: /);
    await stack.upstream('films').fail(null);
    await press('films/sync');
    await tells('films', / Up for .*Synced 8 tasks\./);
    await stack.upstream('films').fail('refused');
  });

  it('syncs everything, and names what is not well', async () => {
    stack.torrents.upstream.resetCalls();
    // Whoever presses is not kept waiting for what takes longer: pressed again, it tells.
    const outcome = await until(
      async () => {
        const answer = await press('sync');
        expect([answer.status, answer.location]).to.deep.equal([303, PAGE]);
        return textOf(elementOf((await visitor.open(PAGE)).text, 'p', 'outcome'));
      },
      (text) => /^Synced \d sources?; .*failed: .*films.*series.*usenet/.test(text),
    );
    expect(stack.torrents.upstream.calls('maindata')).to.not.have.lengthOf(0);
    expect(outcome).to.not.include('torrents');
  });

  it('refuses a form that is not of its own, and does nothing', async () => {
    const { upstream } = stack.livingRoom;
    await visitor.open(PAGE);
    upstream.resetCalls();
    for (const path of ['living-room/check', 'living-room/sync', 'sync']) {
      expect((await visitor.send(`${PAGE}/${path}`, { _csrf: 'made-up' })).status, path).to.equal(403);
    }
    expect(upstream.calls('System/Info')).to.deep.equal([]);
  });

  it('has nothing to press for what cannot be asked', async () => {
    for (const id of ['attic', 'crooked']) expect(await sourceOf(id)).to.not.match(/>(Check|Sync now)</);
    expect(await told('attic')).to.include('Change attic Enable attic Remove attic');
    expect(await told('crooked')).to.include('Disable crooked');
    expect((await press('attic/check')).status).to.equal(404);
    expect((await press('nowhere/check')).status).to.equal(404);
  });

  it('gives the list alone to its script', async () => {
    const list = await visitor.open(`${PAGE}/list`);
    expect(list.status).to.equal(200);
    expect(list.text).to.include('id="source-living-room"').and.not.include('<html');
    expect(list.headers.get('cache-control')).to.equal('no-store');
  });

  it('holds no credentials, nor does the start page', async () => {
    const pages = await Promise.all([PAGE, `${PAGE}/list`, '/'].map((path) => visitor.open(path)));
    const secrets = [
      ...Object.entries(CREDENTIALS)
        .filter(([name]) => name !== 'torrents-user')
        .map(([, one]) => one),
    ];
    for (const { text, status } of pages) {
      expect(status).to.equal(200);
      for (const secret of [...secrets, WEBHOOK_SECRET, WRONG_KEY, PASSWORD, 'attic-key-7c1d', 'ada:']) {
        expect(text.includes(secret), secret).to.equal(false);
      }
    }
  });
});

describe('the sources page with nothing configured', () => {
  let daemon: DaemonHere;
  before(async () => {
    daemon = await startHere();
  });
  after(() => daemon.dispose());

  it('leads to the first one', async () => {
    const visitor = await signedIn(daemon);
    const { text } = await visitor.open(PAGE);
    expect(textOf(text)).to.include('No integrations yet.').and.include('Connect a service Add an integration');
    expect(text).to.include(`href="${PAGE}/add"`).and.to.include(`href="${PAGE}/find"`);
    expect(text).to.not.include('Sync everything');
  });
});
