/** The life of the daemon: start, reload, stop. What there is comes from container.ts; this says in which order. */
import { type AnyPort, mediaServer, messageOf } from '@sidelight/plugin-api';
import { setupAddress, setupToken } from './auth/instance.js';
import type { Passwords } from './auth/password.js';
import { weakSpots } from './auth/weak-spots.js';
import { openDatabase } from './cache/database.js';
import { watchOf } from './cache/database-watch.js';
import { createKnexCache } from './cache/knex.js';
import { choresOf } from './chores.js';
import { ConfigDesk } from './config/desk.js';
import type { ConfigLoader, LoadedSettings } from './config/load-settings.js';
import { buildServices, type Services } from './container.js';
import { CodedError } from './ground/errors.js';
import { installedVersion } from './ground/installation.js';
import type { Log } from './ground/log.js';
import type { LogTail } from './ground/log-tail.js';
import { publicBase, urlOf } from './http/base-url.js';
import { listen } from './http/server.js';
import { CallMeter } from './ops/call-meter.js';
import { NewerVersion } from './ops/newer-version.js';
import type { Notice } from './ops/notices.js';
import { Packs } from './packs/packs.js';
import { openWeb } from './pages/open-web.js';
import { openElection } from './replicas/election.js';
import { openRunRequests } from './replicas/requests.js';
import { createApp } from './rest/app.js';
import type { Clock } from './time/clock.js';
import { repeat } from './time/repeat.js';
import { Catalog } from './widgets/catalog.js';
import { contribute } from './widgets/contribute.js';

export interface DaemonInput {
  readonly loaded: LoadedSettings;
  /** Where the config comes from when it is read again; not given: it stays as it is. */
  readonly config?: ConfigSource;
  readonly log: Log;
  /** Its last lines. */
  readonly tail: LogTail;
  readonly clock: Clock;
  /** Refuses to start when an integration cannot be created. */
  readonly strict?: boolean;
  /** For tests, which sign in all the time: how passwords are kept. */
  readonly passwords?: Passwords;
}

export interface ConfigSource {
  readonly load: ConfigLoader;
  /** Where a config is begun that is not there yet. */
  readonly freshFile: string;
  /** Told of each config that came into force after the start. */
  applied(loaded: LoadedSettings): void;
}

export interface Daemon {
  readonly url: string;
  readonly services: Services;
  /** Where the administrator is created; null once there is one. */
  setupAddress(): Promise<string | null>;
  /** Where the config is read again, and changed; only the entries that changed are restarted. */
  readonly desk: ConfigDesk;
  /** Answers what is under way, commits what is done, and closes. */
  stop(): Promise<void>;
}

export async function startDaemon({
  loaded,
  config = { load: async () => loaded, freshFile: 'sidelight.yaml', applied: () => undefined },
  log,
  tail,
  clock,
  strict = false,
  passwords,
}: DaemonInput): Promise<Daemon> {
  const { settings, plugins } = loaded;
  const version = installedVersion();
  const database = await openDatabase(settings.database);
  const cache = await createKnexCache(database, { log });
  const services = buildServices({ settings, plugins, log, clock, database, cache, version });
  const {
    host,
    registry,
    ops,
    engine,
    snapshots,
    changes,
    reader,
    snoozes,
    keys,
    shares,
    audit,
    deliveries,
    inbound,
    outbound,
    mqtt,
    backups,
  } = services;
  let ready = false;

  await Promise.all([keys.start(), shares.start(), services.images.open()]);
  await host.apply(settings);
  const failed = host.notices().filter(({ severity }) => severity === 'error');
  if (strict && failed.length > 0) throw new CodedError('plugin_failed', failed.map(({ text }) => text).join('\n'));
  let undeclared: readonly AnyPort[] = [];
  const offer = async (): Promise<void> => {
    ({ failed: undeclared } = await contribute(registry, host, cache));
    reader.leftOut.look();
  };
  await offer();
  await ops.open();
  await snoozes.open();
  ops.noticesFrom(() => host.notices());
  ops.noticesFrom(() => registry.refused());
  ops.noticesFrom(() => snapshots.notices());
  ops.noticesFrom(() => reader.leftOut.notices());
  cache.onChange((ports) => {
    if (ports.has(mediaServer.id) && reader.leftOut.look()) ops.touch();
  });
  snapshots.onNotice(() => ops.touch());
  const watch = watchOf(database);
  ops.noticesFrom(() => databaseNotices(watch?.fault ?? null));
  watch?.onChange((fault) => {
    if (fault === null) log.info('the database accepts writes again');
    else log.error(`the database does not accept writes: ${fault.message}`, { code: fault.code, hint: fault.hint });
    ops.touch();
  });

  let current = settings;
  const packs = new Packs(registry, log, {
    clock,
    sources: () => host.all(),
    publicUrl: () => publicBase(current.server),
  });
  ops.noticesFrom(() => packs.refused());
  ops.noticesFrom(() => weakSpots(current));
  const newer = new NewerVersion(version, () => current.updates, clock);
  ops.noticesFrom(() => newer.notices());
  const meter = new CallMeter(host.calls, clock);
  let leads = (): boolean => true;
  const desk = new ConfigDesk({
    ...config,
    apply: (next) => inTurn(() => reload(next)),
    settings: () => current,
    clock,
    log,
  });
  const web = await openWeb(
    {
      get settings() {
        return current;
      },
      services,
      packs,
      desk,
      cache,
      database,
      meter,
      leading: () => leads(),
      clock,
      log,
      tail,
      version,
    },
    passwords,
  );
  const app = createApp({
    get settings() {
      return current;
    },
    visitors: web.visitors,
    pages: web.pages,
    packTaken: web.packTaken,
    registry,
    catalog: new Catalog(registry, clock),
    packs,
    snapshots,
    changes,
    reader,
    sources: host,
    engine,
    webhooks: inbound,
    keys,
    audit,
    ownActions: snoozes.actions,
    database,
    cache,
    clock,
    log,
    version,
    ready: () => ready,
    databaseFault: () => watch?.fault ?? null,
    calls: host.calls,
    onRun: (listener) => ops.onRun(listener),
  });
  const listening = await listen(app, settings.server);
  snapshots.start();
  let changing: Promise<void> = Promise.resolve();
  /** What is contributed is swapped as a whole, so one change has ended before the next begins. */
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    const changed = changing.then(change);
    changing = changed.catch(() => undefined);
    return changed;
  };
  if (!cache.isOwn) ops.follow();
  const election = await openElection(database, { log });
  leads = () => election.leading();
  const requests = await openRunRequests(
    database,
    { leading: leads, runNow: (source, tasks) => engine.runNow(source, tasks), reload: () => desk.reload() },
    { log },
  );
  engine.passOn(requests);
  const lead = (leading: boolean): void => {
    for (const part of [outbound, backups, mqtt]) void (leading ? part.start() : part.stop());
    void (leading ? engine.start() : engine.stop(false));
  };
  // Another version may have led meanwhile, with tables of its own.
  election.onChange((leading) => {
    if (!leading) return lead(false);
    void inTurn(offer)
      .catch((error: unknown) => log.warn('ports could not be declared', { error: messageOf(error) }))
      .then(() => (election.leading() ? lead(true) : undefined));
  });
  if (election.leading()) lead(true);
  const chores = choresOf({
    services,
    cache,
    meter,
    sessions: web.deps.sessionStore,
    leading: leads,
    watch,
    clock,
    lookForNewer: async () => (leads() && (await newer.look()) ? ops.touch() : undefined),
    offerAgain: () =>
      inTurn(async () => {
        if (undeclared.length === 0) return;
        await offer();
        ops.touch();
      }),
  });
  const endings = chores.map((chore) => repeat(chore, clock, log));
  ready = true;

  const reload = async (next: LoadedSettings): Promise<void> => {
    const { added, removed, changed } = await host.apply(next.settings, next.plugins);
    // What they had under way was made for the ports as they were.
    await engine.leave([...removed, ...changed]);
    await offer();
    current = next.settings;
    config.applied(next);
    keys.declare(next.settings.keys);
    snapshots.apply(next.settings);
    changes.endAll(next.settings);
    await outbound.apply(next.settings);
    await mqtt.apply(next.settings);
    await backups.apply(next.settings);
    await engine.apply([...added, ...removed, ...changed], next.settings);
    ops.touch();
    log.info('the config was applied', { added, removed, changed });
  };
  return {
    url: urlOf(listening, settings.server.basePath),
    services,
    async setupAddress() {
      if (await web.deps.admins.exist()) return null;
      return setupAddress(current.server, listening, await setupToken(database));
    },
    desk,
    async stop() {
      ready = false;
      for (const end of endings) end();
      changes.endAll();
      await web.deps.imports.jobs.close();
      await listening.close();
      snapshots.stop();
      await Promise.all([outbound.stop(), backups.stop(), mqtt.stop()]);
      await engine.stop(election.leading());
      await deliveries.flush();
      await requests.stop();
      // What is owed is written while nobody else leads.
      await cache.close();
      await election.stop();
      await host.stop();
      await Promise.all([keys.stop(), shares.stop()]).catch((error: unknown) => {
        log.warn('the last uses of keys could not be stored', { error: messageOf(error) });
      });
      await database.destroy();
    },
  };
}

/** Told from memory: the row of it is read before it can be written. */
const databaseNotices = (fault: CodedError | null): readonly Notice[] =>
  fault === null
    ? []
    : [{ id: 'database', type: 'database', severity: 'error', text: `${fault.message}. ${fault.hint}` }];
