/** What the widgets folder and plugins bring to the registry. */
import type {
  ActionHandler,
  AnyAction,
  AnyLookup,
  AnyPlugin,
  AnySummary,
  AnyWidget,
  DigestRule,
  Integration,
  Pack,
} from '@sidelight/plugin-api';

export interface Contributions {
  readonly widgets?: readonly AnyWidget[];
  readonly summaries?: readonly AnySummary[];
  readonly lookups?: readonly AnyLookup[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of rules with different reads
  readonly rules?: readonly DigestRule<any>[];
  readonly actions?: readonly AnyAction[];
  readonly packs?: readonly Pack[];
}

/** Once per plugin, however many integrations it has. */
export const contributionsOf = ({ widgets, summaries, digestRules }: AnyPlugin): Contributions => ({
  ...(widgets === undefined ? {} : { widgets }),
  ...(summaries === undefined ? {} : { summaries }),
  ...(digestRules === undefined ? {} : { rules: digestRules }),
});

/** The actions that an integration handles, the vocabulary's among them. */
export const actionsOf = (integration: Integration | null): Contributions => ({
  actions: (integration?.actions ?? []).map((handler: ActionHandler) => handler.action),
});
