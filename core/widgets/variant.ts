import type { RenderContext } from '@sidelight/plugin-api';
import { type QueryValues, queryKey } from '@sidelight/plugin-api/host';
import { type Privacy, privacyKey } from '../settings/privacy.js';
import type { PluginSettings } from '../settings/settings.js';

/** Which of all possible answers of a widget is asked for. */
export interface Variant {
  /** 1 to 100: how many elements a capped list may have. */
  readonly limit: number;
  /** IANA zone of "today". */
  readonly zone: string;
  /** Ids of the integrations that count, in YAML order; null: all of them. */
  readonly sources: readonly string[] | null;
  /** The values of the widget’s own parameters; not given: what holds when none is. */
  readonly query?: QueryValues;
  /** What whoever asks need not know; not given: nothing. */
  readonly privacy?: Privacy | null;
}

export const DEFAULT_LIMIT = 8;

export const defaultVariant = (zone: string): Variant => ({ limit: DEFAULT_LIMIT, zone, sources: null });

/** The same text for the same variant. */
export const variantKey = ({ limit, zone, sources, query = {}, privacy }: Variant): string =>
  `${limit} ${zone} ${sources === null ? '*' : sources.join(',')} ${queryKey(query)}${privacyKey(privacy)}`;

/** What a render is told beside its answers, and what of it it looked at. */
export interface WatchedContext {
  readonly context: RenderContext;
  /** true once `now` or `zone` was read: what was rendered changes as time goes by. */
  usedTime(): boolean;
  /** true once it asked who somebody is: what was rendered changes with the names of users. */
  usedPeople(): boolean;
}

export function watchedContext({ now, zone, people, ...rest }: RenderContext): WatchedContext {
  let used = false;
  let asked = false;
  const context: RenderContext = {
    ...rest,
    get now() {
      used = true;
      // A copy: dates can be set, and this one is not theirs.
      return new Date(now);
    },
    get zone() {
      used = true;
      return zone;
    },
    get people() {
      asked = true;
      return people;
    },
  };
  return { context, usedTime: () => used, usedPeople: () => asked };
}

/** The same moment for a contribution of another plugin. Inherited, since to copy the time is to look at it. */
export const withSettings = (context: RenderContext, settings: PluginSettings): RenderContext =>
  Object.create(context, { settings: { value: settings, enumerable: true } }) as RenderContext;
