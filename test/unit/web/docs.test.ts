/** The documentation as pages: what becomes of Markdown, of links between files, and of what is asked for by its address. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { filesOf, pageOf, targetOf } from '#core/pages/docs/addresses.js';
import { Library } from '#core/pages/docs/library.js';
import { navigationOf } from '#core/pages/docs/navigation.js';
import { renderPage } from '#core/pages/docs/render-page.js';
import { tempFolder } from '../../support/temp-folder.js';

const place = { file: 'docs/dashboards/wall.md', base: '/side' };
const html = (markdown: string): string => renderPage(markdown, place).html;

describe('a page of the documentation', () => {
  it('has its title and the headings below it, with the anchors of a repository viewer', () => {
    const page = renderPage('# The `wall` & you\n\n## Where it goes\n\n### GET /api/x:id\n\n## Where it goes\n', place);
    expect(page.title).to.equal('The wall & you');
    expect(page.html).to.not.contain('<h1');
    expect(page.headings).to.deep.equal([
      { level: 2, text: 'Where it goes', id: 'where-it-goes' },
      { level: 3, text: 'GET /api/x:id', id: 'get-apixid' },
      { level: 2, text: 'Where it goes', id: 'where-it-goes-1' },
    ]);
    expect(page.html).to.contain('<h2 id="where-it-goes-1">');
  });

  it('passes no HTML on, and drops comments', () => {
    const page = html(
      'a <b onclick="x()">bold</b> <name>\n\n<script>alert(1)</script>\n\n<!-- x:begin -->\nshown\n<!-- x:end -->\n',
    );
    expect(page).to.not.match(/<b |<script|<name|<!--/);
    expect(page).to.contain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).to.contain('&lt;name&gt;');
    expect(page).to.contain('<p>shown</p>');
  });

  it('escapes code, and lets blocks and tables scroll by themselves', () => {
    expect(html('```sh\nkeys create <name> && "x"\n```')).to.equal(
      '<pre tabindex="0"><code class="language-sh">keys create &lt;name&gt; &amp;&amp; &quot;x&quot;\n</code></pre>\n',
    );
    const table = html('| a | b |\n|---|:-:|\n| `x` | <i>y</i> |\n');
    expect(table).to.match(/^<div class="scroll" tabindex="0"><table>/);
    expect(table).to.contain('<th scope="col">a</th>');
    expect(table).to.contain('<td><code>x</code></td><td>&lt;i&gt;y&lt;/i&gt;</td>');
    expect(table).to.not.contain('style=');
  });

  it('leads from file to file within the pages, and names files that are not served', () => {
    const page = html(
      '[k](../keys.md#scopes) [i](../README.md) [d](README.md) [x](https://example.org/a?b&c) [h](#here) ' +
        '[config/a.yaml](../../config/a.yaml) [the example](../../config/a.yaml) [p](../../plugins/radio/README.md)',
    );
    expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).to.deep.equal([
      '/side/docs/keys#scopes',
      '/side/docs',
      '/side/docs/dashboards',
      'https://example.org/a?b&amp;c',
      '#here',
      '/side/docs/plugins/radio',
    ]);
    expect(page).to.contain(' <code>config/a.yaml</code> the example (<code>config/a.yaml</code>)');
  });

  it('shows pictures of the documentation, and no script as an address', () => {
    expect(html('![A tile](../images/wall.png)')).to.contain('<img src="/side/docs/images/wall.png" alt="A tile">');
    expect(html('![A tile](../../secret.png) [x](javascript:alert(1))')).to.not.match(/<img|<a /);
  });
});

describe('addresses of the documentation', () => {
  it('name a file each, and the other way round', () => {
    const pages = {
      '': 'docs/README.md',
      keys: 'docs/keys.md',
      dashboards: 'docs/dashboards/README.md',
      'dashboards/wall': 'docs/dashboards/wall.md',
      'plugins/radio': 'plugins/radio/README.md',
      changelog: 'CHANGELOG.md',
    };
    for (const [page, file] of Object.entries(pages)) {
      expect(pageOf(file), file).to.equal(page);
      expect(filesOf(page), page).to.include(file);
    }
  });

  it('reach nothing else', () => {
    for (const page of [
      '../package.json',
      'keys/../../core',
      'keys.md',
      '/etc/passwd',
      'README',
      'core/README',
      'a//b',
    ]) {
      expect(
        filesOf(page).filter((file) => !/^docs\/[\w/-]+\.md$/.test(file)),
        page,
      ).to.deep.equal([]);
    }
    for (const file of [
      'package.json',
      'core/api/README.md',
      'docs/../secret.md',
      'docs/images/wall.png',
      'README.md',
    ]) {
      expect(pageOf(file), file).to.equal(undefined);
    }
    expect(targetOf('../../../etc/passwd', place.file, '')).to.deep.equal({ kind: 'file', path: '../etc/passwd' });
  });

  it('stand in the navigation as in the index', () => {
    const index =
      '# D\n\ntext\n\n## Begin\n\n- [Keys](keys.md): scopes\n- [Out](https://example.org): not ours\n\n## More\n\n- [Walls](dashboards/README.md)\n';
    expect(navigationOf(index, 'keys', '/side')).to.deep.equal([
      {
        title: 'Begin',
        pages: [
          { href: '/side/docs/keys', text: 'Keys', isCurrent: true },
          { href: 'https://example.org', text: 'Out', isCurrent: false },
        ],
      },
      { title: 'More', pages: [{ href: '/side/docs/dashboards', text: 'Walls', isCurrent: false }] },
    ]);
  });
});

describe('the library of the documentation', () => {
  it('reads a page when it is asked for, and again only when it changed', async () => {
    const { path: root, remove } = tempFolder();
    const file = join(root, 'docs', 'keys.md');
    mkdirSync(join(root, 'docs'));
    writeFileSync(file, '# Keys\n');
    const library = new Library(root);
    const first = await library.page('keys', '');
    expect(first?.title).to.equal('Keys');
    expect(await library.page('keys', '')).to.equal(first);
    writeFileSync(file, '# Other keys\n');
    utimesSync(file, 1, 1);
    expect((await library.page('keys', ''))?.title).to.equal('Other keys');
    expect(await library.page('locks', '')).to.equal(undefined);
    expect(await library.page('a'.repeat(12_000), '')).to.equal(undefined);
    remove();
  });
});
