/** The real daemon within this process, on a free loopback port, with a data folder of its own: it starts in no time. */
import 'reflect-metadata';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordsAt } from '#core/auth/password.js';
import { parseCommandLine } from '#core/cli/args.js';
import { openDaemon, type ServeInput } from '#core/cli/serve.js';
import type { Services } from '#core/container.js';
import type { KeyScope, NewKey } from '#core/keys/api-key.js';
import { Written } from './command-here.js';
import { makeFolder } from './daemon.js';
import { type Requests, requestsTo } from './requests.js';

/** Passwords cost next to nothing here; `test/unit/auth` holds the daemon to what they cost otherwise. */
const CHEAP = passwordsAt({ N: 16, r: 1, p: 1 });

export interface HereOptions extends Partial<Pick<ServeInput, 'clock' | 'passwords'>> {
  /** The YAML; not given: none. */
  readonly config?: string;
  readonly flags?: readonly string[];
  /** A folder of a former run; not given: a new one. Removed by `dispose`. */
  readonly folder?: string;
}

export interface DaemonHere extends Requests {
  readonly url: string;
  readonly folder: string;
  /** A key of this installation, with a name of its own. */
  key(scope?: KeyScope, more?: Partial<NewKey>): Promise<string>;
  readonly services: Services;
  /** Everything that it wrote to standard error. */
  log(): string;
  /** Changes the config, and has it applied, as SIGHUP would; the log tells when it could not be. */
  reload(yaml: string): Promise<void>;
  stop(): Promise<void>;
  dispose(): Promise<void>;
}

let keys = 0;

export async function startHere({
  config,
  flags = [],
  folder = makeFolder(),
  ...own
}: HereOptions = {}): Promise<DaemonHere> {
  const file = join(folder, 'sidelight.yaml');
  if (config !== undefined) writeFileSync(file, config);
  const named = config === undefined ? [] : ['--config', file];
  const line = parseCommandLine(['serve', '--port=0', '--data', join(folder, 'data'), ...named, ...flags]);
  const err = new Written();
  const serving = await openDaemon({ passwords: CHEAP, ...own, flags: line.flags, env: {}, cwd: folder, err });
  const { daemon } = serving;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= daemon.stop();
    return stopping;
  };
  return {
    url: daemon.url,
    folder,
    ...requestsTo(daemon.url),
    async key(scope = 'widgets-only', more = {}) {
      keys += 1;
      return (await daemon.services.keys.create({ name: `test-${scope}-${keys}`, scope, ...more })).key;
    },
    services: daemon.services,
    log: () => err.text,
    async reload(yaml) {
      writeFileSync(file, yaml);
      await serving.reload();
    },
    stop,
    async dispose() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
