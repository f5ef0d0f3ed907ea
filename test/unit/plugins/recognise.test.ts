/** Every plugin's question, asked of every program: one recognises it, and the others do not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyPlugin, definePlugin, type HttpAnswer, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { installation } from '#core/ground/installation.js';
import { loadPlugins } from '#core/plugins/load.js';
import { adviceFor, recognised } from '#core/plugins/recognise.js';
import { root } from '../../support/root.js';
import { type Reply, startUpstream, type Upstream } from '../../support/upstreams/upstream.js';

interface Program {
  readonly program: string;
  /** By the path, with its query. */
  readonly answers: Readonly<
    Record<string, { readonly status: number; readonly headers: object; readonly body: string }>
  >;
}

const FOLDER = join(root, 'test', 'fixtures', 'recognise');
const programs = readdirSync(FOLDER).map((file): readonly [string, Program] => [
  file.replace('.json', ''),
  JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
]);

describe('what answers at an address', () => {
  let plugins: readonly AnyPlugin[];
  let upstream: Upstream;
  let program: Program | undefined;
  const asked: string[] = [];
  before(async () => {
    const { loaded } = await loadPlugins([], root, { installation });
    plugins = loaded.map(({ plugin }) => plugin).filter(({ local }) => local !== true);
    upstream = await startUpstream({
      answer: ({ method, path, query, headers, body }): Reply => {
        const text = query.size === 0 ? path : `${path}?${query}`;
        asked.push(`${method} ${text} ${headers.authorization ?? ''}${headers['x-api-key'] ?? ''}${body}`);
        const answer = program?.answers[text];
        return answer === undefined ? { status: 599 } : { ...answer, headers: { ...answer.headers } };
      },
    });
  });
  beforeEach(() => {
    asked.length = 0;
  });
  after(() => upstream.close());
  const at = () => ({ url: upstream.url, verifyTls: true });
  const become = (name: string) => {
    program = programs.find(([file]) => file === name)?.[1];
  };

  it('is known of every plugin with a question, and there is one with a port for each program', () => {
    const known = [...new Set(programs.map(([, { program: id }]) => id))];
    const asking = plugins.filter(({ recognise }) => recognise !== undefined);
    expect(asking.map(({ id }) => id).sort()).to.deep.equal(known.sort());
    for (const { id, defaultPort } of asking) expect(defaultPort, id).to.be.within(1, 65_535);
  });

  for (const [name, { program: id, answers }] of programs) {
    it(`${name} is recognised as ${id} and as nothing else`, async () => {
      become(name);
      expect((await recognised(at(), plugins)).map(({ plugin }) => plugin.id)).to.deep.equal([id]);
      const asking = plugins.filter(({ recognise }) => recognise !== undefined);
      expect(asked).to.have.lengthOf(asking.length);
      for (const { recognise } of asking) expect(answers).to.have.property(recognise?.get ?? '');
    });
  }

  it('is nothing for a page, an empty answer, and what is out of reach', async () => {
    for (const body of ['<title>Welcome</title>', '', 'null', '[]', '{}']) {
      program = {
        program: '',
        answers: Object.fromEntries(
          Object.keys(programs[0]?.[1].answers ?? {}).map((path) => [path, { status: 200, headers: {}, body }]),
        ),
      };
      expect(await recognised(at(), plugins), body).to.deep.equal([]);
    }
    expect(await recognised({ url: 'http://127.0.0.1:9', verifyTls: true }, plugins)).to.deep.equal([]);
  });

  it('is advice where a check tells of another program, and only there', async () => {
    become('radarr');
    const plugin = (id: string) => plugins.find((one) => one.id === id) as AnyPlugin;
    const advice = 'this looks like Radarr: write plugin: radarr';
    for (const code of ['bad_response', 'auth_failed', 'not_found'] as const) {
      expect(await adviceFor(code, plugin('sonarr'), at(), plugins)).to.equal(advice);
    }
    expect(await adviceFor('auth_failed', plugin('radarr'), at(), plugins), 'it is the right one').to.equal(undefined);
    asked.length = 0;
    expect(await adviceFor('unreachable', plugin('sonarr'), at(), plugins)).to.equal(undefined);
    expect(await adviceFor('bad_response', plugin('sonarr'), undefined, plugins)).to.equal(undefined);
    expect(asked, 'nobody is asked').to.deep.equal([]);
  });

  it('is not told by a plugin that stumbles', async () => {
    become('radarr');
    const stumbling = definePlugin({
      id: 'stumbling',
      title: 'Stumbling',
      config: Type.Object({}),
      recognise: { get: '/login', is: (answer: HttpAnswer) => (answer.data as { no: { such: boolean } }).no.such },
      create: () => ({ check: async () => ({}) }),
    });
    expect((await recognised(at(), [stumbling, ...plugins])).map(({ plugin }) => plugin.id)).to.deep.equal(['radarr']);
  });
});
