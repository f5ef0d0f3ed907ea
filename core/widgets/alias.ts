/** The same answer under another route. */
import type { Alias, AnyLookup, TObject } from '@sidelight/plugin-api';
import { isPath, paramsOf } from '@sidelight/plugin-api/host';
import type { ComposedWidget } from './composed-widget.js';

export interface ComposedAlias {
  readonly path: string;
  readonly marker?: string;
  readonly target: AliasTarget;
}

export type AliasTarget =
  | { readonly kind: 'widget'; readonly widget: ComposedWidget }
  | { readonly kind: 'lookup'; readonly lookup: AnyLookup };

const MARKER = /^[a-z][A-Za-z0-9]*$/;
/** The catalog, and what is no route of contributions at all. */
const OWN = /^\/api\/(widgets$|events$|(webhooks|keys)(\/|$))/;

export const pathOf = (target: AliasTarget): string =>
  target.kind === 'widget' ? target.widget.path : target.lookup.path;

/** @param targets everything that an alias may stand for */
export function targetOf({ of }: Alias, targets: readonly AliasTarget[]): AliasTarget | undefined {
  return targets.find((target) => pathOf(target) === of);
}

/** The end of a sentence, or undefined. */
export function aliasFault(alias: Alias, target: AliasTarget | undefined): string | undefined {
  const { path, of, marker } = alias;
  if (!isPath(path)) return `its path ${String(path)} must look like /api/my-path`;
  if (OWN.test(path)) return `its path ${path} is reserved for Sidelight`;
  if (target === undefined) return `it stands for ${String(of)}, which is not the path of a widget or lookup`;
  const [own, theirs] = [path, of].map((one) => paramsOf(one).toSorted().join(' and '));
  if (own !== theirs) return `its path names ${own || 'nothing'}, and that of ${of} names ${theirs || 'nothing'}`;
  if (marker === undefined) return undefined;
  if (typeof marker !== 'string' || !MARKER.test(marker)) return `its marker ${String(marker)} must look like myMarker`;
  return marker in responseOf(target).properties ? `its marker ${marker} is a field of the answer already` : undefined;
}

const responseOf = (target: AliasTarget): TObject =>
  target.kind === 'widget' ? target.widget.response : target.lookup.response;
