/** Loads the plugin that a folder holds, without a Sidelight. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../errors.js';
import { defaultExport, misfitSchema, misshape, readManifest } from '../host/index.js';
import type { AnyPlugin } from '../plugin.js';
import { refuse } from './command.js';
import type { Found } from './verify.js';
import { within } from './within.js';

const IMPORT_MS = 10_000;

/** @throws Refusal with what is wrong with it */
export async function loadPlugin(path: string): Promise<Found> {
  if (!existsSync(path)) refuse(`${path} does not exist`);
  const folder = realpathSync(path);
  const exported = await imported(entryOf(folder));
  const misshapen = misshape(exported) ?? misfitSchema(exported as AnyPlugin);
  if (misshapen !== undefined) refuse(`The plugin ${path} cannot be used: ${misshapen}`);
  return { plugin: exported as AnyPlugin, folder };
}

function entryOf(folder: string): string {
  if (!statSync(folder).isDirectory()) return folder;
  try {
    return readManifest(folder).entry;
  } catch (error) {
    return refuse(messageOf(error));
  }
}

async function imported(entry: string): Promise<unknown> {
  try {
    const module = import(pathToFileURL(entry).href) as Promise<Readonly<Record<string, unknown>>>;
    return defaultExport(await within(IMPORT_MS, module, 'its module does not finish loading'));
  } catch (error) {
    return refuse(`The plugin ${entry} cannot be imported: ${messageOf(error)}`);
  }
}
