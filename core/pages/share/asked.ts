/** Which widgets a link may open, and with which query. */
import { parse } from 'node:querystring';
import type { Sources } from '../../plugins/source.js';
import { MOST_EVENTS } from '../../rest/agenda.js';
import { type VariantReader, variantReader } from '../../rest/query.js';
import { guardOf } from '../../rest/routes.js';
import type { ComposedWidget } from '../../widgets/composed-widget.js';
import type { Variant } from '../../widgets/variant.js';
import { hasTile, type Tiled } from '../gallery/gallery.js';

/** What has a tile, unless it takes a key for all of the API. */
export const isShareable = (widget: ComposedWidget | undefined): widget is Tiled =>
  widget !== undefined && hasTile(widget) && guardOf(widget).widget === widget.id;

export interface Household {
  readonly zone: string;
  readonly sources: Pick<Sources, 'all'>;
}

interface Readers {
  readonly page: VariantReader;
  readonly file: VariantReader;
}

const known = new WeakMap<ComposedWidget, Readers>();

function readersOf(widget: ComposedWidget): Readers {
  const { query } = widget;
  const readers = known.get(widget) ?? { page: variantReader(query), file: variantReader(query, MOST_EVENTS) };
  known.set(widget, readers);
  return readers;
}

/**
 * What a widget is asked by the query of a link.
 * @param query as it stands behind the ? of the widget's route
 * @throws bad_request naming each parameter that is unknown or wrong
 */
export const askedBy = (widget: ComposedWidget, query: string, { zone, sources }: Household): Variant =>
  readersOf(widget).page(parse(query), zone, sources);

/** The same for its calendar file, which holds all that there is. */
export function fileAskedBy(widget: ComposedWidget, query: string, { zone, sources }: Household): Variant {
  const { limit: _, ...rest } = parse(query);
  return readersOf(widget).file(rest, zone, sources);
}
