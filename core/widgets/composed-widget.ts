/** A widget as it is served: its path, and its response with the fields that every payload carries. */
import {
  type AnyWidget,
  mismatch,
  type Read,
  type Reads,
  type RenderContext,
  type Tile,
  type TObject,
  Type,
} from '@sidelight/plugin-api';
import {
  askedReads,
  defaultsOf,
  projectorOf,
  type QueryValues,
  queryKey,
  withCommonFields,
} from '@sidelight/plugin-api/host';
import { type PicturePlaces, picturePlaces } from '../images/addresses.js';
import type { PluginSettings } from '../settings/settings.js';
import { fitTile } from './fit-tile.js';
import { type Doubt, type Fields, noAnswers, type Twins, tileTwins } from './twins.js';

export interface ComposedWidget {
  readonly id: string;
  /** A plugin's id, or `core`. */
  readonly owner: string;
  readonly path: string;
  readonly summary: string;
  /** live: some integration is asked when the widget is, whatever its query. */
  readonly freshness: 'cached' | 'live';
  /** Common fields included, and the texts beside numbers. */
  readonly response: TObject;
  /** As every dashboard can take it. */
  readonly tile?: Tile<TObject>;
  /** The parameters of its own. */
  readonly query?: TObject;
  /** Their values when none is given; null: some must be. */
  readonly defaults: QueryValues | null;
  /** @param query its own, in the order of the declaration */
  readsFor(query: QueryValues): Reads;
  /** It has a calendar file. */
  readonly agenda?: AnyWidget['agenda'];
  readonly widget: AnyWidget;
  /** Of its plugin. */
  readonly settings: PluginSettings;
  /** What the widget rendered, as its own declared fields. Throws a TypeError for what it cannot be. */
  fieldsOf(rendered: unknown): Fields;
  /** Its own fields where nothing is connected; null: it cannot do without. */
  nothing(reads: Reads, context: RenderContext): Fields | null;
  /** Where pictures stand in its payload. */
  readonly pictures: PicturePlaces;
  /** Its own fields with the texts beside its numbers. */
  withTexts(fields: Fields, doubt: Doubt): Fields;
}

export interface Composing {
  /** A plugin's id, or `core`. */
  readonly owner: string;
  /** Of that plugin. */
  readonly settings: PluginSettings;
  /** What it renders was held against its response part by part. */
  readonly isChecked?: boolean;
  /** Not given: those of its tile. */
  readonly twins?: Twins;
}

/** @throws TypeError when its response cannot be followed */
export function composeWidget(widget: AnyWidget, composing: Composing): ComposedWidget {
  const { owner, settings, isChecked = false } = composing;
  const { id, path, summary, response, query } = widget;
  const tile = fitTile(widget)?.tile;
  const twins = composing.twins ?? tileTwins(response, tile);
  const project = projectorOf(response);
  const asked = askedReads(widget);
  const reads: readonly Read[] = [...asked.values()].flatMap((one) => Object.values(one));
  function fieldsOf(rendered: unknown): Fields {
    const fields = project(rendered);
    const wrong = isChecked ? undefined : mismatch(response, fields);
    if (wrong !== undefined) throw new TypeError(`its render breaks its response at ${wrong}`);
    // A response is an object, and so is what was held against it.
    return fields as Fields;
  }
  return {
    id,
    owner,
    path: path ?? `/api/widgets/${id}`,
    summary,
    freshness: reads.some(({ freshness }) => freshness === 'live') ? 'live' : 'cached',
    response: withCommonFields(Type.Object({ ...response.properties, ...twins.properties })),
    ...(tile === undefined ? {} : { tile }),
    ...(query === undefined ? {} : { query }),
    defaults: defaultsOf(query),
    ...(widget.agenda === undefined ? {} : { agenda: widget.agenda }),
    readsFor(values) {
      const found = asked.get('') ?? asked.get(queryKey(values));
      if (found === undefined) throw new TypeError(`the widget ${id} asks nothing for ${queryKey(values)}`);
      return found;
    },
    widget,
    settings,
    fieldsOf,
    nothing(reads, context) {
      try {
        return fieldsOf(widget.render(noAnswers(reads), context));
      } catch {
        // It is never shown: what is shown was rendered already, and says what is wrong itself.
        return null;
      }
    },
    pictures: picturePlaces(response),
    withTexts: (fields, doubt) => ({ ...fields, ...twins.textsOf(fields, doubt) }),
  };
}
