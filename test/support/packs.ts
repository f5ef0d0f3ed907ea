/** The packs as the daemon makes them, from the host's own widgets. */
import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { type Pack, type PackInput, type TObject, Type } from '@sidelight/plugin-api';
import { silentLog } from '#core/ground/log.js';
import type { ComposedFile, ComposedPack } from '#core/packs/compose-packs.js';
import { Packs, packInput } from '#core/packs/packs.js';
import { loadFolder } from '#core/widgets/load-folder.js';
import { Registry } from '#core/widgets/registry.js';

export const BASE_URL = 'http://sidelight.lan:7780';

export interface MadePacks {
  readonly input: PackInput;
  readonly all: readonly ComposedPack[];
  /** What was left out, in sentences. */
  readonly refused: readonly string[];
  files(pack: string): readonly ComposedFile[];
  /** What the address of a widget answers: without fields where there is none. */
  responseOf(url: string): TObject;
}

const ownContributions = () => loadFolder(fileURLToPath(new URL('../../../widgets/dist', import.meta.url)));

/** Those of Sidelight itself, to be made from other widgets. */
export const loadedPacks = async (): Promise<readonly Pack[]> => (await ownContributions()).packs ?? [];

export async function madePacks(baseUrl = BASE_URL): Promise<MadePacks> {
  const registry = new Registry(silentLog);
  registry.add('core', await ownContributions());
  const packs = new Packs(registry, silentLog);
  const all = await packs.list(baseUrl, { choice: 'all' });
  const input = packInput(registry, baseUrl);
  return {
    input,
    all,
    refused: [...registry.refused(), ...packs.refused()].map(({ text }) => text),
    files: (pack) => all.find(({ id }) => id === pack)?.files ?? [],
    responseOf: (url) => input.widgets.find(({ path }) => `${baseUrl}${path}` === url)?.response ?? Type.Object({}),
  };
}
