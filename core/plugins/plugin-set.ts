/** What loading brought: the plugins that can be used, and a reason for each that cannot. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import { CodedError, type ErrorId } from '../ground/errors.js';
import { token } from '../ground/token.js';

export interface LoadedPlugin {
  readonly plugin: AnyPlugin;
  /** Its folder, or the file that it is, absolute: stack traces that point into it are its own. */
  readonly folder: string;
  /** As the user knows it: the package's name, or the path in the config. */
  readonly origin: string;
  /** The config names it under `plugins:`, or `sidelight plugins add` did: without `create` it is in use then. */
  readonly named?: boolean;
}

export interface PluginFailure {
  readonly origin: string;
  /** Known only if the plugin could be asked. */
  readonly id?: string;
  readonly code: ErrorId;
  /** A sentence. */
  readonly message: string;
}

export interface PluginSet {
  readonly loaded: readonly LoadedPlugin[];
  readonly failures: readonly PluginFailure[];
}

export const pluginNamed = (set: PluginSet, id: string): AnyPlugin | undefined =>
  set.loaded.find(({ plugin }) => plugin.id === id)?.plugin;

/** The failure that explains why there is no plugin of this id: its own, or that of one whose id never came to light. */
export const failureFor = (set: PluginSet, id: string): PluginFailure | undefined =>
  set.failures.find((failure) => failure.id === id) ?? set.failures.find((failure) => failure.id === undefined);

/**
 * What `--strict` asks for: all or none.
 * @throws plugin_failed with every failure
 */
export function demandAll({ failures }: PluginSet): void {
  if (failures.length === 0) return;
  const lines = failures.map(({ origin, message }) => `  ${origin}: ${message}`);
  throw new CodedError(
    'plugin_failed',
    `${lines.length === 1 ? 'a plugin' : 'plugins'} could not be used:\n${lines.join('\n')}`,
  );
}

export const PLUGIN_SET = token<PluginSet>('PluginSet');
