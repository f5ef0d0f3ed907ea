/** The documentation as the daemon serves it, below a base path: every link within it leads somewhere, without a sign-in. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';

const BASE = '/side';
const CONFIG = `
server: { basePath: ${BASE} }
integrations:
  demo: {}
`;

describe('the documentation, served', () => {
  let daemon: DaemonHere;
  before(async () => {
    daemon = await startHere({ config: CONFIG });
  });
  after(() => daemon?.dispose());

  const linksOf = (html: string): readonly string[] =>
    [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

  it('has a page for every link, from the index on, and an element for every anchor', async () => {
    const pages = new Map<string, string>();
    const anchors: string[] = [];
    const waiting = [`${BASE}/docs`];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const { status, text, headers } = await daemon.get(path.slice(BASE.length), undefined, { accept: 'text/html' });
      expect(status, path).to.equal(200);
      expect(headers.get('content-type'), path).to.equal('text/html; charset=utf-8');
      expect(text.match(/<h1/g), path).to.have.lengthOf(1);
      pages.set(path, text);
      for (const href of linksOf(text).filter((link) => link.startsWith(`${BASE}/docs`) || link.startsWith('#'))) {
        const [page = '', anchor] = href.split('#');
        if (anchor !== undefined) anchors.push(`${page === '' ? path : page}#${anchor}`);
        if (page !== '' && !page.startsWith(`${BASE}/docs/images/`)) waiting.push(page);
      }
    }
    expect([...pages.keys()]).to.include.members(
      ['quick-start', 'routes', 'dashboards', 'dashboards/homepage', 'plugins/demo', 'decisions', 'changelog'].map(
        (name) => `${BASE}/docs/${name}`,
      ),
    );
    const dead = anchors.filter((target) => {
      const [page = '', id = ''] = target.split('#');
      return !(pages.get(page) ?? '').includes(`id="${id}"`);
    });
    expect(dead).to.deep.equal([]);
    for (const [path, html] of pages) {
      for (const href of linksOf(html)) expect(href, path).to.match(/^(https?:\/\/|#|mailto:|\/side\/)/);
      expect(html.replace(/<pre[\s\S]*?<\/pre>/g, ''), path).to.not.match(/ style="|<!--/);
    }
  });

  it('answers what is no page with 404', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/README',
      '/docs/keys.md',
      '/docs/images/nothing.png',
      '/docs/..%2fpackage.json',
    ]) {
      expect((await daemon.get(path)).status, path).to.equal(404);
    }
  });
});
