/** What happened, as people read it: a line that says it, and what there is to know beside it. Pure. */
import type { Told } from './events.js';

/** How much it matters: something ended well, was noticed, needs somebody, or broke. */
export type Weight = 'good' | 'info' | 'attention' | 'bad';

export interface Notification {
  readonly title: string;
  /** Of several lines; '' where the title says it all. */
  readonly text: string;
  readonly weight: Weight;
}

type Data = Told['data'];

/** Longer ones are cut by every receiver, each in its own way. */
const MOST_LINES = 10;

export const notificationOf = ({ type, data }: Told): Notification => TELLS[type](data);

const TELLS: Readonly<Record<Told['type'], (data: Data) => Notification>> = {
  test: () => ({ title: 'Test from Sidelight', text: 'Notifications arrive here.', weight: 'info' }),
  'digest.changed': digestChanged,
  'integration.down': ({ name, message, refused }) => ({
    title: `${said(name)} ${refused === true ? 'rejects Sidelight' : 'is down'}`,
    text: said(message),
    weight: 'bad',
  }),
  'integration.up': ({ name }) => ({ title: `${said(name)} is back`, text: '', weight: 'good' }),
  'download.failed': ({ name, reason, source }) => ({
    title: 'A download failed',
    text: lines(said(name), said(reason) || said(source)),
    weight: 'bad',
  }),
  'request.pending': ({ title, mediaType, requestedBy, is4k }) => ({
    title: `${said(requestedBy) || 'Somebody'} requested ${said(title)}`,
    text: [said(mediaType), is4k === true ? '4K' : ''].filter(Boolean).join(', '),
    weight: 'attention',
  }),
  'play.started': (data) => ({
    title: `${said(data['viewer']) || 'Somebody'} is watching ${titleOf(data)}`,
    text: playedOn(data),
    weight: 'info',
  }),
  'play.stopped': (data) => ({
    title: `${said(data['viewer']) || 'Somebody'} stopped ${titleOf(data)}`,
    text: playedOn(data),
    weight: 'info',
  }),
};

interface Item {
  readonly text: string;
  readonly severity: string;
}

function digestChanged({ ok, added, cleared }: Data): Notification {
  const [came, went] = [itemsOf(added), itemsOf(cleared)];
  const told = [...came.map(({ text }) => text), ...went.map(({ text }) => `Solved: ${text}`)];
  const shown = told.slice(0, MOST_LINES);
  const more = told.length > shown.length ? [`… and ${told.length - shown.length} more`] : [];
  const text = lines(...shown, ...more);
  if (ok === true) return { title: 'All clear again', text, weight: 'good' };
  if (came.length === 0) return { title: 'Fewer things need attention', text, weight: 'good' };
  const weight = came.some(({ severity }) => severity === 'error') ? 'bad' : 'attention';
  return {
    title: came.length === 1 ? 'Something needs attention' : `${came.length} things need attention`,
    text,
    weight,
  };
}

// They are the rows of the digest, which the event is made of.
const itemsOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? (value as Item[]) : []);

const said = (value: unknown): string => (typeof value === 'string' ? value : '');

const lines = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n');

const titleOf = ({ series, title }: Data): string => [said(series), said(title)].filter(Boolean).join(': ');

const playedOn = ({ client, device, method }: Data): string =>
  [said(client), said(device), said(method)].filter(Boolean).join(', ');
