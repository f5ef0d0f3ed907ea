/** `sidelight serve`: the daemon, until a signal ends it. */
import type { Writable } from 'node:stream';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Unwritten } from '../config/draft.js';
import { freshConfig } from '../config/find.js';
import type { LoadedSettings } from '../config/load-settings.js';
import { type Daemon, type DaemonInput, startDaemon } from '../daemon.js';
import { createLog } from '../ground/create-log.js';
import { stayNearWhatIsAlive } from '../ground/heap.js';
import type { Log } from '../ground/log.js';
import { LogTail } from '../ground/log-tail.js';
import { installLeakGuard, type LeakGuard } from '../plugins/leak-guard.js';
import { claimDatabase } from '../replicas/sole.js';
import type { Settings } from '../settings/settings.js';
import { systemClock } from '../time/clock.js';
import type { Command, CommandInput, Flags } from './command.js';
import { loadFor } from './settings.js';

/** A daemon with its config and its log, as a command line names them. */
export interface Serving {
  readonly daemon: Daemon;
  readonly log: Log;
  /** Of the config that holds now. */
  secrets(): readonly string[];
  /** Makes the config true as it is written now; never rejects. */
  reload(): Promise<void>;
}

export type ServeInput = Pick<CommandInput, 'flags' | 'env' | 'cwd' | 'err'> &
  Partial<Pick<DaemonInput, 'clock' | 'passwords'>> & {
    /** Called when the plugins are loaded, before any integration is made of them. */
    readonly loaded?: (loaded: LoadedSettings, log: Log) => void;
  };

/** Starts the daemon, and greets whoever started it on `err`, where the log goes. */
export async function openDaemon({
  clock = systemClock,
  passwords,
  loaded: onLoaded,
  ...input
}: ServeInput): Promise<Serving> {
  let loaded = await loadFor(input);
  const config = {
    load: (unwritten?: Unwritten) => loadFor(input, unwritten),
    freshFile: freshConfig(input.cwd),
    applied: (next: LoadedSettings) => {
      loaded = next;
    },
  };
  const secrets = (): readonly string[] => loaded.settings.secrets;
  const tail = new LogTail();
  const log = createLog({ ...loaded.settings.log, secrets, stream: input.err, tail });
  onLoaded?.(loaded, log);
  const strict = input.flags.strict === true;
  const daemon = await startAlone({
    loaded,
    config,
    log,
    tail,
    clock,
    strict,
    ...(passwords === undefined ? {} : { passwords }),
  });
  await greet(log, daemon, loaded, input);
  return {
    daemon,
    log,
    secrets,
    reload: () => daemon.desk.reload(),
  };
}

/** @throws database_in_use when a daemon runs on the same file */
async function startAlone(input: DaemonInput): Promise<Daemon> {
  let desk: Daemon['desk'] | undefined;
  const reload = async (): Promise<string | null> => {
    if (desk === undefined) return 'Sidelight is starting: try again in a few seconds';
    await desk.reload();
    return desk.rejected;
  };
  const giveUp = await claimDatabase(input.loaded.settings.database, { reload }, input.log);
  try {
    const daemon = await startDaemon(input);
    desk = daemon.desk;
    return { ...daemon, stop: () => daemon.stop().finally(giveUp) };
  } catch (error) {
    await giveUp();
    throw error;
  }
}

export const serve: Command = async (input) => {
  const asked = askedToEnd();
  const guarding = new Guarding();
  const opening = openDaemon({ ...input, loaded: (loaded, log) => guarding.begin(loaded, log) });
  // One that comes too early waits; a start that fails has said why already.
  process.on('SIGHUP', () => void opening.then((serving) => serving.reload()).catch(() => undefined));
  const serving = await opening;
  // A daemon runs beside others. A start would take half as long again by it.
  stayNearWhatIsAlive();
  return untilEnded(serving, asked, guarding);
};

/** From the first integration on: a plugin may leave errors behind while it is created. */
class Guarding {
  private guard: LeakGuard | undefined;
  private serving: Serving | undefined;
  private end = (): void => process.exit(1);

  begin({ plugins, settings }: LoadedSettings, log: Log): void {
    this.guard = installLeakGuard({
      plugins: () => this.serving?.daemon.services.host.everLoaded() ?? plugins.loaded,
      secrets: () => this.serving?.secrets() ?? settings.secrets,
      log,
      onFatal: (error) => {
        log.error(`a bug stopped the daemon: ${error instanceof Error ? error.stack : messageOf(error)}`);
        this.end();
      },
    });
  }

  /** @param end how to end in good order */
  goOn(serving: Serving, end: () => void): void {
    this.serving = serving;
    this.end = end;
    serving.daemon.services.ops.noticesFrom(() => this.guard?.notices() ?? []);
  }

  uninstall(): void {
    this.guard?.uninstall();
  }
}

/** What a newcomer needs to know, and nothing more than a line once there is a config. */
async function greet(
  log: Log,
  daemon: Daemon,
  { settings }: LoadedSettings,
  { flags, err }: ServeInput,
): Promise<void> {
  if (settings.file === null) {
    log.info(
      'no config file: create ./sidelight.yaml, or add integrations on the page (config/sidelight.example.yaml shows every setting)',
    );
  } else {
    log.info(`config: ${settings.file}`);
  }
  const setup = await daemon.setupAddress();
  if (setup !== null) whole(settings, err).info(`first run: create the administrator at ${setup}`);
  log.info(`create a key for a dashboard with: npx sidelight keys create <name>${sameAs(flags)}`);
  log.info(`listening on ${daemon.url}`);
}

/** The flags by which another command finds the same database. */
function sameAs({ demo, config, data }: Flags): string {
  const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const places = { config, data };
  const named = Object.entries(places).flatMap(([name, value]) =>
    value === undefined ? [] : [` --${name} ${quoted(value)}`],
  );
  return [demo === true ? ' --demo' : '', ...named].join('');
}

/** The log for a line that is of no use with a part blotted out, because a secret of the config is a part of it, too. */
const whole = ({ log }: Settings, stream: Writable): Log => createLog({ ...log, secrets: () => [], stream });

/** Listened for from the beginning: a daemon that answers already, but has not greeted yet, ends in good order, too. */
function askedToEnd(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}

function untilEnded({ daemon, log, ...serving }: Serving, asked: Promise<NodeJS.Signals>, guarding: Guarding) {
  return new Promise<number>((resolve) => {
    const end = (code: number): void => {
      guarding.uninstall();
      daemon.stop().then(
        () => resolve(code),
        (error: unknown) => {
          log.error(`stopping failed: ${messageOf(error)}`);
          resolve(1);
        },
      );
    };
    guarding.goOn({ daemon, log, ...serving }, () => end(1));
    void asked.then((signal) => {
      log.info(`${signal}: stopping`);
      end(0);
    });
  });
}
