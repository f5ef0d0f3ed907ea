/** `sidelight serve`: the daemon, until a signal ends it. */
import { setFlagsFromString } from 'node:v8';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { LoadedSettings } from '../config/load-settings.js';
import { type Daemon, startDaemon } from '../daemon.js';
import { createLog } from '../ground/create-log.js';
import type { Log } from '../ground/log.js';
import { installLeakGuard } from '../plugins/leak-guard.js';
import type { Settings } from '../settings/settings.js';
import { systemClock } from '../time/clock.js';
import type { Command, CommandInput } from './command.js';
import { loadFor } from './settings.js';

export const serve: Command = async (input) => {
  let loaded = await loadFor(input);
  const log = createLog({ ...loaded.settings.log, secrets: () => loaded.settings.secrets });
  const daemon = await startDaemon({ loaded, log, clock: systemClock, strict: input.flags.strict === true });
  // A daemon beside others: the heap stays near what is alive, instead of growing until a collection is worth its while.
  setFlagsFromString('--heap-growing-percent=20');
  await greet(log, daemon, loaded, input);
  process.on('SIGHUP', () => {
    void reload(log, daemon, input).then((next) => {
      loaded = next ?? loaded;
    });
  });
  return untilEnded(log, daemon, () => loaded.settings.secrets);
};

/** What a newcomer needs to know, and nothing more than a line once there is a config. */
async function greet(log: Log, daemon: Daemon, { settings }: LoadedSettings, { flags }: CommandInput): Promise<void> {
  const place = flags.demo === true ? ' --demo' : '';
  if (settings.file === null) {
    log.info(
      'there is no config yet: put it into ./sidelight.yaml (config/sidelight.example.yaml shows every setting)',
    );
  } else {
    log.info(`config: ${settings.file}`);
  }
  const setup = await daemon.setupAddress();
  if (setup !== null) whole(settings).info(`first run: create the administrator at ${setup}`);
  log.info(`make a key for a dashboard with: npx sidelight keys create <name>${place}`);
  log.info(`listening on ${daemon.url}`);
}

/** The log for a line that is of no use with a part blotted out, because a secret of the config is a part of it, too. */
const whole = ({ log }: Settings): Log => createLog({ ...log, secrets: () => [] });

/** A config with a mistake changes nothing: the log says what is wrong with it. */
async function reload(log: Log, daemon: Daemon, input: CommandInput): Promise<LoadedSettings | undefined> {
  try {
    const next = await loadFor(input);
    await daemon.reload(next);
    return next;
  } catch (error) {
    log.error(`the changed config was not applied: ${messageOf(error)}`);
    return undefined;
  }
}

function untilEnded(log: Log, daemon: Daemon, secrets: () => readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const end = (code: number): void => {
      guard.uninstall();
      daemon.stop().then(
        () => resolve(code),
        (error: unknown) => {
          log.error(`stopping failed: ${messageOf(error)}`);
          resolve(1);
        },
      );
    };
    const guard = installLeakGuard({
      plugins: () => daemon.services.host.loaded(),
      secrets,
      log,
      onFatal(error) {
        log.error(`a defect ends the daemon: ${error instanceof Error ? error.stack : messageOf(error)}`);
        end(1);
      },
    });
    daemon.services.ops.noticesFrom(() => guard.notices());
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        log.info(`${signal}: stopping`);
        end(0);
      });
    }
  });
}
