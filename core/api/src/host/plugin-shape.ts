/** What a plugin's default export has to look like. Each function gives a sentence about what is wrong, or undefined. Pure. */
import { type AnyPlugin, PLUGIN_KINDS } from '../plugin.js';
import type { TObject } from '../schema.js';
import { CORE } from './core-id.js';
import { CORE_FIELDS } from './entry-schema.js';
import { isRecord } from './is-record.js';

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const FLAGS = ['local', 'server'] as const;
const LISTS = ['widgets', 'summaries', 'lookups', 'digestRules', 'packs', 'aliases'] as const;

/** The default export, also where a CommonJS build has wrapped it once more. */
export function defaultExport(module: Readonly<Record<string, unknown>>): unknown {
  const exported = module['default'];
  return isRecord(exported) && exported['__esModule'] === true ? exported['default'] : exported;
}

export function misshape(exported: unknown): string | undefined {
  if (exported === undefined) return 'it has no default export';
  if (!isRecord(exported)) return 'its default export must come from definePlugin';
  const { id, title, kind, hosts, maxBodyBytes, defaultPort, webPath, recognise } = exported as Partial<
    Record<keyof AnyPlugin, unknown>
  >;
  if (typeof id !== 'string' || !KEBAB.test(id)) return `its id ${JSON.stringify(id)} must look like my-plugin`;
  if (id === CORE) return 'the id core is reserved for Sidelight';
  if (typeof title !== 'string' || title.trim() === '') return 'it has no title';
  if (exported['create'] !== undefined && typeof exported['create'] !== 'function')
    return 'its create must be a function';
  if (kind !== undefined && !Object.hasOwn(PLUGIN_KINDS, String(kind))) {
    return `its kind must be one of ${Object.keys(PLUGIN_KINDS).join(', ')}`;
  }
  if (hosts !== undefined && !isHosts(hosts))
    return 'its hosts must be a list of addresses such as https://api.example.org';
  if (maxBodyBytes !== undefined && !isCount(maxBodyBytes)) return 'its maxBodyBytes must be a number of bytes';
  if (defaultPort !== undefined && !isPort(defaultPort)) return 'its defaultPort must be a port from 1 to 65535';
  if (webPath !== undefined && !(typeof webPath === 'string' && /^\/[\w/-]*\w$/.test(webPath))) {
    return 'its webPath must be a path such as /web';
  }
  if (recognise !== undefined && !isQuestion(recognise)) {
    return 'its recognise must be { get: a path that begins with /, is: a function }';
  }
  const flag = FLAGS.find((name) => exported[name] !== undefined && typeof exported[name] !== 'boolean');
  if (flag !== undefined) return `its ${flag} must be true or left out`;
  const list = LISTS.find((name) => exported[name] !== undefined && !Array.isArray(exported[name]));
  if (list !== undefined) return `its ${list} is not a list`;
  const isEmpty = LISTS.every((name) => ((exported[name] ?? []) as readonly unknown[]).length === 0);
  return exported['create'] === undefined && isEmpty ? 'it has no create function and contributes nothing' : undefined;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

const isPort = (value: unknown): boolean => isCount(value) && Number(value) <= 65_535;

const isQuestion = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['get'] === 'string' &&
  value['get'].startsWith('/') &&
  (value['post'] === undefined || typeof value['post'] === 'string') &&
  typeof value['is'] === 'function';

const isHosts = (hosts: unknown): boolean =>
  Array.isArray(hosts) && hosts.every((one) => typeof one === 'string' && /^https?:/.test(one) && URL.canParse(one));

/** Of a plugin whose shape is right; whether the rest is a valid JSON schema, only a validator can tell. */
export function misfitSchema({ config, settings }: AnyPlugin): string | undefined {
  const wrong = schemaFault(config, 'its config', CORE_FIELDS);
  return wrong ?? (settings === undefined ? undefined : schemaFault(settings, 'its settings', FROM));
}

/** Of the settings of a plugin: where it comes from stands beside them. */
const FROM: ReadonlySet<string> = new Set(['from']);

function schemaFault(
  schema: unknown,
  its: 'its config' | 'its settings',
  core: ReadonlySet<string>,
): string | undefined {
  const [are, have] = its === 'its config' ? ['is', 'has'] : ['are', 'have'];
  if (!isTypeBoxObject(schema)) return `${its} ${are} not a Type.Object of TypeBox 1`;
  const taken = Object.keys(schema.properties).find((field) => core.has(field));
  return taken === undefined ? undefined : `${its} ${have} a field ${taken}, which every entry already has`;
}

/** TypeBox 1 marks its schemas with a hidden kind; earlier versions use a symbol, and plain JSON schemas have none. */
const isTypeBoxObject = (schema: unknown): schema is TObject =>
  isRecord(schema) && schema['~kind'] === 'Object' && isRecord(schema['properties']);
