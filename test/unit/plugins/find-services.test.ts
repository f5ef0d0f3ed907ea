/** Hosts that somebody names, and what is found there. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { AnyPlugin } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { installation } from '#core/ground/installation.js';
import { type FoundService, findServices, MOST_HOSTS, targetsIn } from '#core/plugins/find-services.js';
import { loadPlugins } from '#core/plugins/load.js';
import { root } from '../../support/root.js';
import { type Reply, startUpstream, type Upstream } from '../../support/upstreams/upstream.js';

type Answers = Readonly<Record<string, { readonly status: number; readonly headers: object; readonly body: string }>>;

const answersOf = (program: string): Answers =>
  (
    JSON.parse(readFileSync(join(root, 'test', 'fixtures', 'recognise', `${program}.json`), 'utf8')) as {
      answers: Answers;
    }
  ).answers;

describe('hosts that are named', () => {
  it('are names, addresses, and either with a port or whole', () => {
    expect(
      targetsIn('nas.local, 192.168.1.10:8989\nhttps://media.example.org/tv/ ::1 [fd00::2]:32400 nas.local').targets,
    ).to.deep.equal([
      { host: 'nas.local', protocol: 'http', path: '' },
      { host: '192.168.1.10', protocol: 'http', path: '', port: 8989 },
      { host: 'media.example.org', protocol: 'https', path: '/tv', port: 443 },
      { host: '[::1]', protocol: 'http', path: '' },
      { host: '[fd00::2]', protocol: 'http', path: '', port: 32400 },
    ]);
    expect(targetsIn('nas:80').targets).to.deep.equal([{ host: 'nas', protocol: 'http', path: '', port: 80 }]);
  });

  it('are no networks, no other protocols, no credentials, and not too many', () => {
    for (const word of ['192.168.1.0/24', 'ftp://nas', 'http://ada:secret@nas', '10.0.0.*', 'file:/etc', 'nas:99999']) {
      expect(targetsIn(`nas ${word}`).fault, word).to.equal(`${word} is not a host name or address`);
    }
    expect(targetsIn(' \n').fault).to.equal('Enter at least one host');
    const many = Array.from({ length: MOST_HOSTS + 1 }, (_, index) => `host-${index}`).join(' ');
    expect(targetsIn(many).fault).to.equal(`Enter at most ${MOST_HOSTS} hosts at a time`);
  });
});

describe('services on a host', () => {
  let plugins: readonly AnyPlugin[];
  let upstream: Upstream;
  let answers: Answers = {};
  before(async () => {
    plugins = (await loadPlugins([], root, { installation })).loaded.map(({ plugin }) => plugin);
    upstream = await startUpstream({
      answer: ({ path, query }): Reply => {
        const answer = answers[query.size === 0 ? path : `${path}?${query}`];
        return answer === undefined ? { status: 404 } : { ...answer, headers: { ...answer.headers } };
      },
    });
  });
  after(() => upstream.close());

  async function found(text: string, some = plugins): Promise<{ services: readonly FoundService[]; tried: string }> {
    const services: FoundService[] = [];
    let tried = '';
    await findServices(targetsIn(text).targets, some, {
      signal: new AbortController().signal,
      progress: (count, of) => {
        tried = `${count} of ${of}`;
      },
      found: (service) => services.push(service),
    });
    return { services, tried };
  }
  const port = () => Number(new URL(upstream.url).port);

  it('are found at their usual port, and at one that is named', async () => {
    answers = answersOf('jellyfin');
    const usual = plugins.map((plugin) =>
      plugin.id === 'jellyfin' ? { ...plugin, defaultPort: port() } : { ...plugin, defaultPort: 9 },
    );
    const { services, tried } = await found('127.0.0.1', usual);
    expect(services.map(({ plugin, url }) => [plugin.id, url])).to.deep.equal([['jellyfin', upstream.url]]);
    expect(services[0]?.version).to.match(/^\d+\.\d+/);
    expect(tried).to.equal('2 of 2');
    answers = answersOf('sonarr');
    const named = (await found(`127.0.0.1:${port()}`)).services;
    expect(named.map(({ plugin, url, version }) => [plugin.id, url, version])).to.deep.equal([
      ['sonarr', upstream.url, undefined],
    ]);
  });

  it('are those of other plugins, where nobody knows what answers at their port', async () => {
    answers = answersOf('seerr');
    const one = plugins.map((plugin) => ({ ...plugin, defaultPort: plugin.id === 'sonarr' ? port() : 9 }));
    expect((await found('localhost', one)).services.map(({ plugin }) => plugin.id)).to.deep.equal(['seerr']);
  });

  it('are none where nothing listens, nothing is known, or nothing is said', async () => {
    answers = {};
    expect((await found(`127.0.0.1:${port()} 127.0.0.1:9 no-such-host.invalid:80`)).services).to.deep.equal([]);
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port: mute } = silent.address() as { port: number };
    expect((await found(`127.0.0.1:${mute}`)).services).to.deep.equal([]);
    silent.close();
  });
});
