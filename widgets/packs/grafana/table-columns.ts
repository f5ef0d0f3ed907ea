/** The columns of a list, and how Grafana's table draws them: all but its pictures, whose addresses a table takes as they are. Pure. */
import { type Tone, words } from '@sidelight/plugin-api';
import type { Field, Rows } from '../shared/rows.js';

export interface Column {
  readonly selector: string;
  /** Its heading, by which panels know it too. */
  readonly text: string;
  readonly type: 'string' | 'number' | 'timestamp';
}

export interface Override {
  readonly matcher: { readonly id: 'byName'; readonly options: string };
  readonly properties: readonly { readonly id: string; readonly value: unknown }[];
}

/** A column, and what Grafana has to know to draw it. */
interface Drawn {
  readonly column: Column;
  readonly properties: Override['properties'];
}

const COLOURS: Readonly<Record<Tone, string>> = { good: 'green', attention: 'yellow', bad: 'red', muted: 'gray' };
/** Beside the colour, since not everybody tells these apart. */
const SIGNS: Readonly<Record<Tone, string>> = { good: '●', attention: '▲', bad: '✖', muted: '○' };

const SIGN_WIDTH = 40;

/** The headings of roles: a detail of such a name says which it is. */
const HEADINGS = {
  tone: 'Tone',
  name: 'Name',
  progress: 'Progress',
  at: 'When',
  label: 'State',
  href: 'Link',
} as const;
const TAKEN: ReadonlySet<string> = new Set(Object.values(HEADINGS));

export interface TableColumns {
  readonly columns: readonly Column[];
  readonly overrides: readonly Override[];
}

export function tableColumns({ name, label, details, tone, progress, at, href }: Rows): TableColumns {
  const drawn: readonly Drawn[] = [
    ...role(HEADINGS.tone, tone, SIGNED),
    { column: text(name, HEADINGS.name), properties: href === null ? [] : LINKED },
    ...details.map((detail) => ({ column: columnOf(detail, headingOf(detail)), properties: [] })),
    ...role(HEADINGS.progress, progress, BARRED),
    ...role(HEADINGS.at, at, AGED).map((one): Drawn => ({ ...one, column: { ...one.column, type: 'timestamp' } })),
    ...(label === name ? [] : [{ column: text(label, HEADINGS.label), properties: [] }]),
    ...role(HEADINGS.href, href, [{ id: 'custom.hidden', value: true }]),
  ];
  return {
    columns: drawn.map(({ column }) => column),
    overrides: drawn
      .filter(({ properties }) => properties.length > 0)
      .map(({ column, properties }) => ({ matcher: { id: 'byName', options: column.text }, properties })),
  };
}

const role = (heading: string, field: Field | null, properties: Override['properties']): readonly Drawn[] =>
  field === null ? [] : [{ column: columnOf(field, heading), properties }];

function headingOf({ name }: Field): string {
  const heading = words(name);
  return TAKEN.has(heading) ? `${heading} (${name})` : heading;
}

const text = (selector: string, heading: string): Column => ({ selector, text: heading, type: 'string' });

const columnOf = ({ name, type }: Field, heading: string): Column => ({
  selector: name,
  text: heading,
  type: type === 'string' ? 'string' : 'number',
});

const SIGNED: Override['properties'] = [
  {
    id: 'mappings',
    value: [
      {
        type: 'value',
        options: Object.fromEntries(
          Object.entries(SIGNS).map(([tone, sign], index) => [
            tone,
            { text: sign, color: COLOURS[tone as Tone], index },
          ]),
        ),
      },
    ],
  },
  { id: 'custom.cellOptions', value: { type: 'color-text' } },
  { id: 'custom.width', value: SIGN_WIDTH },
];

const LINKED: Override['properties'] = [
  { id: 'links', value: [{ title: 'Open', url: `\${__data.fields.${HEADINGS.href}}`, targetBlank: true }] },
];

const BARRED: Override['properties'] = [
  { id: 'unit', value: 'percent' },
  { id: 'min', value: 0 },
  { id: 'max', value: 100 },
  { id: 'custom.cellOptions', value: { type: 'gauge', mode: 'basic', valueDisplayMode: 'hidden' } },
];

const AGED: Override['properties'] = [{ id: 'unit', value: 'dateTimeFromNow' }];
