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
import { portsNamedBy } from '../plugins/port-book.js';

export interface Contributions {
  /** Those that its integrations fill and serve: they are theirs before any read names them. */
  readonly ports?: readonly AnyPort[];
  readonly widgets?: readonly AnyWidget[];
  readonly summaries?: readonly AnySummary[];
  readonly lookups?: readonly AnyLookup[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of rules with different reads
  readonly rules?: readonly DigestRule<any>[];
  readonly actions?: readonly AnyAction[];
  /** The host's own alone. */
  readonly packs?: readonly Pack[];
}

/** Once per plugin, however many integrations it has. */
export const contributionsOf = ({ widgets, summaries, digestRules }: AnyPlugin): Contributions => ({
  ...(widgets === undefined ? {} : { widgets }),
  ...(summaries === undefined ? {} : { summaries }),
  ...(digestRules === undefined ? {} : { rules: digestRules }),
});

/** What an integration brings by itself: the actions that it handles, the vocabulary's among them, and its ports. */
export const actionsOf = (integration: Integration | null): Contributions => ({
  ports: integration === null ? [] : portsNamedBy(integration),
  actions: (integration?.actions ?? []).map((handler: ActionHandler) => handler.action),
});
