/** Which widgets somebody wants in the files for a dashboard. Pure. */
import { derivedPorts } from '../derivations/derive.js';
import { CodedError } from '../ground/errors.js';
import { nearest } from '../ground/nearest.js';
import type { Source } from '../plugins/source.js';
import type { ComposedWidget } from '../widgets/composed-widget.js';
import { HOMEPAGE } from '../widgets/homepage.js';
import { isOps } from '../widgets/source-states.js';

/**
 * filled: what an enabled integration fills, each thing once. starter: of these the few that a first board needs. all: also what
 * nobody fills. Ids: those alone.
 */
export type Choice = 'filled' | 'starter' | 'all' | readonly string[];

const WORDS = ['filled', 'starter', 'all'] as const;

/** Of an address: one of the words, or ids with commas between or one at a time. */
export function choiceIn(asked: unknown): Choice {
  const named = [asked].flat().flatMap((value) => (typeof value === 'string' ? value.split(',') : []));
  const ids = [...new Set(named.map((id) => id.trim()).filter((id) => id !== ''))];
  if (ids.length === 0) return 'filled';
  return ids.length > 1 ? ids : (WORDS.find((word) => word === ids[0]) ?? ids);
}

/** As it stands in an address; '' where it need not. */
export const choiceText = (choice: Choice): string =>
  choice === 'filled' ? '' : typeof choice === 'string' ? choice : choice.join(',');

/** The widgets that have a tile. */
export type Tiled = ComposedWidget & Required<Pick<ComposedWidget, 'tile'>>;

export const isTiled = (widget: ComposedWidget): widget is Tiled => widget.tile !== undefined;

/** Ids of the ports that enabled integrations supply, to the cache or when they are asked, and of what Sidelight makes of these. */
export const suppliedBy = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ integration }) => {
      const filled = (integration?.tasks ?? []).flatMap(({ fills }) => fills.map(({ id }) => id));
      const served = (integration?.fragments ?? []).map(({ port }) => port.id);
      return [...filled, ...derivedPorts(new Set(filled)), ...served];
    }),
  );

/**
 * @param supplied ids of ports; not given: all of them
 * @throws bad_request for an id that no widget with a tile has
 */
export function chosen(
  widgets: readonly ComposedWidget[],
  choice: Choice,
  supplied?: ReadonlySet<string>,
): readonly Tiled[] {
  const tiled = widgets.filter(isTiled);
  if (choice === 'all') return tiled;
  if (typeof choice !== 'string') {
    for (const id of choice) if (!tiled.some((widget) => widget.id === id)) throw unknown(id, tiled);
    return tiled.filter(({ id }) => choice.includes(id));
  }
  const filled = tiled.filter((widget) => supplied === undefined || isFilled(widget, supplied));
  if (choice === 'starter') return filled.filter(({ tile }) => tile.starter === true);
  return filled.filter(({ tile }) => !filled.some(({ id }) => id === tile.within));
}

/** As its payload tells it: what Sidelight itself says counts only where nothing else is asked. */
export function isFilled(widget: Tiled, supplied: ReadonlySet<string>): boolean {
  // The overview is of whatever there is.
  if (widget.id === HOMEPAGE || widget.defaults === null) return true;
  const reads = widget.readsFor(widget.defaults);
  const named = widget.tile.about;
  const about = named === undefined ? null : [named].flat();
  const ports = Object.entries(reads)
    .filter(([name, { optional }]) => (about === null ? optional !== true : about.includes(name)))
    .flatMap(([, { port }]) => (port === undefined || isOps(port.id) ? [] : [port.id]));
  return ports.length === 0 || ports.some((port) => supplied.has(port));
}

function unknown(id: string, tiled: readonly Tiled[]): CodedError {
  const ids = tiled.map((widget) => widget.id);
  const guess = nearest(id, ids);
  const hint = guess === undefined ? `choose one of ${ids.join(', ')}` : `did you mean "${guess}"?`;
  return new CodedError('bad_request', `There is no widget "${id}" with a tile: ${hint}`);
}
