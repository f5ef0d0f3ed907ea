/** The explorer as it is served: what it may load, what it holds, and for whom. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { signedIn } from '../support/visitor.js';

const BASE = '/side/light';

describe('the explorer, served', () => {
  let daemon: DaemonHere;
  before(async () => {
    daemon = await startHere({ config: `server: { basePath: ${BASE} }\n` });
  });
  after(() => daemon?.dispose());

  it('is where /swagger sends to', async () => {
    const answer = await daemon.get('/swagger');
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, `${BASE}/swagger-ui`]);
  });

  it('is a page of the site that loads files of this daemon only, also without a slash at the end', async () => {
    for (const path of ['/swagger-ui', '/swagger-ui/']) {
      const { status, text, headers } = await daemon.get(path);
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
      expect(text).to.include('aria-current="page">Explorer</a>');
      expect(text).to.not.match(/<style|<script>|<script [^>]*>[^<\s]| on\w+="| style="|https?:/);
      const files = [...text.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map(
        (match) => match[1] ?? '',
      );
      expect(files).to.include.members([`${BASE}/assets/explorer.css`, `${BASE}/assets/explorer.js`]);
      const later = [...text.matchAll(/ data-(?:style|script)="([^"]+)"/g)].map((match) => match[1] ?? '');
      expect(later).to.deep.equal([`${BASE}/swagger-ui/swagger-ui.css`, `${BASE}/swagger-ui/swagger-ui-bundle.js`]);
      for (const file of [...files, ...later]) {
        expect(file.startsWith(`${BASE}/`), file).to.equal(true);
        expect((await daemon.get(file.slice(BASE.length))).status, file).to.equal(200);
      }
    }
  });

  it('lists the routes as the document has them, each with its place in the explorer', async () => {
    const [{ text }, { json }] = await Promise.all([daemon.get('/swagger-ui'), daemon.get('/openapi.json')]);
    const listed = [...text.matchAll(/<a href="#\/(Widgets|Reads)\/(\w+)">/g)].map(([, tag, id]) => `${tag} ${id}`);
    const paths = Object.values(json['paths'] as Record<string, Record<string, object>>);
    const documented = paths
      .flatMap((methods) => Object.values(methods) as { readonly tags?: string[]; readonly operationId?: string }[])
      .filter(({ tags = [] }) => tags.some((tag) => tag === 'Widgets' || tag === 'Reads'))
      .map(({ tags, operationId }) => `${tags?.[0]} ${operationId}`);
    expect(listed).to.have.members(documented);
    expect(text).to.include(`<strong>GET</strong> ${BASE}/api/widgets/homepage</a>`);
  });

  it('alone may write styles into its elements, and no page may run a script within its text', async () => {
    const policy = async (path: string) =>
      (await daemon.get(path, undefined, { accept: 'text/html' })).headers.get('content-security-policy') ?? '';
    expect(await policy('/swagger-ui')).to.include("style-src 'self' 'unsafe-inline'");
    for (const path of ['/', '/docs', '/nothing']) {
      expect(await policy(path), path)
        .to.include("style-src 'self'")
        .and.not.include('unsafe');
    }
    expect(await policy('/swagger-ui'))
      .to.include("script-src 'self'")
      .and.not.match(/script-src[^;]*unsafe|https:/);
  });

  it('says how requests are let in', async () => {
    const { text } = await daemon.get('/swagger-ui');
    expect(text).to.include('Paste a key').and.include(`${BASE}/login?next=%2Fswagger-ui`);
    expect(text).to.include('data-session="false"');
    const visitor = await signedIn(daemon);
    const page = await visitor.open('/swagger-ui');
    expect(page.text).to.include('requests use your session. Paste a key to use it instead');
    expect(page.text).to.include('data-session="true"');
  });
});
