/** What the widgets folder and plugins bring to the registry. */
import type {
  ActionHandler,
  Alias,
  AnyAction,
  AnyLookup,
  AnyPlugin,
  AnyPort,
  AnySummary,
  AnyWidget,
  DigestRule,
  Integration,
  Pack,
  TObject,
} from '@sidelight/plugin-api';
import type { PluginSettings } from '../settings/settings.js';

export interface Contributions {
  /** Those that its integrations fill and serve: they are theirs before any read names them. */
  readonly ports?: readonly AnyPort[];
  readonly widgets?: readonly AnyWidget[];
  readonly summaries?: readonly AnySummary[];
  readonly lookups?: readonly AnyLookup[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of rules with different reads
  readonly rules?: readonly DigestRule<any>[];
  readonly actions?: readonly AnyAction[];
  readonly packs?: readonly Pack[];
  /** Of what is there by then. */
  readonly aliases?: readonly Alias[];
}

/** Where contributions come from, beside the plugin's id. */
export interface Origin {
  /** The integration that brought them; a plugin brings its own without one. */
  readonly source?: string;
  /** What the plugin declares as its settings, and what is set. */
  readonly schema?: TObject;
  readonly settings?: PluginSettings;
}

export interface Owner extends Origin {
  /** The plugin's id, or `core`. */
  readonly plugin: string;
  /** As sentences call it: the integration, else the plugin. */
  readonly name: string;
}

/** Of a plugin: once, however many integrations it has. */
export const contributionsOf = ({ widgets, summaries, lookups, digestRules, packs }: AnyPlugin): Contributions => ({
  ...(widgets === undefined ? {} : { widgets }),
  ...(summaries === undefined ? {} : { summaries }),
  ...(lookups === undefined ? {} : { lookups }),
  ...(digestRules === undefined ? {} : { rules: digestRules }),
  ...(packs === undefined ? {} : { packs }),
});

/** Of an integration: what was made from its config, and the actions that it handles, the vocabulary's among them. */
export const ownContributionsOf = (integration: Integration | null): Contributions => {
  const { widgets = [], summaries = [], digestRules = [], actions = [] } = integration ?? {};
  return { widgets, summaries, rules: digestRules, actions: actions.map((handler: ActionHandler) => handler.action) };
};
