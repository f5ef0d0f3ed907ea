import { expect } from 'chai';
import { type Arrival, baseUrlOf, parsed, publicBase } from '#core/http/base-url.js';

const arrival = (more: Partial<Arrival> = {}): Arrival => ({
  query: {},
  protocol: 'http',
  host: '192.168.1.10:7780',
  ...more,
});
const bare = { basePath: '' };
const below = { basePath: '/side/light' };

describe('the base URL', () => {
  it('is the address that was asked, with the base path', () => {
    expect(baseUrlOf(arrival(), bare)).to.equal('http://192.168.1.10:7780');
    expect(baseUrlOf(arrival({ protocol: 'https', host: 'nas.lan' }), below)).to.equal('https://nas.lan/side/light');
    expect(baseUrlOf(arrival({ host: '[fd00::5]:7780' }), bare)).to.equal('http://[fd00::5]:7780');
    expect(baseUrlOf(arrival({ host: 'NAS.lan:80' }), bare)).to.equal('http://nas.lan');
  });

  it('is the configured one before that; one without a path has the base path below it', () => {
    const publicUrl = 'https://sidelight.example.org';
    expect(baseUrlOf(arrival(), { ...bare, publicUrl })).to.equal(publicUrl);
    expect(baseUrlOf(arrival({ host: '<' }), { ...below, publicUrl })).to.equal(`${publicUrl}/side/light`);
    expect(publicBase({ ...below, publicUrl: `${publicUrl}/` })).to.equal(`${publicUrl}/side/light`);
    expect(publicBase({ ...below, publicUrl: `${publicUrl}/other` })).to.equal(`${publicUrl}/other`);
    expect(publicBase(below)).to.equal(undefined);
  });

  it('is what the request names before all others', () => {
    const query = { baseUrl: 'http://10.0.0.2:8080/x/' };
    const configured = { ...below, publicUrl: 'https://sidelight.example.org' };
    expect(baseUrlOf(arrival({ query, host: undefined }), configured)).to.equal('http://10.0.0.2:8080/x');
  });

  const rubbish: readonly unknown[] = [
    ...[
      '',
      'sidelight.lan',
      'ftp://sidelight.lan',
      'javascript:alert(1)',
      'http://',
      'http://user:pw@host',
      'http://@host',
    ],
    ...[
      'http://host?x=1',
      'http://host?',
      'http://host#x',
      'http://host/a b',
      'http://host/$(reboot)',
      "http://h/';rm",
    ],
    ...['http://{x}/', 'http://host/{x}', 'http://$(reboot)/', 'http://a&b/', 'http://host:99999', 'http://host\\x'],
    ...[['http://a', 'http://b'], { a: 'http://a' }, 5],
  ];
  for (const baseUrl of rubbish) {
    it(`is refused when the request names ${JSON.stringify(baseUrl)}`, () => {
      expect(parsed(baseUrl)).to.equal(undefined);
      expect(() => baseUrlOf(arrival({ query: { baseUrl } }), bare)).to.throw(/"baseUrl" must be an address/);
    });
  }

  for (const host of [undefined, '', 'a b', 'x"><script>', '$(reboot)', 'host/path', 'user@host', 'a,b', 'host:port']) {
    it(`is refused when the Host header is ${JSON.stringify(host)}`, () => {
      expect(() => baseUrlOf(arrival({ host }), bare)).to.throw(/The Host header is not a host name/);
    });
  }

  it('is refused when a proxy says another protocol than http or https', () => {
    expect(() => baseUrlOf(arrival({ protocol: 'javascript' }), bare)).to.throw(/Host header/);
  });
});
