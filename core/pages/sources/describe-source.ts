/** One entry of `integrations:` in words. Pure. */
import { redact } from '@sidelight/plugin-api/errors';
import { WEBHOOKS } from '../../rest/webhook-routes.js';
import { type Clockwork, comingMoment, lastingMoment, type Moment, pastMoment } from '../moment.js';
import { describeTask, type TaskView } from './describe-task.js';
import type { SourceFacts } from './source-facts.js';
import { isStarted, type StateView, stateOf } from './source-state.js';
import { type Trouble, troubleOf } from './source-trouble.js';

export interface SourceView {
  readonly id: string;
  /** Of the plugin. */
  readonly title: string;
  readonly enabled: boolean;
  readonly state: StateView;
  /** How long it has been so. */
  readonly lasting: Moment | null;
  /** Without credentials. */
  readonly url: string | null;
  /** What the upstream says that it is: "attic 12.2.0". */
  readonly upstream: string | null;
  readonly checked: Moment | null;
  readonly lastSync: Moment | null;
  readonly nextSync: Moment | null;
  readonly callsPerMinute: string;
  readonly calls: number;
  /** The path that its upstream sends webhooks to; `on`: they are taken. null: it has none. */
  readonly webhook: { readonly path: string; readonly on: boolean } | null;
  readonly trouble: Trouble | null;
  /** What else is said about it. */
  readonly notes: readonly string[];
  readonly tasks: readonly TaskView[];
  /** It is there to be asked. */
  readonly isStarted: boolean;
}

export interface Surroundings extends Clockwork {
  /** Never to be shown. */
  readonly secrets: readonly string[];
  /** '' or '/path'. */
  readonly base: string;
}

export function describeSource(facts: SourceFacts, around: Surroundings): SourceView {
  const { entry, availability, tasks, title, calls } = facts;
  const hide = (text: string): string => redact(text, around.secrets);
  const upstream = [availability.name, availability.version].filter((part) => part !== undefined).join(' ');
  const trouble = troubleOf(facts);
  const past = (iso: string | undefined): Moment | null => (iso === undefined ? null : pastMoment(iso, around));
  const next = tasks.flatMap(({ nextAt }) => nextAt ?? []).sort()[0];
  return {
    id: entry.id,
    title,
    enabled: entry.enabled,
    state: stateOf(facts),
    lasting: availability.since === undefined ? null : lastingMoment(availability.since, around),
    url: entry.url === undefined ? null : hide(shownUrl(entry.url)),
    upstream: upstream === '' ? null : hide(upstream),
    checked: past(availability.checkedAt),
    lastSync: past(lastGoodRun(facts)),
    nextSync: next === undefined ? null : comingMoment(next, around),
    callsPerMinute: rateText(facts.callsPerMinute),
    calls,
    webhook: webhookOf(facts, around.base),
    trouble: trouble && { ...trouble, text: hide(trouble.text) },
    notes: facts.notices.filter(({ text }) => trouble?.text.includes(text) !== true).map(({ text }) => hide(text)),
    tasks: tasks.map((task) => describeTask(task, around, hide)),
    isStarted: isStarted(facts),
  };
}

const lastGoodRun = ({ tasks }: SourceFacts): string | undefined =>
  tasks
    .flatMap(({ job }) => (job.result === 'failed' ? [] : (job.ranAt ?? [])))
    .sort()
    .at(-1);

/** "12", "0.4", "less than 0.1". */
function rateText(perMinute: number): string {
  if (perMinute > 0 && perMinute < 0.1) return 'less than 0.1';
  return String(perMinute < 10 ? Math.round(perMinute * 10) / 10 : Math.round(perMinute));
}

function webhookOf({ entry, source }: SourceFacts, base: string): SourceView['webhook'] {
  if (source?.integration?.webhook === undefined) return null;
  return { path: `${base}${WEBHOOKS}/${entry.id}`, on: source.webhookSecret !== undefined };
}

/** An upstream’s address without what signs in: name, password, query. */
export function shownUrl(text: string): string {
  if (!URL.canParse(text)) return '';
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
