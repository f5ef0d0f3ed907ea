/**
 * What a plugin throws where nobody waits for it (a timer, a promise that it dropped) must not end the daemon. An exception
 * that is not a plugin's does end it, as it would without the guard. What the guard cannot do: end an endless loop, or
 * stop a timer that a plugin left behind after `stop` (the daemon exits by process.exit, which such a timer cannot hold up).
 */
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, redact } from '@sidelight/plugin-api/errors';
import type { Log } from '../ground/log.js';
import type { Notice } from '../ops/notices.js';
import type { LoadedPlugin } from './plugin-set.js';

export interface LeakGuardInput {
  plugins(): readonly LoadedPlugin[];
  secrets(): readonly string[];
  readonly log: Log;
  /** An exception that no plugin can be blamed for. */
  onFatal(error: unknown): void;
}

export interface LeakGuard {
  /** One per plugin that leaked, with its first leak. */
  notices(): readonly Notice[];
  uninstall(): void;
}

export function installLeakGuard(input: LeakGuardInput): LeakGuard {
  const notices = new Map<string, Notice>();
  const record = (error: unknown): boolean => {
    const plugin = culprit(error, input.plugins());
    if (plugin === undefined) return false;
    if (notices.has(plugin.plugin.id)) return true;
    const notice = leakNotice(plugin, redact(messageOf(error), input.secrets()));
    notices.set(plugin.plugin.id, notice);
    input.log.error(notice.text);
    return true;
  };
  const onException = (error: unknown): void => {
    if (!record(error)) input.onFatal(error);
  };
  // A dropped promise leaves nothing half done, and an upstream's failure has no line of the plugin in its stack.
  const onRejection = (error: unknown): void => {
    if (!record(error))
      input.log.error(`a promise failed and nothing handled it: ${redact(traceOf(error), input.secrets())}`);
  };
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return {
    notices: () => [...notices.values()],
    uninstall() {
      process.off('uncaughtException', onException);
      process.off('unhandledRejection', onRejection);
    },
  };
}

/** The plugin that the stack points into, the innermost first. */
export function culprit(error: unknown, plugins: readonly LoadedPlugin[]): LoadedPlugin | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const seen = plugins
    .map((plugin) => ({ plugin, at: positionIn(stack, plugin.folder) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.plugin.folder.length - a.plugin.folder.length);
  return seen[0]?.plugin;
}

/** Stacks name ES modules by url and CommonJS ones by path. A plugin is a folder, or a file that a line number follows. */
function positionIn(stack: string, folder: string): number {
  const places = [folder, pathToFileURL(folder).href].flatMap((place) => [place + sep, `${place}:`]);
  const found = places.map((place) => stack.indexOf(place)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const leakNotice = ({ origin, plugin }: LoadedPlugin, message: string): Notice => ({
  id: `plugin_leak:${plugin.id}`,
  type: 'plugin_leak',
  severity: 'warn',
  text: `The plugin ${plugin.id} (${origin}) caused an unhandled error: ${message}`,
});
