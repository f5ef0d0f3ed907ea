/** The packs page, for everyone who can reach Sidelight. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { textOf, unescaped } from '../support/page-text.js';
import { until } from '../support/until.js';
import { type Shown, signedIn, Visitor } from '../support/visitor.js';

describe('the packs page', () => {
  let daemon: DaemonHere;
  before(async () => {
    daemon = await startHere({ config: 'server: { basePath: /side }\nintegrations: { demo: { plugin: demo } }' });
  });
  after(() => daemon.dispose());

  const links = ({ text }: Shown): readonly string[] =>
    [...text.matchAll(/href="\/side(\/widgets\/[^"]+)"/g)].map((match) => unescaped(match[1] ?? ''));

  it('is for everyone, with and without a slash, and every link of it leads to a file', async () => {
    const stranger = new Visitor(daemon.url);
    for (const path of ['/widgets', '/widgets/']) expect((await stranger.open(path)).status, path).to.equal(200);
    const page = await stranger.open('/widgets/');
    const files = links(page).filter((link) => !/^\/widgets\/([?#]|$)/.test(link));
    expect(files).to.include.members(['/widgets/homepage/wall.yaml', '/widgets/homarr-2.zip?download']);
    expect(files.length).to.be.greaterThan(60);
    for (const file of files) {
      const answer = await stranger.open(file);
      expect([file, answer.status]).to.deep.equal([file, 200]);
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(disposition).to.match(/[?&]download$/.test(file) ? /^attachment/ : /^inline/);
    }
    const yaml = await stranger.open('/widgets/homepage/wall.yaml');
    expect(page.text).to.include(`value="${daemon.url}"`);
    expect(yaml.text).to.include(`${daemon.url}/api/widgets/homepage`);
  });

  it('writes another address into every file', async () => {
    const stranger = new Visitor(daemon.url);
    const page = await stranger.open(`/widgets/?baseUrl=${encodeURIComponent('https://side.lan/there/')}`);
    expect(page.text).to.include('value="https://side.lan/there"');
    const files = links(page).filter((link) => !/^\/widgets\/([?#]|$)/.test(link));
    expect(files.filter((link) => !link.includes('?baseUrl=https%3A%2F%2Fside.lan%2Fthere'))).to.deep.equal([]);
    const yaml = files.find((link) => link.startsWith('/widgets/homepage/wall.yaml')) ?? '';
    expect((await stranger.open(yaml)).text)
      .to.include('https://side.lan/there/api/widgets/homepage')
      .and.not.include(daemon.url);
  });

  it('says what is no address beside the field, and offers the files as they were', async () => {
    const stranger = new Visitor(daemon.url);
    for (const path of ['/widgets/', '/widgets']) {
      const page = await stranger.open(`${path}?baseUrl=${encodeURIComponent('"><b>side.lan')}`);
      expect(page.status).to.equal(400);
      expect(page.text).to.include('value="&quot;&gt;&lt;b&gt;side.lan"').and.not.include('<b>side');
      expect(textOf(page.text)).to.include(
        `Write an address such as http://192.168.1.10:7780. The files below still have ${daemon.url}.`,
      );
      expect(links(page)).to.include('/widgets/homepage/wall.yaml');
    }
  });

  it('offers each widget with a tick box, and makes the files of those that are ticked', async () => {
    const stranger = new Visitor(daemon.url);
    const ticked = ({ text }: Shown): readonly string[] =>
      [...text.matchAll(/name="widgets" value="([a-z-]+)"[^>]* checked/g)].map(([, id = '']) => id);
    const usual = await stranger.open('/widgets/');
    expect(ticked(usual)).to.include.members(['downloads', 'statistics', 'jobs']).and.not.include('today');
    expect(textOf(usual.text), 'what is in the house is for members').to.not.match(/Downloading \d/);
    const chosen = await stranger.open('/widgets/?widgets=downloads&widgets=jobs');
    expect(ticked(chosen)).to.have.members(['downloads', 'jobs']);
    const files = links(chosen).filter((link) => link.startsWith('/widgets/glance/'));
    expect(files).to.deep.equal(['wall', 'admin'].map((one) => `/widgets/glance/${one}.yml?widgets=downloads%2Cjobs`));
    const page = (await stranger.open(files[0] ?? '')).text;
    expect(page).to.include('/api/widgets/downloads').and.not.include('/api/widgets/calendar');
    expect((await stranger.open('/widgets/?widgets=downlods')).status).to.equal(400);
    const member = await signedIn(daemon);
    const live = await until(
      async () => textOf((await member.open('/widgets/')).text),
      (text) => /Downloading \d/.test(text),
    );
    expect(live).to.match(/Downloading \d/);
  });

  it('leads to the page of each dashboard that has one, and to keys', async () => {
    const page = await new Visitor(daemon.url).open('/widgets/');
    expect(page.text).to.include('href="/side/login?next=%2Fsettings%2Fapi-key%23new"');
    const member = await signedIn(daemon);
    expect((await member.open('/widgets/')).text).to.include('href="/side/settings/api-key#new"');
    for (const [, guide = ''] of page.text.matchAll(/href="\/side(\/docs\/[^"]+)"/g)) {
      if (guide !== '/docs') expect((await member.open(guide)).status, guide).to.equal(200);
    }
  });
});
