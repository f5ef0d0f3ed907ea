/** One enabled entry of `integrations:`, as the rest of the core sees it. Payloads call it a source. */
import type { AnyPlugin, Integration } from '@sidelight/plugin-api';
import type { Address } from './recognise.js';

export interface Source {
  /** The integration's id in the YAML. */
  readonly id: string;
  readonly plugin: AnyPlugin;
  /** null when it could not be created: the notice says why. */
  readonly integration: Integration | null;
  /** The integration whose titles and users its upstream speaks of, where the entry says so. */
  readonly server?: string;
  /** Overrides of task intervals, task id → every, from the entry's `schedule`. */
  readonly schedule: Readonly<Record<string, string>>;
  /** Milliseconds for one upstream call. */
  readonly timeoutMs: number;
  /** Where its upstream is; not given: it has none. */
  readonly address?: Address;
  /** What its upstream sends along with webhooks; not given: none are taken. */
  readonly webhookSecret?: string;
}

/** The sources of the running config, in YAML order. Changes on SIGHUP. */
export interface Sources {
  all(): readonly Source[];
  get(id: string): Source | undefined;
  /** Those with a task that fills the port. */
  filling(port: string): readonly Source[];
  /** Those with a fragment for the port. */
  serving(port: string): readonly Source[];
}
