/** The form that makes a key: what was typed into it, and what that means. Pure. */
import { CodedError } from '../../ground/errors.js';
import { checkActions, expiryOf, isScope, type NewKey } from '../../keys/api-key.js';
import { networkList } from '../../keys/networks.js';
import { isViewers, privacyOf } from '../../settings/privacy.js';

/** Texts, as they were typed. */
export interface KeyForm {
  readonly name: string;
  readonly scope: string;
  /** `never`, or `90d`. */
  readonly expires: string;
  /** A day, which goes before `expires`; '' for none. */
  readonly expiresOn: string;
  /** Ids; none for all widgets. */
  readonly widgets: readonly string[];
  /** Families of actions; none for what the scope has. */
  readonly actions: readonly string[];
  readonly networks: string;
  readonly perMinute: string;
  readonly viewers: string;
  /** `hide`, or ''. */
  readonly addresses: string;
}

/** Sentences, by the field that they are about. */
export type KeyFaults = { readonly [F in keyof KeyForm]?: string };

export interface KeyChoices {
  /** Ids of the widgets that a key may be limited to. */
  readonly widgets: readonly string[];
  readonly now: Date;
}

export const BLANK: KeyForm = {
  name: '',
  scope: 'widgets-only',
  expires: 'never',
  expiresOn: '',
  widgets: [],
  actions: [],
  networks: '',
  perMinute: '',
  viewers: 'names',
  addresses: '',
};

export const EXPIRIES: readonly (readonly [value: string, text: string])[] = [
  ['never', 'Never'],
  ['30d', 'In 30 days'],
  ['90d', 'In 90 days'],
  ['365d', 'In a year'],
];

export const LONGEST_NAME = 64;
const MOST_PER_MINUTE = 1_000_000;

/** @param body of a form that was sent */
export function typedForm(body: unknown): KeyForm {
  const sent = (body ?? {}) as Readonly<Record<string, unknown>>;
  const texts = (name: string): readonly string[] =>
    [sent[name] ?? []].flat().filter((each) => typeof each === 'string');
  const text = (name: keyof KeyForm): string => texts(name)[0]?.trim() ?? '';
  return {
    name: text('name'),
    scope: text('scope'),
    expires: text('expires'),
    expiresOn: text('expiresOn'),
    widgets: texts('widgets'),
    actions: texts('actions'),
    networks: text('networks'),
    perMinute: text('perMinute'),
    viewers: text('viewers') || 'names',
    addresses: text('addresses'),
  };
}

/** The key that is wished for; no field of `faults` when there is one. */
export function readForm(form: KeyForm, choices: KeyChoices): { readonly key: NewKey; readonly faults: KeyFaults } {
  const networks = form.networks.split(/[\s,;]+/).filter((each) => each !== '');
  const viewers = isViewers(form.viewers) ? form.viewers : 'none';
  const privacy = privacyOf({ viewers, addresses: form.addresses === 'hide' ? 'hide' : 'show' });
  const expiry = form.expiresOn === '' ? form.expires : form.expiresOn;
  const fault = {
    name: nameFault(form.name),
    scope: isScope(form.scope) ? undefined : 'Choose a scope',
    expires: EXPIRIES.some(([value]) => value === form.expires) ? undefined : 'Choose one from the list',
    expiresOn: form.expiresOn === '' ? undefined : dayFault(form.expiresOn, choices.now),
    widgets: widgetsFault(form.widgets, choices.widgets),
    actions: actionsFault(form.actions),
    networks: networksFault(networks),
    perMinute: perMinuteFault(form.perMinute),
    viewers: isViewers(form.viewers) ? undefined : 'Choose one from the list',
  };
  const faults = Object.fromEntries(Object.entries(fault).filter(([, text]) => text !== undefined));
  return {
    faults,
    key: {
      name: form.name,
      ...(isScope(form.scope) ? { scope: form.scope } : {}),
      ...(form.widgets.length > 0 ? { widgets: form.widgets } : {}),
      ...(form.actions.length > 0 ? { actions: form.actions } : {}),
      ...(networks.length > 0 ? { networks } : {}),
      ...(form.perMinute === '' ? {} : { perMinute: Number(form.perMinute) }),
      ...(privacy === null ? {} : { privacy }),
      ...(expiry === 'never' || 'expires' in faults || 'expiresOn' in faults
        ? {}
        : { expiresAt: expiryOf(expiry, choices.now) }),
    },
  };
}

export function nameFault(name: string): string | undefined {
  if (name === '') return 'Name what it is for, such as wall-tablet';
  return /^\P{C}+$/u.test(name) && name.length <= LONGEST_NAME
    ? undefined
    : `A name has at most ${LONGEST_NAME} characters, in one line`;
}

function dayFault(day: string, now: Date): string | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(Number.NaN);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isDay) return 'Enter a valid date, such as 2027-12-31';
  return at > now ? undefined : 'Choose a date after today';
}

function widgetsFault(chosen: readonly string[], known: readonly string[]): string | undefined {
  const unknown = chosen.find((id) => !known.includes(id));
  return unknown === undefined ? undefined : `The widget ${unknown} no longer exists: choose again`;
}

const actionsFault = (actions: readonly string[]): string | undefined => faultOf(() => checkActions(actions));

const networksFault = (networks: readonly string[]): string | undefined => faultOf(() => networkList(networks));

/** What a check says that throws. */
export function faultOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof CodedError) return error.message;
    throw error;
  }
}

function perMinuteFault(text: string): string | undefined {
  if (text === '' || (/^\d{1,7}$/.test(text) && Number(text) <= MOST_PER_MINUTE)) return undefined;
  return 'Enter a whole number such as 600, or 0 for no limit';
}
