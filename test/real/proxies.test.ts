/** The configs of deploy/ in the real nginx and the real Caddy, before a daemon with the settings that docs/reverse-proxies.md names. */
import { createHash } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { expect } from 'chai';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { type RealProxy, startCaddy, startNginx } from './real-proxy.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const HERE = '127.0.0.1';
/** Of this machine, too, and another client to whom it matters. */
const ELSEWHERE = '127.0.0.2';

/** With any Host, any certificate, and from any address of this machine. */
function ask(url: string, headers: Readonly<Record<string, string>> = {}, localAddress = HERE): Promise<Answer> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = send(url, { headers, localAddress, rejectUnauthorized: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const KEYS = { anywhere: 'a key of the proxies', elsewhere: 'a key for elsewhere' };
const DEMO = `
keys:
  - { name: anywhere, hash: ${sha256(KEYS.anywhere)} }
  - { name: elsewhere, hash: ${sha256(KEYS.elsewhere)}, networks: [${ELSEWHERE}] }
integrations:
  demo: {}
`;
const NAMES = ['nginx', 'caddy'] as const;
const START = { nginx: startNginx, caddy: startCaddy };
const HOST = { nginx: 'nginx/sidelight.conf', caddy: 'caddy/Caddyfile' } as const;
const PATH = { nginx: 'nginx/sidelight-path.conf', caddy: 'caddy/path.Caddyfile' } as const;
const SIGN_IN = { nginx: 'nginx/sidelight-sign-in.conf', caddy: 'caddy/sign-in.Caddyfile' } as const;
type Name = (typeof NAMES)[number];

describe('behind a proxy', () => {
  let daemon: Daemon;
  const proxies: Partial<Record<Name, RealProxy>> = {};
  const urlOf = (name: Name): string => proxies[name]?.url ?? '';

  /** One daemon, and each proxy before it. */
  async function open(config: string, files: Readonly<Record<Name, string>>, signIn?: string): Promise<void> {
    daemon = await startDaemon({ config });
    const upstream = new URL(daemon.url).host;
    for (const name of NAMES) {
      const options = { config: files[name], upstream, ...(signIn === undefined ? {} : { signIn }) };
      proxies[name] = await START[name](options);
    }
  }
  async function close(): Promise<void> {
    for (const name of NAMES) await proxies[name]?.stop();
    await daemon?.dispose();
  }

  describe('on a host of its own', () => {
    before(() => open(`server: { trustProxy: [127.0.0.1] }\n${DEMO}`, HOST));
    after(close);

    for (const name of NAMES) {
      it(`knows how it was reached, by ${name}`, async () => {
        const { status, text } = await ask(`${urlOf(name)}/widgets/homepage/wall.yaml`, {
          host: 'media.example.org',
        });
        expect(status).to.equal(200);
        expect(text).to.contain(`url: ${new URL(urlOf(name)).protocol}//media.example.org/api/widgets/`);
      });

      it(`marks cookies for https, where it is https, by ${name}`, async () => {
        const { headers } = await ask(`${urlOf(name)}/setup`);
        const cookies = headers['set-cookie'] ?? [];
        expect(cookies).to.have.lengthOf(1);
        expect(/; Secure/i.test(cookies[0] ?? '')).to.equal(urlOf(name).startsWith('https:'));
      });

      it(`knows who asks, by ${name}`, async () => {
        const headers = { 'x-api-token': KEYS.elsewhere };
        const refused = await ask(`${urlOf(name)}/api/widgets`, headers, HERE);
        expect(JSON.parse(refused.text).error.code).to.equal('network');
        expect((await ask(`${urlOf(name)}/api/widgets`, headers, ELSEWHERE)).status).to.equal(200);
      });
    }
  });

  describe('below a path', () => {
    before(() => open(`server: { trustProxy: [127.0.0.1], basePath: /sidelight }\n${DEMO}`, PATH));
    after(close);

    for (const name of NAMES) {
      it(`is reached by the path that ${name} passes on`, async () => {
        const url = urlOf(name);
        const redirect = await ask(`${url}/sidelight`);
        expect(redirect.status).to.equal(308);
        expect(redirect.headers.location).to.match(/\/sidelight\/$/);
        expect((await ask(`${url}/sidelight/readyz`)).status).to.equal(200);
        const { status } = await ask(`${url}/sidelight/api/widgets/homepage`, { 'x-api-token': KEYS.anywhere });
        expect(status).to.equal(200);
        const page = await ask(`${url}/sidelight/docs/keys`);
        const style = /href="([^"]*\/docs\.css)"/.exec(page.text)?.[1] ?? '';
        expect((await ask(url + style)).status).to.equal(200);
      });
    }
  });

  describe('with a sign-in of its own', () => {
    let signIn: Server;
    const CONFIG = `server: { trustProxy: [127.0.0.1] }\nauth: { proxyHeader: Remote-User, proxyNetworks: [127.0.0.1] }\n${DEMO}`;
    /** Knows who sends the cookie, and nobody else. */
    before(async () => {
      const port = await freePort();
      signIn = createServer((req, res) => {
        const isKnown = req.headers.cookie?.includes('known=yes') === true;
        res.writeHead(isKnown && req.url === '/check' ? 200 : 401, isKnown ? { 'Remote-User': 'mara' } : {}).end();
      }).listen(port, '127.0.0.1');
      await open(CONFIG, SIGN_IN, `127.0.0.1:${port}`);
    });
    after(async () => {
      await close();
      signIn?.close();
    });
    const page = (name: Name, headers: Readonly<Record<string, string>>): Promise<Answer> =>
      ask(`${urlOf(name)}/settings/sources`, { accept: 'text/html', ...headers });

    for (const name of NAMES) {
      it(`lets in whom ${name} names, and nobody else`, async () => {
        const known = await page(name, { cookie: 'known=yes' });
        expect(known.status).to.equal(200);
        expect(known.text).to.contain('mara');
        expect((await page(name, {})).status).to.equal(401);
      });

      it(`is not told a name by a client of ${name}`, async () => {
        expect((await page(name, { 'remote-user': 'mallory' })).status).to.equal(401);
        const { text } = await page(name, { cookie: 'known=yes', 'remote-user': 'mallory' });
        expect(text).to.contain('mara').and.not.contain('mallory');
        for (const path of ['/api/widgets', '/metrics']) {
          const { status } = await ask(urlOf(name) + path, { 'remote-user': 'mallory' });
          expect(status, path).to.equal(401);
        }
        // Else the test would show nothing: the header alone opens the daemon.
        expect((await ask(`${daemon.url}/api/widgets`, { 'remote-user': 'mallory' })).status).to.equal(200);
      });

      it(`has ${name} not stand between a dashboard and its widgets`, async () => {
        const key = { 'x-api-token': KEYS.anywhere };
        const { status, text } = await ask(`${urlOf(name)}/api/widgets/homepage`, key);
        expect(status).to.equal(200);
        expect(JSON.parse(text).service).to.equal(true);
        expect((await ask(`${urlOf(name)}/widgets/homepage/wall.yaml`)).status).to.equal(200);
      });
    }
  });
});
