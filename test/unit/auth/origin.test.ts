/** Which requests come from pages of ours, and where a sign-in may lead. */
import { expect } from 'chai';
import { otherSite, type Sender } from '#core/auth/origin.js';
import { localPath } from '#core/pages/local-path.js';

describe('the site of a form', () => {
  const from = (sender: Partial<Sender>): string | null =>
    otherSite({ site: undefined, origin: undefined, host: 'box:7780', publicUrl: undefined, ...sender });

  it('is what the browser says that it is, where it does', () => {
    expect(from({ site: 'same-origin', origin: 'https://box.example' })).to.equal(null);
    expect(from({ site: 'none' })).to.equal(null);
    expect(from({ site: 'cross-site', origin: 'http://box:7780' })).to.equal('http://box:7780');
    expect(from({ site: 'same-site' })).to.equal('another site');
    expect(from({ site: 'nonsense' })).to.equal('another site');
  });

  it('is else the host that the page came from, port and all', () => {
    expect(from({ origin: 'http://box:7780' })).to.equal(null);
    expect(from({ origin: 'http://BOX:7780' })).to.equal(null);
    expect(from({ origin: 'http://box' })).to.equal('http://box');
    expect(from({ origin: 'http://box:8080' })).to.equal('http://box:8080');
    expect(from({ origin: 'http://evil.example' })).to.equal('http://evil.example');
    expect(from({ origin: 'https://box.example', host: 'box.example:443' })).to.equal(null);
    expect(from({ origin: 'http://box.example', host: 'box.example:443' })).to.equal('http://box.example');
  });

  it('may be the public address', () => {
    const publicUrl = 'https://tv.example/sidelight';
    expect(from({ origin: 'https://tv.example', publicUrl })).to.equal(null);
    expect(from({ origin: 'https://tv.example:444', publicUrl })).to.equal('https://tv.example:444');
  });

  it('is another one for a page without an origin, and where there is no host', () => {
    expect(from({ origin: 'null' })).to.equal('another site');
    expect(from({ origin: 'http://box', host: undefined })).to.equal('http://box');
    expect(from({ origin: 'http://', host: '' })).to.equal('another site');
    expect(from({ origin: 'file://', host: '' })).to.equal('another site');
  });

  it('is not asked of what is no browser', () => {
    expect(from({})).to.equal(null);
  });
});

describe('where a sign-in leads', () => {
  const KEPT = [
    '/',
    '/settings/account',
    '/docs?a=1&b=/x//y#c',
    '/swagger-ui/',
    '/settings/api-key?x=%2F%2Fevil',
    '/loginx',
  ];
  const REFUSED = [
    ...['', 'docs', '//evil.example', '/\\evil.example', '\\/evil.example', '/a\\b', 'https://evil.example/', '?x'],
    ...['/\t/evil.example', '/\n/evil.example', '/ /evil.example', '/é', '/..//evil.example', '/%2e%2e//evil.example'],
    ...['/login', '/login?next=/', '/logout', '/setup?token=x', 'javascript:alert(1)'],
  ];

  it('is a path of ours', () => {
    for (const base of ['', '/side/light']) {
      for (const path of KEPT) expect(localPath(path, base), path).to.equal(path);
      for (const path of REFUSED) expect(localPath(path, base), path).to.equal('/');
    }
  });

  it('is not what a browser could take for another host, once it has taken the dots away', () => {
    expect(localPath('/a/..//evil.example', '')).to.equal('/');
  });

  it('is not beside the base path', () => {
    for (const path of ['/../other', '/%2e%2e/other', '/..', '/a/../../other', '/../side/lighter']) {
      expect(localPath(path, '/side/light'), path).to.equal('/');
    }
    expect(localPath('/a/../b', '/side/light')).to.equal('/a/../b');
  });
});
