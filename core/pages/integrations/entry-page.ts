/** The page with the form of one entry, as its template takes it. Pure. */
import { besideForm, type FormField, type FormInput, fieldsOf } from './entry-form.js';

export interface EntryPageInput {
  readonly input: FormInput;
  readonly id: string;
  readonly revision: string;
  readonly isNew: boolean;
  readonly path: string;
  readonly mark: string;
  /** The config. */
  readonly file: string;
  /** Why it is not written, as a sentence; null: it is. */
  readonly refusal: string | null;
  /** By the names of fields; '' for none. */
  readonly faults?: Readonly<Record<string, string>>;
  /** Texts that were sent, by the names of fields; a switch that is off sends none. */
  readonly typed?: (name: string) => string | undefined;
  /** Texts to begin with. */
  readonly prefill?: Readonly<Record<string, string>>;
  readonly outcome?: { readonly kind: 'well' | 'failed'; readonly text: string };
  /** To be pasted into the file. */
  readonly lines?: string;
}

export interface EntryPageData
  extends Omit<EntryPageInput, 'input' | 'typed' | 'prefill' | 'outcome' | 'faults' | 'lines'> {
  readonly title: string;
  readonly fields: readonly FieldView[];
  readonly more: readonly FieldView[];
  /** One of those that are folded away needs to be seen. */
  readonly isOpen: boolean;
  /** What only the file can say. */
  readonly beside: readonly string[];
  readonly idFault: string;
  readonly faults: Readonly<Record<string, string>>;
  readonly outcome: { readonly kind: 'well' | 'failed'; readonly text: string } | null;
  readonly lines: string;
}

export interface FieldView extends FormField {
  readonly fault: string;
}

export function entryPageData({ input, faults = {}, outcome, lines = '', ...rest }: EntryPageInput): EntryPageData {
  const { typed, prefill = {}, ...page } = rest;
  const textOf = ({ kind, name, value, fixed }: FormField): string => {
    // A secret never comes back, not even to whoever typed it.
    if (kind === 'secret' || fixed) return value;
    if (typed === undefined) return prefill[name] ?? value;
    return typed(name) ?? (kind === 'switch' ? 'off' : value);
  };
  const views = fieldsOf(input).map(
    (field): FieldView => ({ ...field, value: textOf(field), fault: faults[field.name] ?? '' }),
  );
  const more = views.filter((field) => field.more);
  return {
    ...page,
    title: input.plugin.title,
    fields: views.filter((field) => !field.more),
    more,
    isOpen: more.some(({ fault }) => fault !== ''),
    beside: besideForm(input),
    idFault: faults['id'] ?? '',
    faults,
    outcome: outcome ?? null,
    lines,
  };
}
