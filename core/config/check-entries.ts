/** The entries of `integrations:`, each held against the core's schema of an entry and its plugin's own. */
import { basename } from 'node:path';
import type { AnyPlugin, TObject } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CORE_FIELDS, type CoreEntry, entrySchemaOf } from '@sidelight/plugin-api/host';
import { durationMs } from '../ground/formats.js';
import { nearest } from '../ground/nearest.js';
import { isRecord, type Path, pointerOf } from '../ground/path.js';
import { failureFor, type PluginSet, pluginNamed } from '../plugins/plugin-set.js';
import type { IntegrationEntry } from '../settings/settings.js';
import { configValidator } from '../settings/validator.js';
import { checkValue } from './check-values.js';
import type { Problem } from './problem.js';
import { secretsIn, textsIn } from './secrets.js';

/** The source of Sidelight's own rows. */
const RESERVED = 'core';
/** What an entry may be called. */
export const ENTRY_ID = /^[a-z][a-z0-9_-]{0,63}$/;
const DEFAULT_TIMEOUT = '10s';

type Fields = Readonly<Record<string, unknown>>;

export interface EntriesInput {
  readonly entries: Fields;
  readonly plugins: PluginSet;
  readonly outside: ReadonlySet<string>;
  readonly settled: ReadonlySet<string>;
}

export interface CheckedEntry {
  /** null: unusable, and the problems say why. */
  readonly entry: IntegrationEntry | null;
  readonly problems: readonly Problem[];
  readonly secrets: readonly string[];
}

export const checkEntries = (input: EntriesInput): readonly CheckedEntry[] =>
  Object.entries(input.entries).map(([id, fields]) => checkEntry(id, fields, input));

function checkEntry(id: string, fields: unknown, input: EntriesInput): CheckedEntry {
  const at: Path = ['integrations', id];
  if (!isRecord(fields)) return refused(at, 'expected a map of settings (name: value)');
  if (id === RESERVED) return refused(at, 'this name is reserved: choose another, and name the plugin with plugin:');
  if (!ENTRY_ID.test(id))
    return refused(at, 'use up to 64 characters: a lower-case letter, then letters, digits, - and _');
  const name = fields['plugin'] ?? id;
  if (typeof name !== 'string') return refused([...at, 'plugin'], 'expected a text — The plugin.');
  const plugin = pluginNamed(input.plugins, name);
  if (plugin !== undefined && plugin.create === undefined) {
    const field = 'plugin' in fields ? [...at, 'plugin'] : at;
    return refused(field, `the plugin ${name} has no integrations: list it under plugins: and remove this entry`);
  }
  if (plugin !== undefined) return checkKnown({ id, at, fields, plugin, input });
  return checkUnknown(id, name, fields, input.plugins);
}

const refused = (path: Path, text: string): CheckedEntry => ({
  entry: null,
  problems: [{ kind: 'invalid', path, text }],
  secrets: [],
});

/** An entry that waits for a plugin that could not be loaded is kept: the rest starts without it. */
function checkUnknown(id: string, name: string, fields: Fields, plugins: PluginSet): CheckedEntry {
  const ids = plugins.loaded.flatMap(({ plugin }) => (plugin.create === undefined ? [] : [plugin.id]));
  const meant = nearest(name, ids);
  const isKnownToFail = plugins.failures.some((failure) =>
    failure.id === undefined ? basename(failure.origin).includes(name) : failure.id === name,
  );
  if (isKnownToFail || (meant === undefined && failureFor(plugins, name) !== undefined)) {
    const { plugin: _, ...config } = fields;
    const entry = { id, plugin: name, enabled: fields['enabled'] !== false, ...callOptions({}), schedule: {}, config };
    return { entry, problems: [], secrets: textsIn(config) };
  }
  const advice = meant === undefined ? `known: ${ids.sort().join(', ') || 'none'}` : `did you mean ${meant}?`;
  if ('plugin' in fields) return refused(['integrations', id, 'plugin'], `no plugin is called ${name}; ${advice}`);
  return refused(['integrations', id], `no plugin is called ${name}, so name one with plugin:; ${advice}`);
}

interface KnownEntry {
  readonly id: string;
  readonly at: Path;
  readonly fields: Fields;
  readonly plugin: AnyPlugin;
  readonly input: EntriesInput;
}

function checkKnown({ id, at, fields, plugin, input }: KnownEntry): CheckedEntry {
  const { outside, settled } = input;
  const coreSchema = entrySchemaOf(plugin);
  const isCore = ([field]: readonly [string, unknown]): boolean => CORE_FIELDS.has(field);
  const core = Object.fromEntries(Object.entries(fields).filter(isCore));
  const own = Object.fromEntries(Object.entries(fields).filter((field) => !isCore(field)));
  const common = { base: at, outside, settled };
  const problems = [
    ...checkValue({
      ...common,
      validate: configValidator(coreSchema),
      value: core,
      alsoKnown: Object.keys(plugin.config.properties),
    }),
    ...checkValue({
      ...common,
      validate: configValidator(plugin.config),
      value: own,
      alsoKnown: Object.keys(coreSchema.properties),
    }),
    ...namedProblems(id, 'server', core['server'], input),
    ...namingFields(plugin.config).flatMap((field) => namedProblems(id, field, own[field], input)),
  ];
  const secrets = [...secretsIn(coreSchema, core), ...secretsIn(plugin.config, own)];
  if (problems.length === 0) problems.push(...ownProblems(plugin, own, at));
  if (problems.length > 0) return { entry: null, problems, secrets };
  return { entry: entryOf(id, plugin, core as CoreEntry, own), problems, secrets };
}

/** What the plugin itself has against a config that fits its schema. A defect of the plugin is no mistake of the config. */
function ownProblems(plugin: AnyPlugin, own: Fields, at: Path): readonly Problem[] {
  try {
    const problems = plugin.problems?.(structuredClone(own)) ?? [];
    return problems.map(({ path, text }) => ({ kind: 'invalid', path: [...at, ...path], text }));
  } catch (error) {
    return [
      { kind: 'invalid', path: at, text: `the plugin ${plugin.id} could not check this entry: ${messageOf(error)}` },
    ];
  }
}

/** The fields of a plugin's own that name another entry. */
const namingFields = ({ properties }: TObject): readonly string[] =>
  Object.entries(properties).flatMap(([field, schema]) => ('x-integration' in schema ? [field] : []));

/** `server:` ties an entry to another one of this config, and so do fields of some plugins. */
function namedProblems(
  id: string,
  field: string,
  named: unknown,
  { entries, settled }: EntriesInput,
): readonly Problem[] {
  const path: Path = ['integrations', id, field];
  const others = Object.keys(entries).filter((other) => other !== id);
  if (typeof named !== 'string' || others.includes(named) || settled.has(pointerOf(path))) return [];
  const meant = nearest(named, others);
  const advice = meant === undefined ? `known: ${others.sort().join(', ') || 'none'}` : `did you mean ${meant}?`;
  const wrong = named === id ? `${id} is this integration itself` : `no other integration is called ${named}`;
  return [{ kind: 'invalid', path, text: `${wrong}; ${advice}` }];
}

const entryOf = (id: string, plugin: AnyPlugin, core: CoreEntry, config: Fields): IntegrationEntry => ({
  id,
  plugin: plugin.id,
  enabled: core.enabled,
  ...(core.url === undefined ? {} : { url: baseOf(core.url, plugin) }),
  ...(core.server === undefined ? {} : { server: core.server }),
  ...callOptions(core),
  schedule: core.schedule,
  ...(core.webhookSecret === undefined ? {} : { webhookSecret: core.webhookSecret }),
  config,
});

/** An address that was copied from a browser leads to a page of the program: what is asked stands beside that. */
function baseOf(url: string, { webPath }: AnyPlugin): string {
  if (webPath === undefined) return url;
  const at = new URL(url);
  const pages = `${at.pathname}/`.lastIndexOf(`${webPath}/`);
  if (pages < 0) return url;
  const base = Object.assign(at, { pathname: at.pathname.slice(0, pages), search: '', hash: '' });
  return base.href.replace(/\/$/, '');
}

const callOptions = ({ timeout = DEFAULT_TIMEOUT, maxBodyMb, verifyTls = true }: Partial<CoreEntry>) => ({
  timeoutMs: durationMs(timeout),
  ...(maxBodyMb === undefined ? {} : { maxBodyBytes: maxBodyMb * 1_000_000 }),
  verifyTls,
});
