/** Whether a contribution is well-formed, as far as it can be told by itself. Each gives the end of a sentence, or undefined. */
import type { AnyAction } from '../action.js';
import type { DigestRule } from '../digest.js';
import { messageOf } from '../errors.js';
import type { Pack } from '../pack.js';
import type { TObject } from '../typebox.js';
import type { AnyLookup, AnySummary, AnyWidget } from '../widget.js';
import { isPath, paramsOf } from './api-path.js';
import { aboutFault, readsFault } from './check-reads.js';
import { tileFault } from './check-tile.js';
import { RESERVED_FIELDS, UNKNOWN_SUMMARIES } from './common-fields.js';
import { isRecord } from './is-record.js';
import type { PortBook } from './port-book.js';
import { type AskedReads, askedReads, queryFault } from './query.js';

type Fault = string | undefined;

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** The route below /api/widgets that answers several of them. */
const OWN_WIDGET = 'bundle';
/** Answered by Sidelight itself. */
const OWN_PATHS = /^\/api\/(widgets|events|webhooks|keys)(\/|$)/;

/** @param declared the settings of its plugin as a whole */
export function settingsFault({ settings }: { readonly settings?: unknown }, declared: TObject | undefined): Fault {
  const isTheirs = settings === undefined || settings === declared;
  return isTheirs ? undefined : 'its settings differ from those its plugin declares';
}

export function widgetFault(widget: AnyWidget, ports: PortBook): Fault {
  const { id, summary, path, tile, response, render } = widget;
  if (!KEBAB.test(id)) return 'its id must look like my-widget';
  if (id === OWN_WIDGET) return `its id ${id} is reserved for Sidelight`;
  if (typeof summary !== 'string' || summary === '') return 'it has no summary';
  if (typeof render !== 'function') return 'it has no render function';
  if (path !== undefined && tile !== undefined) return 'it has both its own path and a tile: choose one';
  return (
    (path === undefined ? undefined : pathFault(path)) ??
    schemaFault(response, 'response') ??
    reservedFault(response) ??
    queryFault(widget) ??
    tileFault(widget) ??
    askedFault(widget, ports)
  );
}

/** Of everything that it may ask. */
function askedFault(widget: AnyWidget, ports: PortBook): Fault {
  let asked: AskedReads;
  try {
    asked = askedReads(widget);
  } catch (error) {
    return messageOf(error);
  }
  for (const [query, reads] of asked) {
    const fault = readsFault(reads, ['cached', 'derived', 'live'], ports) ?? aboutFault(reads, widget.tile);
    if (fault !== undefined) return query === '' ? fault : `for the query ${query} ${fault}`;
  }
  return undefined;
}

export function summaryFault({ id, fields, reads, render }: AnySummary, ports: PortBook): Fault {
  if (!KEBAB.test(id)) return 'its id must look like my-summary';
  if (typeof render !== 'function') return 'it has no render function';
  return (
    schemaFault(fields, 'fields') ??
    reservedFault(fields, UNKNOWN_SUMMARIES) ??
    readsFault(reads, ['cached', 'derived'], ports)
  );
}

export function ruleFault({ id, reads, evaluate }: DigestRule, ports: PortBook): Fault {
  if (!KEBAB.test(id)) return 'its id must look like my-rule';
  if (typeof evaluate !== 'function') return 'it has no evaluate function';
  return readsFault(reads, ['cached'], ports);
}

export function lookupFault({ path, summary, params, response, answer }: AnyLookup): Fault {
  if (typeof summary !== 'string' || summary === '') return 'it has no summary';
  if (typeof answer !== 'function') return 'it has no answer function';
  const wrong = pathFault(path) ?? schemaFault(params, 'params') ?? schemaFault(response, 'response');
  if (wrong !== undefined) return wrong;
  const declared = Object.keys(params.properties);
  const missing = paramsOf(path).find((name) => !declared.includes(name));
  return missing === undefined ? undefined : `its params do not declare ${missing}`;
}

export function actionFault({ id, path, summary, input, target, touches }: AnyAction): Fault {
  if (typeof id !== 'string' || id === '') return 'it has no id';
  if (typeof summary !== 'string' || summary === '') return 'it has no summary';
  const wrongPath = actionPathFault(path);
  if (wrongPath !== undefined) return wrongPath;
  if (!Array.isArray(touches)) return 'it does not list the ports it touches';
  const wrong = schemaFault(input, 'input');
  if (wrong !== undefined) return wrong;
  return target in input.properties ? undefined : `its target ${String(target)} is not a field of its input`;
}

function actionPathFault(path: unknown): Fault {
  if (typeof path !== 'string') return `its path ${String(path)} must look like /api/widgets/things/act`;
  const isWhole = (text: string): boolean => isPath(text) && !text.includes(':');
  if (path.startsWith('/api/widgets/') && isWhole(path)) return undefined;
  const meant = `/api/widgets/${path.replace(/^\/?(api\/)?(widgets\/)?/, '')}`;
  const advice = isWhole(meant) ? `: write ${meant}` : '';
  return `its path ${path} must look like /api/widgets/things/act${advice}`;
}

export function packFault({ id, title, summary, files }: Pack): Fault {
  if (!KEBAB.test(id)) return 'its id must look like my-dashboard';
  if (typeof title !== 'string' || title === '') return 'it has no title';
  if (typeof summary !== 'string' || summary === '') return 'it has no summary';
  return typeof files === 'function' ? undefined : 'it has no files function';
}

function pathFault(path: unknown): Fault {
  if (!isPath(path)) return `its path ${String(path)} must look like /api/my-path`;
  return OWN_PATHS.test(path) ? `its path ${path} is reserved for Sidelight` : undefined;
}

function schemaFault(schema: unknown, what: string): Fault {
  const isObject = isRecord(schema) && schema['type'] === 'object' && isRecord(schema['properties']);
  return isObject ? undefined : `its ${what} must be a Type.Object`;
}

function reservedFault(schema: TObject, more?: string): Fault {
  const reserved = Object.keys(schema.properties).find((field) => RESERVED_FIELDS.has(field) || field === more);
  return reserved === undefined ? undefined : `its field ${reserved} is reserved for Sidelight`;
}
