/** The form that makes a share link: what was typed, and what is wrong with it. */
import { expiryOf } from '../../keys/api-key.js';
import { framesOf, type NewShare } from '../../keys/share-link.js';
import { isViewers, privacyOf } from '../../settings/privacy.js';
import { EXPIRIES, faultOf, nameFault } from '../keys/key-form.js';

/** As it was typed. */
export interface ShareForm {
  readonly widget: string;
  /** Addresses of dashboards, with spaces, commas or lines between. */
  readonly dashboards: string;
  readonly name: string;
  /** `days=30`; a leading ? is forgiven. */
  readonly query: string;
  /** `never`, or `90d`. */
  readonly expires: string;
  readonly viewers: string;
  /** `hide`, or ''. */
  readonly addresses: string;
}

/** Sentences, by the field that they are about. */
export type ShareFaults = { readonly [F in keyof ShareForm]?: string };

export const BLANK_SHARE: ShareForm = {
  widget: '',
  dashboards: '',
  name: '',
  query: '',
  expires: 'never',
  viewers: 'names',
  addresses: '',
};

const LONGEST_QUERY = 300;

/** @param body of a form that was sent */
export function typedShare(body: unknown): ShareForm {
  const sent = (body ?? {}) as Readonly<Record<string, unknown>>;
  const text = (name: keyof ShareForm): string => {
    const value = sent[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    widget: text('widget'),
    dashboards: text('dashboards'),
    name: text('name'),
    query: text('query').replace(/^\?/, ''),
    expires: text('expires') || 'never',
    viewers: text('viewers') || 'names',
    addresses: text('addresses'),
  };
}

export interface ShareChoices {
  /** Ids of the widgets that a link can open. */
  readonly widgets: readonly string[];
  /** What is wrong with a query for a widget. Throws a CodedError. */
  checkQuery(widget: string, query: string): void;
  readonly now: Date;
}

/** The link that is wished for; no field of `faults` when there is one. */
export function readShare(
  form: ShareForm,
  choices: ShareChoices,
): { readonly share: NewShare; readonly faults: ShareFaults } {
  const addresses = form.dashboards.split(/[\s,]+/).filter((each) => each !== '');
  const viewers = isViewers(form.viewers) ? form.viewers : 'none';
  const privacy = privacyOf({ viewers, addresses: form.addresses === 'hide' ? 'hide' : 'show' });
  const isKnown = choices.widgets.includes(form.widget);
  const isExpiry = EXPIRIES.some(([value]) => value === form.expires);
  const fault = {
    widget: isKnown ? undefined : 'Choose one from the list',
    dashboards: faultOf(() => framesOf(addresses)),
    name: nameFault(form.name),
    query: isKnown ? queryFault(form, choices) : undefined,
    expires: isExpiry ? undefined : 'Choose one from the list',
    viewers: isViewers(form.viewers) ? undefined : 'Choose one from the list',
  };
  const faults = Object.fromEntries(Object.entries(fault).filter(([, text]) => text !== undefined));
  return {
    faults,
    share: {
      name: form.name,
      widget: form.widget,
      query: form.query,
      frames: 'dashboards' in faults ? [] : framesOf(addresses),
      privacy,
      ...(form.expires === 'never' || !isExpiry ? {} : { expiresAt: expiryOf(form.expires, choices.now) }),
    },
  };
}

function queryFault({ widget, query }: ShareForm, { checkQuery }: ShareChoices): string | undefined {
  if (query.length > LONGEST_QUERY) return `Write at most ${LONGEST_QUERY} characters`;
  return faultOf(() => checkQuery(widget, query));
}
