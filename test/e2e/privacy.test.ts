/** Keys that need not know who watches, nor where: every payload of the demo, read at every level. */
import { join } from 'node:path';
import { expect } from 'chai';
import type { Privacy } from '#core/settings/privacy.js';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { signedIn } from '../support/visitor.js';

const HOST = 'films.attic.lan';
const PERSON = 'Augusta Byron';
const LEVELS: readonly Privacy[] = [
  { viewers: 'initials', hidesAddresses: false },
  { viewers: 'none', hidesAddresses: false },
  { viewers: 'names', hidesAddresses: true },
  { viewers: 'none', hidesAddresses: true },
];
const CONFIG = `
integrations:
  demo: {}
  attic: { plugin: radarr, url: "http://${HOST}:7878", apiKey: key-of-the-attic-7c1d }
people: { "${PERSON}": [demo:Ada] }
metrics: { open: true }
`;
const nameOf = ({ viewers, hidesAddresses }: Privacy): string => `${viewers}${hidesAddresses ? ', no addresses' : ''}`;
/** Of the demo's media server. */
const USERS = ['Ada', 'Ben', 'Cleo', 'Dario', 'Elif', 'Finn', 'Grandma'];
/** The title of a film is no secret. The demo makes ids of names; those of a server mean nothing. */
const NO_NAMES = /Ben-Hur|user-[a-z]+/g;
/** A word of its own, however it is written. */
const holds = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}])`, 'iu').test(text);

interface Catalog {
  readonly endpoints: readonly { readonly path: string; readonly method: string }[];
}

const around = (text: string, name: string): string => {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  return text.slice(Math.max(0, at - 60), at + 40);
};

describe('what a key need not know', () => {
  let daemon: DaemonHere;
  let open: string;

  const textOf = async (path: string, key: string): Promise<string> =>
    (await fetch(`${daemon.url}${path}`, { headers: { 'x-api-token': key } })).text();
  let paths: readonly string[];

  before(async () => {
    daemon = await startHere({ config: CONFIG });
    open = await daemon.key('full');
    await until(
      () => textOf('/api/widgets/statistics', open),
      (text) => text.includes(PERSON),
    );
    const { endpoints } = JSON.parse(await textOf('/api/widgets', open)) as Catalog;
    const read = endpoints
      .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
      .map(({ path }) => path);
    paths = ['/api/widgets', ...read.flatMap((path) => [path, `${path}?limit=100`])];
  });
  after(() => daemon.dispose());

  it('is in what others read', async () => {
    const all = (await Promise.all(paths.map((path) => textOf(path, open)))).join('\n');
    expect([PERSON, ...USERS.slice(1)].filter((name) => !holds(all, name))).to.deep.equal([]);
    expect(holds(all, HOST)).to.equal(true);
  });

  for (const privacy of LEVELS) {
    it(`is in nothing that it reads: ${nameOf(privacy)}`, async () => {
      const key = await daemon.key('full', { privacy });
      const hidden = [
        ...(privacy.viewers === 'names' ? [] : [PERSON, 'Augusta', 'Byron', ...USERS]),
        ...(privacy.hidesAddresses ? [HOST] : []),
      ];
      const leaks: string[] = [];
      for (const path of [
        ...paths,
        ...paths.map((one) => `${one}${one.includes('?') ? '&' : '?'}explain=1`),
        '/metrics',
      ]) {
        const text = (await textOf(path, key)).replace(NO_NAMES, '');
        for (const name of hidden) if (holds(text, name)) leaks.push(`${path}: ${around(text, name)}`);
        expect(text, path).to.not.match(/[\u{100000}-\u{10FFFD}]/u);
      }
      expect(leaks.join('\n')).to.equal('');
    });
  }

  it('is another answer with another ETag, whoever read before', async () => {
    const level: Privacy = { viewers: 'none', hidesAddresses: false };
    const shy = await daemon.key('widgets-only', { privacy: level });
    const path = '/api/widgets/nowplaying?limit=1';
    const read = (key: string, known = '') =>
      fetch(`${daemon.url}${path}`, {
        headers: { 'x-api-token': key, ...(known === '' ? {} : { 'if-none-match': known }) },
      });
    for (let round = 0; round < 3; round++) {
      const told = await read(open);
      const hidden = await read(shy);
      expect(await told.text()).to.not.include('Somebody');
      expect(await hidden.text()).to.include('Somebody');
      expect(told.headers.get('etag')).to.not.equal(hidden.headers.get('etag'));
      expect((await read(shy, told.headers.get('etag') ?? '')).status).to.equal(200);
    }
  });

  it('is asked for on the key page and on the command line, and is said where keys are listed', async () => {
    const within = ['--config', join(daemon.folder, 'sidelight.yaml'), '--data', join(daemon.folder, 'data')];
    const run = (...args: string[]) => commandHere([...args, ...within], daemon.folder);
    const { stdout } = await run('keys', 'create', 'kitchen', '--viewers', 'initials', '--hide-addresses');
    expect((await run('keys', 'list')).stdout).to.match(/kitchen .*people by initials {2}no addresses/);
    expect((await run('keys', 'create', 'hall', '--viewers', 'faces')).status).to.equal(2);
    const text = await until(
      () => textOf('/api/widgets/statistics', stdout.trim()),
      (answer) => answer.includes('A. B.'),
    );
    expect(text).to.not.include(PERSON);
    const visitor = await signedIn(daemon);
    await visitor.fill('/settings/api-key', {
      name: 'porch',
      scope: 'widgets-only',
      expires: 'never',
      viewers: 'none',
    });
    const page = (await visitor.open('/settings/api-key')).text;
    expect(page).to.include('nobody’s name').and.include('people by initials');
  });

  it('is declared in the YAML as well, and by events told by their ETags', async () => {
    const declared = 'a-key-that-stands-in-the-yaml';
    await daemon.reload(
      `${CONFIG}\nkeys: [{ name: porch-board, key: ${declared}, viewers: initials, addresses: hide }]\n`,
    );
    const text = await until(
      () => textOf('/api/widgets/statistics', declared),
      (answer) => answer.includes('A. B.'),
    );
    expect(text).to.not.include(PERSON);
    const tagOf = async (key: string): Promise<string> =>
      (await fetch(`${daemon.url}/api/widgets/statistics`, { headers: { 'x-api-token': key } })).headers.get('etag') ??
      '';
    const stream = await fetch(`${daemon.url}/api/events?widgets=statistics`, { headers: { 'x-api-token': declared } });
    let told = '';
    for await (const chunk of stream.body ?? []) {
      told += Buffer.from(chunk).toString();
      if (told.includes('"etag"')) break;
    }
    expect(told).to.not.include(JSON.stringify(await tagOf(open)));
    expect(JSON.parse(/data: (.*)/.exec(told)?.[1] ?? '{}')).to.have.property('etag', await tagOf(declared));
  });
});
