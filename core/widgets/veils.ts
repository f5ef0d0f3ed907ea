/** The few levels of privacy that keys and webhooks ask for, with what is known of the household. */
import { type Privacy, privacyKey } from '../settings/privacy.js';
import type { Settings } from '../settings/settings.js';
import { Aliases } from './aliases.js';
import { Veil } from './veil.js';

/** Settings that tell hosts, and what ids of people are made of. */
export interface Household {
  readonly integrations?: readonly { readonly id: string; readonly plugin: unknown; readonly url?: string }[];
  readonly webhooks?: readonly { readonly url: string }[];
  readonly server?: { readonly publicUrl?: string };
  readonly secrets?: readonly string[];
}

interface VeilsParts {
  readonly settings: () => Household & Pick<Settings, 'people'>;
  /** Of media servers. */
  readonly users: () => readonly { readonly name: string }[];
}

export class Veils {
  private readonly aliases = new Aliases();
  private readonly made = new Map<string, { readonly of: Household; readonly veil: Veil }>();

  constructor(private readonly parts: VeilsParts) {}

  /** The same one as long as the settings are the same. */
  of(privacy: Privacy): Veil {
    const key = privacyKey(privacy);
    const settings = this.parts.settings();
    const known = this.made.get(key);
    if (known?.of === settings) return known.veil;
    const hosts = hostsIn(settings);
    const named = settings.people.map(({ name }) => name);
    const veil = new Veil(privacy, {
      aliases: this.aliases,
      hosts: () => hosts,
      names: () => [...named, ...this.parts.users().map(({ name }) => name)],
      salt: ['sidelight', ...(settings.secrets ?? [])].join(),
    });
    this.made.set(key, { of: settings, veil });
    return veil;
  }
}

/** A host that is called as its integration, as containers are, tells nothing that the payload does not. */
function hostsIn({ integrations = [], webhooks = [], server }: Household): readonly string[] {
  const ids = new Set<unknown>(integrations.flatMap(({ id, plugin }) => [id, plugin]));
  const urls = [...integrations.map(({ url }) => url), ...webhooks.map(({ url }) => url), server?.publicUrl];
  const hosts = urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? new URL(url).hostname : []));
  return [...new Set(hosts)].filter((host) => host !== '' && !ids.has(host)).sort((a, b) => b.length - a.length);
}
