import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type AnyPlugin, type AnyPort, downloadQueue, fail, fill, Type } from '@sidelight/plugin-api';
import { checksFor, subjectOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { connect, samplePackage, samplePlugin, sampleWith } from './sample-package.js';

/** The sentences of the checks that do not hold. */
async function complaints(plugin: AnyPlugin, changes: Readonly<Record<string, string | null>> = {}) {
  const root = samplePackage(changes);
  const found: string[] = [];
  for (const check of checksFor(plugin)) {
    try {
      await check.run(subjectOf(plugin, root));
    } catch (error) {
      found.push(`${check.title}: ${(error as Error).message}`);
    }
  }
  rmSync(dirname(root), { recursive: true });
  return found;
}

const withCheck = (check: (signal: AbortSignal) => Promise<object>) =>
  sampleWith({ create: (ctx) => ({ ...connect(ctx), check }) });

describe('the contract suite', () => {
  it('finds nothing in a good plugin', async () => {
    expect(await complaints(samplePlugin)).to.deep.equal([]);
  });

  it('takes a connection that ends with its signal, whether it resolves or rejects', async () => {
    const ends = (how: 'resolve' | 'reject') =>
      sampleWith({
        create: (ctx) => ({
          ...connect(ctx),
          listen: (_, signal) =>
            new Promise<void>((resolve, reject) => {
              const end = () => (how === 'resolve' ? resolve() : reject(signal.reason));
              if (signal.aborted) end();
              else signal.addEventListener('abort', end, { once: true });
            }),
        }),
      });
    expect([...(await complaints(ends('resolve'))), ...(await complaints(ends('reject')))]).to.deep.equal([]);
  });

  it('asks a local plugin nothing about upstreams', () => {
    const local = checksFor(sampleWith({ local: true }));
    expect(local.length).to.be.lessThan(checksFor(samplePlugin).length);
    expect(local.some((check) => check.upstream === true)).to.equal(false);
  });

  it('asks one without integrations nothing about them, and its README to say how it is named', async () => {
    const { create: _, ...tiles } = sampleWith({ packs: [] });
    const titles = checksFor(tiles).map(({ title }) => title);
    expect(titles).to.not.include.members(['create asks nothing of the upstream', 'stop is safe, twice']);
    expect(await complaints(tiles)).to.deep.equal([
      'its README shows a config that matches its schema: README.md has no yaml block that names sample under plugins:',
    ]);
    const readme = '# Sample\n\n```yaml\nplugins: [sample]\n```\n';
    expect(await complaints(tiles, { 'README.md': readme, 'src/client.ts': null })).to.deep.equal([]);
  });

  const broken: readonly (readonly [what: string, plugin: AnyPlugin, complaint: string])[] = [
    ['an id in capitals', sampleWith({ id: 'Sample' }), 'its id is kebab-case'],
    ['an id that the package does not have', sampleWith({ id: 'other' }), 'its id is kebab-case and names'],
    ['an empty title', sampleWith({ title: ' ' }), 'it has a title'],
    ['a field without a description', sampleWith({ config: Type.Object({ apiKey: Type.String() }) }), 'is described'],
    [
      'a secret that is shown',
      sampleWith({ config: Type.Object({ apiKey: Type.String({ description: 'The key' }) }) }),
      'its secrets are writeOnly',
    ],
    [
      'a create that asks',
      sampleWith({
        create(ctx) {
          ctx.http.get('/').catch(() => undefined);
          return connect(ctx);
        },
      }),
      'create contacts the upstream: no mock for GET http://sample.test',
    ],
    [
      'a connection that does not end',
      sampleWith({ create: (ctx) => ({ ...connect(ctx), listen: () => new Promise(() => undefined) }) }),
      'listen ends when its signal is aborted: listen goes on after its signal was aborted',
    ],
    [
      'a connection that misses a signal that was aborted before',
      sampleWith({
        create: (ctx) => ({
          ...connect(ctx),
          listen: (_, signal) =>
            new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
        }),
      }),
      'listen goes on after its signal was aborted',
    ],
    [
      'two tasks of one id',
      sampleWith({ create: (ctx) => ({ ...connect(ctx), tasks: [...connect(ctx).tasks, ...connect(ctx).tasks] }) }),
      'two tasks have the id download.queue',
    ],
    [
      'a snapshot filled as a log',
      sampleWith({
        create: (ctx) => ({
          ...connect(ctx),
          tasks: [
            { ...fill(downloadQueue, '15s', async () => []), fills: [{ ...downloadQueue, keep: 'log' } as AnyPort] },
          ],
        }),
      }),
      'download.queue is a snapshot, not a log',
    ],
    [
      'a port of the vocabulary with a field of its own',
      sampleWith({
        create: (ctx) => ({
          ...connect(ctx),
          tasks: [
            {
              ...fill(downloadQueue, '15s', async () => []),
              fills: [
                { ...downloadQueue, item: Type.Object({ ...downloadQueue.item.properties, colour: Type.String() }) },
              ],
            },
          ],
        }),
      }),
      'task download.queue: the port download.queue has no field colour here',
    ],
    ['a host that is no address', sampleWith({ hosts: ['example.org'] }), 'hosts names example.org'],
    ['a limit of nothing', sampleWith({ maxBodyBytes: 0 }), 'maxBodyBytes 0 is not a number of bytes'],
    ['a port that there is not', sampleWith({ defaultPort: 70_000 }), 'defaultPort 70000 is not a port'],
    [
      'a question with a relative path',
      sampleWith({ recognise: { get: 'ping', is: () => false } }),
      'recognise asks ping, which must be a path that begins with /',
    ],
    [
      'a question that any answer answers',
      sampleWith({ recognise: { get: '/ping', is: ({ status }) => status === 200 } }),
      'for its program',
    ],
    ['a stop that fails the second time', withStop(), 'stop is safe, twice'],
    [
      'a check that takes anything',
      withCheck(async () => ({})),
      'check: 401 is auth_failed: check resolves although the upstream is unauthorized',
    ],
    [
      'a check of its own code',
      withCheck(async () => {
        throw fail('refused', 'no');
      }),
      'check: a refused connection is unreachable: check rejects with refused (no) instead of unreachable',
    ],
    [
      'a task that swallows failures',
      sampleWith({
        create: (ctx) => ({ ...connect(ctx), tasks: [fill(downloadQueue, '15s', async () => [])] }),
      }),
      'publishes nothing from a web page: task:download.queue resolves with 1 changes although the upstream is html',
    ],
    [
      'an error that is none of the contract',
      withCheck(async () => {
        throw new TypeError('cannot read x of undefined');
      }),
      'check rejects with no code',
    ],
    [
      'a call that cannot be aborted',
      sampleWith({
        create: (ctx) => ({
          ...connect(ctx),
          check: () => connect(ctx).check(new AbortController().signal),
        }),
      }),
      'check goes on after its signal was aborted',
    ],
    [
      'a key in an error',
      sampleWith({
        create: (ctx) => ({
          ...connect(ctx),
          async check() {
            throw fail('auth_failed', `the key ${(ctx.config as { apiKey: string }).apiKey} is wrong`);
          },
        }),
      }),
      'check reveals a secret in its error',
    ],
  ];
  for (const [what, plugin, complaint] of broken) {
    it(`finds ${what}`, async () => {
      expect((await complaints(plugin)).join('\n')).to.include(complaint);
    });
  }

  const packages: readonly (readonly [
    what: string,
    changes: Readonly<Record<string, string | null>>,
    complaint: string,
  ])[] = [
    ['a missing README', { 'README.md': null }, 'README.md is missing'],
    ['a README without a config', { 'README.md': '# Sample' }, 'README.md has no yaml block'],
    [
      'a README whose config does not match',
      { 'README.md': '```yaml\nintegrations:\n  sample: { url: "http://sample.test", apikey: x }\n```\n' },
      'the config has a field apikey, which sample does not know',
    ],
    ['a package.json that names no plugin', { 'package.json': '{"name":"sample","type":"module"}' }, '"sidelight"'],
    ['a long plugin.ts', { 'src/plugin.ts': 'x\n'.repeat(61) }, 'src/plugin.ts has 61 lines'],
    ['a missing source file', { 'src/map.ts': null }, 'src/map.ts is missing'],
    ['a missing case', { 'test/cases/down/config.yaml': null }, 'cases are missing: down'],
  ];
  for (const [what, changes, complaint] of packages) {
    it(`finds ${what}`, async () => {
      expect((await complaints(samplePlugin, changes)).join('\n')).to.include(complaint);
    });
  }
});

function withStop(): AnyPlugin {
  return sampleWith({
    create(ctx) {
      let stopped = false;
      return {
        ...connect(ctx),
        async stop() {
          if (stopped) throw new Error('stopped already');
          stopped = true;
        },
      };
    },
  });
}
