/** The buttons of a row: one for each way in which an action can be asked for. Pure. */
import { type PackAction, type TObject, words } from '@sidelight/plugin-api';
import type { Rows } from '../shared/rows.js';
import { KNOWN, type Way } from './known-ways.js';

export interface Button extends Way {
  /** Unique within the widget, and what Homarr takes for an id. */
  readonly requestId: string;
  readonly path: string;
  /** As Homarr writes it: `{ $param }` where a value of the row, or a text of the viewer, is put in. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The field of the row that `$param: id` stands for. */
  readonly rowField: string;
}

/** Actions that take something that cannot be asked for with a button and a line of text are left out. */
export function buttonsOf(ids: readonly string[], actions: readonly PackAction[], rows: Rows): readonly Button[] {
  const offered = ids.flatMap((id) => actions.find((action) => action.id === id) ?? []);
  return offered.flatMap((action) => buttonsFor(action, rows)).map(numbered);
}

type Unnumbered = Omit<Button, 'requestId'>;

function buttonsFor(action: PackAction, { types }: Rows): readonly Unnumbered[] {
  const rowField = [action.target, 'id'].find((field) => types.has(field));
  if (rowField === undefined) return [];
  const ways = KNOWN[action.id] ?? waysOf(action);
  const fitting = ways.filter(({ shown }) => shown === undefined || types.has(shown.field));
  return fitting.map((way) => {
    const asked = way.asks === undefined ? {} : { [way.asks]: { $param: 'text' } };
    return { ...way, path: action.path, rowField, body: { [action.target]: { $param: 'id' }, ...way.input, ...asked } };
  });
}

const numbered = (button: Unnumbered, index: number): Button => ({
  ...button,
  requestId: `act${index + 1}-${words(button.label).toLowerCase().replaceAll(' ', '-')}`.slice(0, 64).replace(/-$/, ''),
});

interface Field {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

/** Of an action that is not of the vocabulary: from what its input says. */
function waysOf({ path, summary, input, target }: PackAction): readonly Way[] {
  const first: Way = {
    label: words(path.slice(path.lastIndexOf('/') + 1)),
    question: `${summary}?`.slice(0, 512),
    destructive: false,
    input: {},
  };
  const others = Object.entries(input.properties as Readonly<Record<string, Field>>).filter(
    ([name]) => name !== target,
  );
  return others.reduce<readonly Way[]>(
    (ways, [name, field]) => ways.flatMap((way) => withField(way, name, field, isRequired(input, name))),
    [first],
  );
}

function withField(way: Way, name: string, field: Field, isNeeded: boolean): readonly Way[] {
  const given = (value: unknown): Way => ({ ...way, input: { ...way.input, [name]: value } });
  if (field.default !== undefined) return [given(field.default)];
  if (!isNeeded) return [way];
  if (field.type === 'boolean') {
    return [true, false].map((value) => ({ ...given(value), label: `${words(name)} ${value ? 'on' : 'off'}` }));
  }
  if (field.enum !== undefined) return field.enum.map((value) => ({ ...given(value), label: words(String(value)) }));
  return field.type === 'string' && way.asks === undefined ? [{ ...way, asks: name }] : [];
}

const isRequired = (input: TObject, name: string): boolean =>
  (input as { readonly required?: readonly string[] }).required?.includes(name) === true;
