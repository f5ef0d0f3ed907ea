/** The files for dashboards: as they are served, and as the command writes them. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { strFromU8, unzipSync } from 'fflate';
import { parse } from 'yaml';
import { type CommandResult, commandHere } from '../support/command-here.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { exchange } from '../unit/http/exchange.js';

interface Listing {
  readonly baseUrl: string;
  readonly packs: readonly {
    readonly id: string;
    readonly files: readonly { readonly path: string; readonly url: string }[];
    readonly archive: { readonly path: string } | null;
  }[];
}

const SERVICES = '/widgets/homepage/wall.yaml';
const DOWNLOADS = '/widgets/homarr-2/downloads.json';

describe('the packs, as they are served', () => {
  let daemon: DaemonHere;
  before(async () => {
    daemon = await startHere({ config: 'server: { trustProxy: [loopback], basePath: /side }\n' });
  });
  after(() => daemon.dispose());

  /** Over node:http, which lets a test say who it is. */
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    exchange(`${daemon.url}${path}`, { method, headers });
  const baseUrl = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    (JSON.parse((await ask(path, headers)).bytes.toString()) as Listing).baseUrl;

  it('are listed with their addresses, each of which answers with its type and without a key', async () => {
    const { packs } = JSON.parse((await ask('/widgets/index.json')).bytes.toString()) as Listing;
    expect(packs.map(({ id }) => id)).to.include.members(['homepage', 'homarr-1', 'homarr-2']);
    const types: Readonly<Record<string, RegExp>> = {
      json: /^application\/json; charset=utf-8$/,
      yaml: /^application\/yaml; charset=utf-8$/,
      yml: /^application\/yaml; charset=utf-8$/,
      sh: /^text\/x-shellscript; charset=utf-8$/,
    };
    for (const { path, url } of packs.flatMap(({ files }) => files)) {
      expect(url).to.equal(`${daemon.url}/widgets/${path}`);
      const response = await fetch(url);
      expect(response.status, path).to.equal(200);
      expect(response.headers.get('content-type'), path).to.match(types[path.slice(path.lastIndexOf('.') + 1)] ?? /^$/);
    }
  });

  it('are shown, or saved where that is asked for; never from an old copy', async () => {
    const shown = await ask(SERVICES);
    expect(shown.headers).to.include({
      'content-disposition': 'inline; filename="wall.yaml"',
      'cache-control': 'no-cache',
    });
    const saved = await ask(`${SERVICES}?download`);
    expect(saved.headers['content-disposition']).to.equal('attachment; filename="wall.yaml"');
    expect(saved.bytes).to.deep.equal(shown.bytes);
    const again = await ask(SERVICES, { 'if-none-match': String(shown.headers['etag']) });
    expect(again.status).to.equal(304);
  });

  it('come as an archive where they are several files, which holds the very same', async () => {
    const { packs } = JSON.parse((await ask('/widgets/index.json')).bytes.toString()) as Listing;
    expect(packs.filter(({ archive }) => archive !== null).map(({ id }) => id)).to.include.members([
      'homarr-1',
      'homarr-2',
    ]);
    for (const { files, archive } of packs.filter((pack) => pack.archive !== null)) {
      const answer = await ask(`/widgets/${archive?.path}`);
      expect(answer.headers['content-type']).to.equal('application/zip');
      const entries = unzipSync(answer.bytes);
      expect(Object.keys(entries)).to.deep.equal(files.map(({ path }) => path));
      for (const { path } of files) {
        const served = await ask(`/widgets/${path}`);
        expect(strFromU8(entries[path] ?? new Uint8Array())).to.equal(served.bytes.toString());
      }
    }
    expect((await ask('/widgets/curl.zip')).status).to.equal(404);
  });

  it('answer HEAD as GET without a body, and nothing but the two', async () => {
    const head = await ask(SERVICES, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-type']]).to.deep.equal([
      ...[200, 0, 'application/yaml; charset=utf-8'],
    ]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await ask(SERVICES, {}, method);
      expect([answer.status, answer.headers['allow'], answer.error['code']]).to.deep.equal([
        405,
        'GET, HEAD',
        'method',
      ]);
    }
  });

  for (const path of ['nothing.yaml', 'homarr-2/nothing.json', 'homarr-2', '..%2F..%2Fpackage.json', '%00']) {
    it(`are no others: /widgets/${path} is told in the usual way`, async () => {
      const { status, error } = await ask(`/widgets/${path}`);
      expect([status, error['code']]).to.deep.equal([404, 'not_found']);
    });
  }

  it('hold the address that was asked, behind a trusted proxy the one that it was asked by', async () => {
    const listing = '/widgets/index.json';
    expect(await baseUrl(listing)).to.equal(daemon.url);
    expect(await baseUrl(listing, { host: 'nas.lan:7780' })).to.equal('http://nas.lan:7780/side');
    const proxied = { host: 'inner', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'sidelight.example.org' };
    expect(await baseUrl(listing, proxied)).to.equal('https://sidelight.example.org/side');
    expect(await baseUrl(`${listing}?baseUrl=http://10.0.0.2:81/x/`, proxied)).to.equal('http://10.0.0.2:81/x');
    const served = await ask(DOWNLOADS, { host: 'nas.lan:7780' });
    expect(served.bytes.toString()).to.include('"baseUrl": "http://nas.lan:7780/side"');
    expect((await ask(SERVICES, { host: 'nas.lan' })).bytes.toString()).to.include(
      'url: http://nas.lan/side/api/widgets/',
    );
  });

  const rubbish: readonly (readonly [
    what: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    says: RegExp,
  ])[] = [
    ['a Host that is none', SERVICES, { host: 'a"b' }, /Host header/],
    ['a forwarded Host that is none', SERVICES, { 'x-forwarded-host': '<script>' }, /Host header/],
    ['a forwarded protocol that is none', SERVICES, { 'x-forwarded-proto': 'javascript' }, /Host header/],
    ['an address that is none', `${SERVICES}?baseUrl=nas.lan`, {}, /"baseUrl" must be an address/],
    ['an address with a password', `${SERVICES}?baseUrl=http://a:b@nas.lan`, {}, /"baseUrl" must be an address/],
    ['two addresses', `${SERVICES}?baseUrl=http://a&baseUrl=http://b`, {}, /"baseUrl" must be an address/],
  ];
  for (const [what, path, headers, says] of rubbish) {
    it(`are refused to a request with ${what}`, async () => {
      const { status, error } = await ask(path, headers);
      expect([status, error['code']]).to.deep.equal([400, 'bad_request']);
      expect(error['message']).to.match(says);
    });
  }
});

describe('the packs of a daemon without a trusted proxy', () => {
  const start = (server: string): Promise<DaemonHere> => startHere({ config: `server: { ${server} }\n` });
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };

  it('do not believe what is forwarded', async () => {
    const daemon = await start('basePath: /');
    try {
      const { text } = await daemon.get(DOWNLOADS, undefined, forwarded);
      expect(text).to.include(`"baseUrl": "${daemon.url}"`).and.not.include('evil');
    } finally {
      await daemon.dispose();
    }
  });

  it('hold the configured address, whoever asks', async () => {
    const daemon = await start('basePath: /side, publicUrl: "https://sidelight.example.org/"');
    try {
      const { text } = await daemon.get(DOWNLOADS, undefined, forwarded);
      expect(text).to.include('"baseUrl": "https://sidelight.example.org/side"').and.not.include('evil');
    } finally {
      await daemon.dispose();
    }
  });
});

describe('sidelight packs', () => {
  let folder: TempFolder;
  before(() => {
    folder = tempFolder();
    folder.write('sidelight.yaml', 'server: { host: 0.0.0.0, port: 7781, basePath: /side }\n');
  });
  after(() => folder.remove());

  const run = (...args: readonly string[]): Promise<CommandResult> => commandHere(['packs', ...args], folder.path);

  it('lists them with what to do with each', async () => {
    const { status, stdout } = await run();
    expect(status).to.equal(0);
    expect(stdout)
      .to.match(/^homepage\s+Homepage\s+Add the groups to your services\.yaml/m)
      .and.match(/^homarr-2\s/m);
  });

  it('prints one file, with this machine’s name where every address is listened on', async () => {
    const { status, stdout, stderr } = await run('homepage/wall.yaml');
    expect([status, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.include(`url: http://${hostname()}:7781/side/api/widgets/homepage`);
    expect(parse(stdout)).to.be.an('array');
  });

  it('writes files below a folder, over those that were there, and says which', async () => {
    for (const url of ['http://a.lan', 'http://b.lan']) {
      const { status, stdout, stderr } = await run('homarr-2', '--out', 'boards', '--base-url', url);
      expect([status, stdout]).to.deep.equal([0, '']);
      const file = join(folder.path, 'boards', 'homarr-2', 'downloads.json');
      expect(stderr.split('\n')).to.include(file);
      expect(JSON.parse(readFileSync(file, 'utf8')).sources.default.baseUrl).to.equal(url);
    }
    expect((await run('homepage', '--out', 'boards')).stderr).to.include(join('boards', 'homepage', 'wall.yaml'));
  });

  it('holds the widgets that somebody names, or the few of a first board', async () => {
    const asked = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await run('homepage/wall.yaml', ...args);
      const ids = [...stdout.matchAll(/\/api\/widgets\/([a-z-]+)/g)].map(([, id = '']) => id);
      return ids.filter((id) => id !== 'bundle');
    };
    expect(await asked('--only', 'downloads,calendar')).to.deep.equal(['downloads', 'calendar']);
    expect(await asked('--starter'))
      .to.have.lengthOf(9)
      .and.include.members(['homepage', 'nowplaying', 'automation']);
    expect(await asked())
      .to.include('statistics')
      .and.not.include('today');
    expect(await asked('--all')).to.include('today');
  });

  it('opens no database and makes no data folder', async () => {
    await run('homepage', '--data', join(folder.path, 'untouched'));
    expect(existsSync(join(folder.path, 'untouched'))).to.equal(false);
  });

  const mistakes: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['homepag'], /Unknown pack "homepag": did you mean "homepage"\?/],
    [['something-else'], /Unknown pack "something-else": choose one of .*homarr-1/],
    [['homarr-1'], /homarr-1 has \d+ files: name a folder with --out/],
    [['homepage', '--all', '--starter'], /Give only one of --all, --starter and --only/],
    [['homepage', '--only', 'downlods'], /no widget "downlods" with a tile: did you mean "downloads"\?/],
    [['homepage', '--base-url', 'nas.lan'], /--base-url must be an address/],
    [['homepage', '--port', '0'], /with --base-url/],
    [['homepage', '--out', 'sidelight.yaml'], /cannot be written/],
  ];
  for (const [args, says] of mistakes) {
    it(`says what is wrong with: packs ${args.join(' ')}`, async () => {
      const { status, stdout, stderr } = await run(...args);
      expect([status, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(says);
    });
  }
});

describe('the packs with a third-party plugin', () => {
  const CONFIG =
    'server: { publicUrl: "http://nas.lan" }\nplugins: [./weather-station]\nintegrations:\n  weather-station: { sensors: { Balcony: -2.5 } }\n';
  let folder: string;
  let daemon: DaemonHere;
  before(async () => {
    folder = makeFolder();
    const fixture = join(root, 'test', 'fixtures', 'third-party', 'weather-station');
    cpSync(fixture, join(folder, 'weather-station'), { recursive: true });
    daemon = await startHere({ folder, config: CONFIG });
  });
  after(() => daemon.dispose());

  it('have its widget, as they are served and as they are written', async () => {
    const { text } = await daemon.get(SERVICES);
    expect(text).to.include('url: http://nas.lan/api/widgets/weather').and.include('Weather:');
    const homarr = (await daemon.get('/widgets/homarr-1/sidelight-wall.json')).json;
    expect(homarr).to.include({ name: 'Sidelight', displayType: 'customJsx' });
    expect((await daemon.get('/widgets/homarr-2/weather.json')).text).to.include('row.name');
    expect((await commandHere(['packs', 'homepage/wall.yaml'], folder)).stdout).to.equal(text);
  });
});
