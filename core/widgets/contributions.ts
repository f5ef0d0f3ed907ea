/** What the widgets folder and plugins bring to the registry. */
import type {
  ActionHandler,
  AnyAction,
  AnyLookup,
  AnyPlugin,
  AnyPort,
  AnySummary,
  AnyWidget,
  DigestRule,
  Integration,
  Pack,
} from '@sidelight/plugin-api';

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
