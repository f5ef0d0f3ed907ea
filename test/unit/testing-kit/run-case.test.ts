import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanupItems, downloadPause, feedHits, on, type Publisher, type SyncTask, Type } from '@sidelight/plugin-api';
import { type CaseFolder, expectCase, openHttpMock, readCase, runCase } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { connect, samplePackage, samplePlugin, sampleWith, UPSTREAM } from './sample-package.js';

const INTEGRATION = { url: 'http://sample.test', apiKey: 'secret-value' };

const caseOf = (config: Partial<CaseFolder['config']>, upstream: CaseFolder['upstream'] = []): CaseFolder => ({
  name: 'a-case',
  folder: '/nowhere',
  config: { integration: INTEGRATION, ...config },
  upstream,
});

async function failure(run: Promise<unknown>): Promise<string> {
  try {
    await run;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
}

const tidy = async (out: Publisher) =>
  out.replace(cleanupItems, [{ id: 'a', itemId: '7', title: 'x', collection: 'y' }]);

describe('a case', () => {
  it('checks and runs every task when it names no steps', async () => {
    const outcomes = await runCase(samplePlugin, caseOf({}, UPSTREAM));
    expect(outcomes.map(({ step }) => step)).to.deep.equal(['check', 'task:download.queue']);
    expect(outcomes[0]).to.deep.equal({ step: 'check', health: { version: '1.0' } });
    expect(outcomes[1]).to.have.nested.property('published[0].items[0].leftBytes', 7);
  });

  it('gives the plugin its settings, complete with defaults, and refuses wrong ones', async () => {
    const settings = Type.Object({ unit: Type.String(), most: Type.Integer({ default: 3 }) });
    const plugin = sampleWith({
      settings,
      create: (ctx) => ({ ...connect(ctx), check: async () => ({ name: JSON.stringify(ctx.settings) }) }),
    });
    const steps = ['check'];
    const [outcome] = await runCase(plugin, caseOf({ steps, settings: { unit: 'kelvin' } }));
    expect(outcome).to.deep.equal({ step: 'check', health: { name: '{"unit":"kelvin","most":3}' } });
    const run = (given: object) => failure(runCase(plugin, caseOf({ steps, settings: { ...given } })));
    expect(await run({})).to.match(/^the settings do not match the schema of sample: /);
    expect(await run({ unit: 'K', least: 1 })).to.equal('the settings have a field least, which sample does not know');
  });

  it('shows an upstream failure by its code and sentence', async () => {
    const upstream = [{ path: '/version', replyWithError: 'ECONNREFUSED' }];
    const [outcome] = await runCase(samplePlugin, caseOf({ steps: ['check'] }, upstream));
    expect(outcome).to.deep.equal({
      step: 'check',
      error: { code: 'unreachable', message: 'GET /version at sample.test: nothing listens at this address' },
    });
  });

  it('fails on a request without a mock, and names it', async () => {
    const [version] = UPSTREAM;
    const upstream = version === undefined ? [] : [version];
    expect(await failure(runCase(samplePlugin, caseOf({}, upstream)))).to.include('no mock for GET http://sample.test');
  });

  it('fails on a mock that nothing asked for', async () => {
    const run = runCase(samplePlugin, caseOf({ steps: ['check'] }, UPSTREAM));
    expect(await failure(run)).to.equal('unused mock: GET http://sample.test:80/items');
  });

  it('is not disturbed by a test that ran out of time', async () => {
    const left = openHttpMock();
    const next = openHttpMock();
    next.expect([{ path: '/version' }], 'http://sample.test');
    expect(left.close()).to.deep.equal([]);
    expect(next.close()).to.deep.equal(['unused mock: GET http://sample.test:80/version']);
  });

  it('fails on a defect of the plugin instead of recording it', async () => {
    const plugin = sampleWith({
      create: (ctx) => ({ ...connect(ctx), check: () => Promise.reject(new TypeError('a defect')) }),
    });
    expect(await failure(runCase(plugin, caseOf({ steps: ['check'] })))).to.equal('a defect');
  });

  it('fails on an item that its port does not take', async () => {
    const task = { ...pages([]), run: async (out: Publisher) => out.append(feedHits, [{ id: 'a' } as never]) };
    const plugin = sampleWith({ create: (ctx) => ({ ...connect(ctx), tasks: [task] }) });
    const run = runCase(plugin, caseOf({ steps: ['task:pages'] }));
    expect(await failure(run)).to.include('published item 0 of feed.hits');
  });

  it('ties references to the media server that its config names', async () => {
    const task = { ...pages([]), fills: [cleanupItems], run: tidy };
    const plugin = { ...sampleWith({ create: (ctx) => ({ ...connect(ctx), tasks: [task] }) }), server: true as const };
    const steps = ['task:pages'];
    const itemOf = async (config: Partial<CaseFolder['config']>) =>
      (await runCase(plugin, caseOf({ ...config, steps })))[0];
    const first = 'published[0].items[0].itemId';
    expect(await itemOf({})).to.have.nested.property(first, '7');
    const tied = { integration: { ...INTEGRATION, server: 'attic' } };
    expect(await itemOf(tied)).to.have.nested.property(first, 'attic:7');
    expect(await failure(runCase(samplePlugin, caseOf(tied)))).to.include('the config says server');
  });

  it('fails on a config that the schema does not take', async () => {
    const config = { integration: { url: 'http://sample.test' } };
    expect(await failure(runCase(samplePlugin, caseOf(config)))).to.include('does not match the schema of sample');
  });

  it('keeps rows and cursors between steps, and runs again while there is more', async () => {
    const held: string[][] = [];
    const plugin = sampleWith({ create: (ctx) => ({ ...connect(ctx), tasks: [pages(held)] }) });
    const outcomes = await runCase(plugin, caseOf({ steps: ['task:pages', 'restart', 'task:pages'] }));
    expect(outcomes.map(({ cursor, more }) => [cursor, more])).to.deep.equal([
      ['1', true],
      ['2', undefined],
      ['3', undefined],
    ]);
    expect(held).to.deep.equal([[], ['row-0'], ['row-0', 'row-1']]);
  });

  it('drops what a failed run published', async () => {
    const held: string[][] = [];
    const task = pages(held);
    const plugin = sampleWith({
      create: (ctx) => ({
        ...connect(ctx),
        tasks: [
          {
            ...task,
            async run(out, signal) {
              await task.run(out, signal);
              await ctx.http.get('/end', { signal });
            },
          },
        ],
      }),
    });
    const upstream = [{ path: '/end', status: 500, times: 2 }];
    await runCase(plugin, caseOf({ steps: ['task:pages', 'task:pages'] }, upstream));
    expect(held).to.deep.equal([[], []]);
  });

  it('gives an action its target without the prefix, and its defaults', async () => {
    const given: unknown[] = [];
    const plugin = sampleWith({
      create: (ctx) => ({ ...connect(ctx), actions: [on(downloadPause, async (input) => void given.push(input))] }),
    });
    const steps = [{ 'action:download.pause': { id: 'a:b', paused: true } }];
    expect(await runCase(plugin, caseOf({ steps }))).to.deep.equal([{ step: 'action:download.pause', done: true }]);
    expect(given).to.deep.equal([{ id: 'a:b', paused: true }]);
  });

  it('moves the clock, and remembers by it', async () => {
    let loads = 0;
    const plugin = sampleWith({
      create: (ctx) => ({
        ...connect(ctx),
        check: async () => ({
          name: ctx.clock.now().toISOString(),
          version: await ctx.memo('loads', 60, async () => String(++loads)),
        }),
      }),
    });
    const steps = ['check', { advance: '30s' }, 'check', { advance: '30s' }, 'check'];
    const outcomes = await runCase(plugin, caseOf({ now: '2026-11-20T12:00:00.000Z', steps }));
    expect(outcomes.map(({ health }) => health)).to.deep.equal([
      { name: '2026-11-20T12:00:00.000Z', version: '1' },
      { name: '2026-11-20T12:00:30.000Z', version: '1' },
      { name: '2026-11-20T12:01:00.000Z', version: '2' },
    ]);
  });
});

/** A task that publishes one row a run, and asks for more after the first. */
function pages(held: string[][]): SyncTask {
  return {
    id: 'pages',
    every: '5m',
    fills: [feedHits],
    async run(out) {
      held.push([...(await out.held(feedHits))]);
      const page = Number(out.cursor.get() ?? '0');
      const at = '2026-11-20T12:00:00.000Z';
      const named = { name: 'n', filter: 'f', indexer: 'i', action: 'a' };
      out.append(feedHits, [{ id: `row-${page}`, ...named, status: 'approved', at }]);
      out.cursor.set(String(page + 1));
      return page === 0 ? 'more' : undefined;
    },
  };
}

describe('a case folder', () => {
  const failsOrPasses = async (changes: Readonly<Record<string, string>>, run: (folder: string) => Promise<void>) => {
    const root = samplePackage(changes);
    try {
      await run(join(root, 'test', 'cases', 'ok'));
    } finally {
      rmSync(dirname(root), { recursive: true });
    }
  };

  it('fails without an expected.json', () =>
    failsOrPasses({}, async (folder) => {
      expect(await failure(expectCase(samplePlugin, folder))).to.include('expected.json is missing');
      expect(existsSync(join(folder, 'expected.json'))).to.equal(false);
    }));

  it('fails when something else came out', () =>
    failsOrPasses({ 'test/cases/ok/expected.json': '[]' }, async (folder) => {
      expect(await failure(expectCase(samplePlugin, folder))).to.include('at /0: nothing was expected, and it is ');
    }));

  it('writes expected.json when told to, and passes then', () =>
    failsOrPasses({}, async (folder) => {
      process.env['UPDATE_CASES'] = '1';
      try {
        await expectCase(samplePlugin, folder);
      } finally {
        delete process.env['UPDATE_CASES'];
      }
      expect(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))).to.have.nested.property('[0].health');
      await expectCase(samplePlugin, folder);
    }));

  it('answers with a file that lies beside it', () => {
    const upstream = JSON.stringify([{ path: '/version', responseFile: 'page.html' }]);
    const files = {
      'test/cases/ok/config.yaml': 'integration: { url: "http://sample.test", apiKey: k }\nsteps: [check]\n',
      'test/cases/ok/upstream.json': upstream,
      'test/cases/ok/page.html': '<html></html>',
    };
    return failsOrPasses(files, async (folder) => {
      const [outcome] = await runCase(samplePlugin, readCase(folder));
      expect(outcome).to.have.nested.property('error.message').that.includes('a web page');
    });
  });
});
