/** What Homepage makes of a services.yaml with customapi widgets. */
import { type Static, Type } from '@sidelight/plugin-api';
import { parse } from 'yaml';
import { type Faults, repeated, shapeFaults, strict, textOf } from './rule.js';

const FORMATS = ['text', 'number', 'float', 'percent', 'duration', 'bytes', 'bitrate', 'size', 'date', 'relativeDate'];
const BLOCK_MAPPINGS = 4;

const mapping = strict({ field: textOf(1), label: textOf(1), format: Type.Optional(Type.Enum(FORMATS)) });
const request = {
  type: Type.Literal('customapi'),
  url: Type.String({ pattern: '^https?://[^\\s{}]+$' }),
  refreshInterval: Type.Integer({ minimum: 1000 }),
  method: Type.Literal('GET'),
  headers: strict({ 'x-api-token': Type.String({ pattern: '^\\{\\{HOMEPAGE_VAR_[A-Z_]+\\}\\}$' }) }),
};
const numbers = strict({
  ...request,
  display: Type.Enum(['block', 'list']),
  mappings: Type.Array(mapping, { minItems: 1 }),
});
const rows = strict({
  ...request,
  hideErrors: Type.Literal(true),
  display: Type.Literal('dynamic-list'),
  mappings: strict({
    items: textOf(1),
    name: textOf(1),
    label: textOf(1),
    limit: Type.Integer({ minimum: 1 }),
    target: Type.Optional(Type.String({ pattern: '^\\{\\w+\\}$' })),
  }),
});
const common = {
  href: Type.String({ pattern: '^https?://' }),
  icon: Type.String({ pattern: '^mdi-[a-z0-9-]+$' }),
  description: textOf(1),
  siteMonitor: Type.Optional(Type.String({ pattern: '^https?://' })),
};

export type Widget = Static<typeof numbers> | Static<typeof rows>;
export interface Service {
  readonly group: string;
  readonly name: string;
  readonly widgets: readonly Widget[];
}

type Board = readonly Readonly<Record<string, readonly Readonly<Record<string, ServiceEntry>>[]>>[];
type ServiceEntry = Readonly<Record<string, unknown>> & {
  readonly widget?: Widget;
  readonly widgets?: readonly Widget[];
};

/** @throws when the text is no YAML of that shape at all */
export function servicesOf(text: string): readonly Service[] {
  return (parse(text) as Board).flatMap((groups) =>
    Object.entries(groups).flatMap(([group, members]) =>
      members.flatMap((member) =>
        Object.entries(member).map(([name, entry]) => ({ group, name, widgets: widgetsOf(entry) })),
      ),
    ),
  );
}

const widgetsOf = ({ widget, widgets = [] }: ServiceEntry): readonly Widget[] =>
  widget === undefined ? widgets : [widget];

export function homepageFaults(text: string): Faults {
  const board = parse(text) as Board;
  const groups = board.flatMap((entry) => Object.entries(entry));
  return [
    ...repeated(groups.map(([name]) => name)).map((name) => `the group ${name} comes twice`),
    ...groups.flatMap(([group, members]) => [
      ...repeated(members.flatMap(Object.keys)).map((name) => `${group} has two services ${name}`),
      ...members.flatMap((member) =>
        Object.entries(member).flatMap(([name, entry]) =>
          serviceFaults(entry).map((fault) => `${group}/${name}: ${fault}`),
        ),
      ),
    ]),
  ];
}

function serviceFaults(entry: ServiceEntry): Faults {
  const { widget, widgets, ...rest } = entry;
  const both = widget !== undefined && widgets !== undefined ? ['has widget and widgets'] : [];
  return [...both, ...shapeFaults(strict(common), rest), ...widgetsOf(entry).flatMap(widgetFaults)];
}

function widgetFaults(widget: Widget): Faults {
  const wrong = shapeFaults(widget.display === 'dynamic-list' ? rows : numbers, widget);
  if (wrong.length > 0 || widget.display === 'dynamic-list') return wrong;
  const tooMany = widget.display === 'block' && widget.mappings.length > BLOCK_MAPPINGS;
  return [
    ...(tooMany ? [`a block shows ${BLOCK_MAPPINGS} mappings, not ${widget.mappings.length}`] : []),
    ...repeated(widget.mappings.map(({ label }) => label)).map((label) => `two mappings are called ${label}`),
  ];
}
