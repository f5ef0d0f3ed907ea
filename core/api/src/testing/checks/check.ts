import type { AnyPlugin } from '../../plugin.js';
import type { Entry } from '../sample-config.js';

/** The plugin under test and what its package says of it. */
export interface Subject {
  readonly plugin: AnyPlugin;
  /** The package's folder. */
  readonly root: string;
  /** The entry of the case `ok`. */
  sample(): Entry;
  /** The settings of the plugin in the case `ok`. */
  settings(): Entry;
  /** Calls (`task:<id>`, `fragment:<port>`) that ask no upstream: id → why. */
  readonly quiet: Readonly<Record<string, string>>;
}

/** One thing that holds for every plugin. */
export interface Check {
  readonly title: string;
  /** Does not hold for a plugin that is `local`. */
  readonly upstream?: true;
  /** Is about widgets, summaries and digest rules of the plugin's own. */
  readonly contributions?: true;
  /** A start says so, too, where there is a Sidelight. */
  readonly atStart?: true;
  /** Is about integrations, so it does not hold for a plugin that makes none. */
  readonly integration?: true;
  /** What it is for a plugin outside of Sidelight's repository, where it does not bind. */
  readonly elsewhere?: 'advice' | 'nothing';
  /** @throws a sentence that says what is wrong. */
  run(subject: Subject): void | Promise<void>;
}

/** @throws the sentence unless it is true. */
export function demand(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
