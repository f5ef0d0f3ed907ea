/** Each integration by its plugin: whether it answers, how soon, by which version and by which clock. */
import type { LoadedSettings } from '../../config/load-settings.js';
import { installation } from '../../ground/installation.js';
import { type LoadedPlugin, pluginNamed } from '../../plugins/plugin-set.js';
import { tryEntry } from '../../plugins/try-entry.js';
import type { IntegrationEntry } from '../../settings/settings.js';
import { skewFindings, skewText } from './database.js';
import { durationText, type Finding, findingOf, plural, type Section, versionOf } from './page.js';

type Body = Omit<Section, 'title'>;
type Line = Section['lines'][number];

export async function integrations({ settings, plugins }: LoadedSettings): Promise<Body> {
  const called = namesOf(settings.integrations, plugins.loaded);
  const enabled = settings.integrations.filter((entry) => entry.enabled);
  const known = plugins.loaded.map(({ plugin }) => plugin);
  const looked = await Promise.all(
    enabled.map(async (entry) => {
      const name = called.get(entry.id) ?? 'one';
      const plugin = pluginNamed(plugins, entry.plugin);
      if (plugin === undefined) return { line: [name, 'its plugin cannot be loaded'] as Line, findings: [] };
      const skew = await skewOf(entry);
      const began = performance.now();
      const tried = await tryEntry(entry, plugin, settings, known);
      const took = tookText(performance.now() - began);
      const version = versionOf(tried.version);
      const clock = skew === undefined ? [] : [`clock ${skewText(skew)}`];
      const how = tried.ok ? ['ok', ...(version === undefined ? [] : [version])] : ['fails', tried.code ?? 'defect'];
      const findings: Finding[] = tried.ok ? [] : [failing(name, tried.code)];
      return {
        line: [name, [...how, took, ...clock].join(', ')] as Line,
        findings: [...findings, ...(skew === undefined ? [] : skewFindings(name, skew))],
      };
    }),
  );
  const off = settings.integrations.length - enabled.length;
  return {
    lines: [
      ...looked.map(({ line }) => line),
      ...(off === 0 ? [] : [['switched off', plural(off, 'integration')] as const]),
      ...(settings.integrations.length === 0 ? [['none', 'the config names no integration'] as const] : []),
    ],
    findings: [
      ...plugins.failures.map(({ code }) => findingOf('a plugin', code)),
      ...looked.flatMap(({ findings }) => findings),
    ],
  };
}

const tookText = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : durationText(ms));

const failing = (name: string, code: string | undefined): Finding => ({
  what: `${name} fails: ${code ?? 'a defect'}`,
  mend: 'Run `sidelight check`: it shows what the server answered and what to change.',
});

/**
 * People name entries after themselves and their rooms. The id of a plugin that comes with Sidelight is no secret; one of
 * another origin may be known to its author alone.
 */
function namesOf(entries: readonly IntegrationEntry[], loaded: readonly LoadedPlugin[]): ReadonlyMap<string, string> {
  const bundled = new Set(
    loaded
      .filter(({ folder, named }) => named !== true && folder.startsWith(installation))
      .map(({ plugin }) => plugin.id),
  );
  const counts = new Map<string, number>();
  return new Map(
    entries.map((entry) => {
      const type = bundled.has(entry.plugin) ? entry.plugin : 'third-party plugin';
      const count = (counts.get(type) ?? 0) + 1;
      counts.set(type, count);
      return [entry.id, `${type} ${count}`];
    }),
  );
}

const CLOCK_MS = 5_000;

/** By the Date of any answer, whatever its status; asked for without credentials. */
async function skewOf({ url }: IntegrationEntry): Promise<number | undefined> {
  if (url === undefined) return undefined;
  const began = Date.now();
  try {
    const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(CLOCK_MS) });
    const told = Date.parse(headers.get('date') ?? '');
    // It tells whole seconds.
    return Number.isNaN(told) ? undefined : told + 500 - (began + Date.now()) / 2;
  } catch {
    // Whether it answers is said by the check; a clock that cannot be read is not told.
    return undefined;
  }
}
