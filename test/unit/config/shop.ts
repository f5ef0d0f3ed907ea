/** Plugins to configure, and a way to load a config that names them. */
import { type AnyPlugin, definePlugin, IntegrationId, Secret, Type } from '@sidelight/plugin-api';
import { type LoadedSettings, type LoadInput, loadSettings } from '#core/config/load-settings.js';
import { CodedError } from '#core/ground/errors.js';
import type { PluginSet } from '#core/plugins/plugin-set.js';
import { tempFolder } from '../../support/temp-folder.js';

const create = () => ({ check: async () => ({}) });

export const radio = definePlugin({
  id: 'radio',
  title: 'Radio',
  config: Type.Object({
    token: Secret('Preferences > Token'),
    volume: Type.Integer({ default: 30, minimum: 0, maximum: 100, description: 'Loudness in percent.' }),
    loud: Type.Optional(Type.Boolean({ description: 'Whether to shout.' })),
    band: Type.Optional(Type.Enum(['short', 'medium'], { description: 'The band.' })),
    presets: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), hertz: Type.Union([Type.Integer(), Type.Literal('scan')]) })),
    ),
  }),
  create,
});

/** Asks nobody, and needs nothing. */
export const almanac = definePlugin({ id: 'almanac', title: 'Almanac', local: true, config: Type.Object({}), create });

/** Speaks of the titles of a media server. */
export const wall = definePlugin({
  id: 'wall',
  title: 'Wall',
  server: true,
  config: Type.Object({}),
  create,
});

/** Works for another integration. */
const helper = definePlugin({
  id: 'helper',
  title: 'Helper',
  config: Type.Object({ boss: Type.Optional(IntegrationId('Whom it works for', 'radio')) }),
  create,
});

/** Its own pages stand below /web. */
const screen = definePlugin({ id: 'screen', title: 'Screen', webPath: '/web', create });

const setOf = (...plugins: readonly AnyPlugin[]): PluginSet => ({
  loaded: plugins.map((plugin) => ({ plugin, folder: `/plugins/${plugin.id}`, origin: plugin.id })),
  failures: [],
});

export const shop = setOf(radio, almanac);
export const tiedShop = setOf(wall, almanac);
export const pagedShop = setOf(screen);
export const helpersShop = setOf(helper, almanac);

export interface Given {
  readonly env?: LoadInput['env'];
  readonly flags?: LoadInput['flags'];
  readonly files?: Readonly<Record<string, string>>;
  readonly plugins?: LoadInput['plugins'];
}

export interface Loaded extends LoadedSettings {
  /** Where the config was. */
  readonly folder: string;
}

/** Loads a config that consists of this YAML. */
export async function load(yaml: string, given: Given = {}): Promise<Loaded> {
  const { env = {}, flags = {}, files = {}, plugins = async () => shop } = given;
  const folder = tempFolder();
  try {
    folder.write('sidelight.yaml', yaml);
    for (const [name, text] of Object.entries(files)) folder.write(name, text);
    const loaded = await loadSettings({ flags, env, cwd: folder.path, plugins });
    return { ...loaded, folder: folder.path };
  } catch (error) {
    if (error instanceof CodedError) throw new CodedError(error.code, error.message.replaceAll(folder.path, ''));
    throw error;
  } finally {
    folder.remove();
  }
}

/** The code and the text of what the config is refused with. */
export async function refusal(yaml: string, given: Given = {}): Promise<string> {
  try {
    await load(yaml, given);
  } catch (error) {
    if (error instanceof CodedError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}
