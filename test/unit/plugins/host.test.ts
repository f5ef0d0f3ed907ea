import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnyPlugin, definePlugin, definePort, fill, type PluginContext, serve, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { container } from 'tsyringe';
import { CACHE } from '#core/cache/cache.js';
import { USER_AGENT } from '#core/ground/installation.js';
import { LOG, silentLog } from '#core/ground/log.js';
import { CONTEXTS, contextsOf } from '#core/plugins/context.js';
import { PluginHost } from '#core/plugins/host.js';
import { PLUGIN_SET, type PluginFailure, type PluginSet } from '#core/plugins/plugin-set.js';
import type { IntegrationEntry } from '#core/settings/settings.js';
import { CLOCK } from '#core/time/clock.js';
import { contextsFor, entryOf, memoCache } from '../../support/integrations.js';
import { recordingLog } from '../../support/recording-log.js';

const bells = definePort({
  id: 'house.bells',
  keep: 'snapshot',
  key: (bell) => bell.id,
  item: Type.Object({ id: Type.String() }),
});
const lamps = definePort({ ...bells, id: 'house.lamps' });

/** A plugin that writes down what happens to it. */
function diary(id = 'diary', create?: AnyPlugin['create']) {
  const lines: string[] = [];
  const contexts: PluginContext[] = [];
  const plugin: AnyPlugin = definePlugin({
    id,
    title: id,
    config: Type.Object({ fail: Type.Optional(Type.String()) }),
    create(ctx) {
      contexts.push(ctx);
      if (create !== undefined) return create(ctx);
      if (ctx.config.fail !== undefined) throw new Error(`cannot, because of ${ctx.config.fail}`);
      lines.push(`+${ctx.id}`);
      return {
        check: async () => ({}),
        tasks: [fill(bells, '1m', async () => [])],
        fragments: [serve(lamps, async () => [])],
        stop: async () => void lines.push(`-${ctx.id}`),
      };
    },
  });
  return { plugin, lines, contexts };
}

const setOf = (plugins: readonly AnyPlugin[], failures: readonly PluginFailure[] = []): PluginSet => ({
  loaded: plugins.map((plugin) => ({ plugin, folder: `/p/${plugin.id}`, origin: `./${plugin.id}` })),
  failures,
});

const hostOf = (set: PluginSet, log = silentLog): PluginHost =>
  new PluginHost(set, contextsFor({ log }), log, 'Sidelight/9.9.9');
const settings = (...integrations: readonly IntegrationEntry[]) => ({ integrations, zone: 'UTC', secrets: ['hush'] });
const of = (id: string, more: Partial<IntegrationEntry> = {}) => entryOf(id, { plugin: 'diary', ...more });

describe('the plugin host', () => {
  it('has a source for each enabled entry, in the order of the file', async () => {
    const host = hostOf(setOf([diary().plugin]));
    await host.apply(
      settings(of('b'), of('off', { enabled: false }), of('a', { schedule: { x: '1m' }, timeoutMs: 7, server: 'b' })),
    );
    expect(host.all().map(({ id }) => id)).to.deep.equal(['b', 'a']);
    expect(host.get('a')).to.deep.include({ id: 'a', schedule: { x: '1m' }, timeoutMs: 7, server: 'b' });
    expect(host.get('b')).to.not.have.property('server');
    expect(host.get('off')).to.equal(undefined);
    expect(host.filling('house.bells').map(({ id }) => id)).to.deep.equal(['b', 'a']);
    expect(host.filling('house.lamps')).to.deep.equal([]);
    expect(host.serving('house.lamps').map(({ id }) => id)).to.deep.equal(['b', 'a']);
  });

  it('gives the settings of the plugin to each of its integrations, and restarts these when they change', async () => {
    const { plugin, lines, contexts } = diary();
    const other = diary('other');
    const host = hostOf(setOf([plugin, other.plugin]));
    const entries = [of('a'), of('b'), of('c', { plugin: 'other' })];
    await host.apply({ ...settings(...entries), plugins: { diary: { ink: { colour: 'blue' } } } });
    expect(contexts.map((ctx) => ctx.settings)).to.deep.equal([
      { ink: { colour: 'blue' } },
      { ink: { colour: 'blue' } },
    ]);
    expect(contexts[0]?.settings, 'a copy for each').to.not.equal(contexts[1]?.settings);
    expect(other.contexts.map((ctx) => ctx.settings)).to.deep.equal([{}]);
    expect(host.settingsOf('diary')).to.deep.equal({ ink: { colour: 'blue' } });
    lines.length = 0;
    const applied = await host.apply({ ...settings(...entries), plugins: { diary: { ink: { colour: 'red' } } } });
    expect(applied).to.deep.equal({ added: [], removed: [], changed: ['a', 'b'] });
    expect(lines.sort()).to.deep.equal(['+a', '+b', '-a', '-b']);
  });

  it('restarts only what changed', async () => {
    const { plugin, lines } = diary();
    const host = hostOf(setOf([plugin]));
    let changes = 0;
    const stopListening = host.onChange(() => {
      changes += 1;
    });
    await host.apply(settings(of('a'), of('b'), of('c')));
    const kept = host.get('a');
    lines.length = 0;
    const applied = await host.apply(settings(of('d'), of('b', { timeoutMs: 5 }), of('a')));
    expect(applied).to.deep.equal({ added: ['d'], removed: ['c'], changed: ['b'] });
    expect(lines.sort()).to.deep.equal(['+b', '+d', '-b', '-c']);
    expect(host.get('a')).to.equal(kept);
    expect(host.all().map(({ id }) => id)).to.deep.equal(['d', 'b', 'a']);
    expect(changes).to.equal(2);

    expect(await host.apply(settings(of('d'), of('b', { timeoutMs: 5 }), of('a')))).to.deep.equal({
      added: [],
      removed: [],
      changed: [],
    });
    expect(changes).to.equal(2);
    await host.apply(settings(of('a'), of('d'), of('b', { timeoutMs: 5 })));
    expect(changes, 'the order changed').to.equal(3);
    stopListening();
    const { changed } = await host.apply({ ...settings(of('a')), zone: 'Europe/Berlin' });
    expect(changed, 'another zone').to.deep.equal(['a']);
    expect(changes).to.equal(3);
  });

  it('queues what comes while it is busy, and ends everything at the end', async () => {
    const { plugin, lines } = diary();
    const host = hostOf(setOf([plugin]));
    const [, second] = await Promise.all([host.apply(settings(of('a'))), host.apply(settings(of('b')))]);
    expect(second).to.deep.equal({ added: ['b'], removed: ['a'], changed: [] });
    await host.stop();
    await host.stop();
    expect(lines).to.deep.equal(['+a', '-a', '+b', '-b']);
    expect(host.all()).to.deep.equal([]);
  });

  it('goes on without an integration that cannot be created, and says so once, without its secrets', async () => {
    const log = recordingLog();
    const host = hostOf(setOf([diary().plugin]), log);
    const entries = settings(of('a', { config: { fail: 'hush' } }), of('b'));
    await host.apply(entries);
    await host.apply(entries);
    expect(host.get('a')?.integration).to.equal(null);
    expect(host.get('b')?.integration).to.not.equal(null);
    const text = 'The plugin diary could not start a: cannot, because of ***';
    expect(host.notices()).to.deep.equal([
      { id: 'plugin_create:a', type: 'plugin_create', severity: 'error', text, source: 'a' },
    ]);
    expect(log.lines).to.deep.equal([`warn ${text}`]);
  });

  it('tells of plugins that could not be loaded, and of entries that wait for them', async () => {
    const failure = { origin: './pack', id: 'pack', code: 'plugin_api' as const, message: 'it is too new' };
    const host = hostOf(setOf([diary().plugin], [failure]));
    const applied = await host.apply(settings(of('a'), of('p', { plugin: 'pack' })));
    expect(applied.added).to.deep.equal(['a']);
    expect(host.notices().map(({ id, type, text }) => [id, type, text])).to.deep.equal([
      ['plugin_api:./pack', 'plugin_api', 'The plugin ./pack cannot be loaded: it is too new'],
      ['plugin_missing:p', 'plugin_api', 'p needs the plugin pack, which cannot be loaded'],
    ]);
    const mended = setOf([diary().plugin, diary('pack').plugin]);
    expect((await host.apply(settings(of('p', { plugin: 'pack' })), mended)).added).to.deep.equal(['p']);
    expect(host.notices()).to.deep.equal([]);
    expect(host.plugins().map(({ id }) => id)).to.deep.equal(['diary', 'pack']);
  });

  it('points out a schedule for a task that there is not', async () => {
    const host = hostOf(setOf([diary().plugin]));
    await host.apply(settings(of('a', { schedule: { 'house.bell': '5m', dishes: '1h', 'house.bells': '2m' } })));
    expect(host.notices().map(({ text }) => text)).to.deep.equal([
      'The schedule of a names a task house.bell, which it does not have; did you mean house.bells?',
      'The schedule of a names a task dishes, which it does not have; known tasks: house.bells',
    ]);
  });

  it('outlives an integration that fails to stop', async () => {
    const log = recordingLog();
    const stubborn = diary('diary', () => ({
      check: async () => ({}),
      stop: () => Promise.reject(new Error('hush, I sleep')),
    }));
    const host = hostOf(setOf([stubborn.plugin]), log);
    await host.apply(settings(of('a')));
    await host.stop();
    expect(log.lines).to.deep.equal(['warn a did not stop cleanly: ***, I sleep']);
  });
});

describe('the context of an integration', () => {
  it('has an http client that says who it is, counts its calls and hides secrets', async () => {
    const agents: unknown[] = [];
    const server = createServer((req, res) => {
      agents.push(req.headers['user-agent']);
      res.statusCode = req.url === '/base/ok' ? 200 : 500;
      res.end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { plugin, contexts } = diary();
    const host = hostOf(setOf([plugin]));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
    await host.apply(settings(of('a', { url }), of('b', { url })));
    const [a] = contexts;
    await a?.http.get('/ok');
    const error = await a?.http.get('/hush').catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'unreachable', message: 'GET /*** answered 500' });
    expect(agents).to.deep.equal(['Sidelight/9.9.9', 'Sidelight/9.9.9']);
    expect([host.calls.of('a'), host.calls.of('b')]).to.deep.equal([2, 0]);
    await host.stop();
    server.close();
  });

  it('is built by a container of its own', async () => {
    const root = container
      .createChildContainer()
      .register(CACHE, { useValue: memoCache() })
      .register(CLOCK, { useValue: { now: () => new Date(0) } })
      .register(LOG, { useValue: silentLog })
      .register(USER_AGENT, { useValue: 'Sidelight/1' });
    const { plugin, contexts } = diary();
    root.register(PLUGIN_SET, { useValue: setOf([plugin]) });
    root.register(CONTEXTS, { useValue: contextsOf(root) });
    const host = root.resolve(PluginHost);
    const config = { fail: undefined };
    await host.apply(settings(of('a', { config, server: 'b' }), of('b')));
    expect(contexts.map(({ id, server, zone, clock }) => [id, server, zone, clock.now().getTime()])).to.deep.equal([
      ['a', 'b', 'UTC', 0],
      ['b', undefined, 'UTC', 0],
    ]);
    expect(contexts[0]?.config).to.deep.equal(config);
    expect(contexts[0]?.config).to.not.equal(config);
  });
});
