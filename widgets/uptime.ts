import {
  cached,
  defineWidget,
  listOf,
  opsHealth,
  opsOutages,
  span,
  startOfDay,
  Type,
  UNKNOWN,
} from '@sidelight/plugin-api';
import { dayName, lastDays } from './shared/days.js';
import { flag, int, nullable, num, object, text, time } from './shared/fields.js';
import { type Health, integrationNames, isFailing, isIntegration } from './shared/health.js';
import { byRank } from './shared/rows.js';
import { tone } from './shared/tones.js';
import { DAY_MS, meanOf, percentText, type Span, uptimeIn, type Watched } from './shared/uptime.js';

const query = object({
  days: Type.Enum(['7', '30', '90'], {
    default: '30',
    description: 'How many days the lists go back, including today',
  }),
});

const percent = (description?: string) => nullable(num(description));

/** Below these it is worth a look, or bad. */
const GOOD = 99.5;
const POOR = 95;

export const widget = defineWidget({
  id: 'uptime',
  summary: 'Uptime of each integration, and its outages',
  query,
  reads: { health: cached(opsHealth), outages: cached(opsOutages, { since: '90d' }) },
  response: object({
    integrations: int(),
    up: int('Of these: there now'),
    uptime: percent('Percent of the requested days, over all integrations; null: unknown'),
    availability: text('Formatted uptime'),
    incidents: int('Outages in these days'),
    days: listOf({ day: text('2026-11-23, of the time zone'), uptime: percent('Of all integrations') }),
    items: listOf({
      id: text('The integration'),
      name: text(),
      ok: flag('It is up now'),
      uptimeDay: percent('Percent of the last 24 hours in which it was checked; null: it was not'),
      uptimeWeek: percent('Of the last 7 days'),
      uptimeMonth: percent('Of the last 30 days'),
      days: Type.Array(percent(), { description: 'Percent of each day, oldest first' }),
      incidents: int('Outages in these days'),
      monthText: text('Formatted uptimeMonth'),
      tone: tone(),
    }),
    history: listOf({
      source: text('The integration'),
      name: text(),
      cause: text('unreachable, auth_failed, …'),
      message: text(),
      from: time(),
      to: nullable(time('null: it lasts')),
      seconds: int(),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Uptime',
    group: 'integrations',
    icon: 'mdi-heart-pulse',
    for: 'admin',
    stats: [
      { field: 'up', label: 'Up now', format: 'number' },
      { field: 'integrations', label: 'Integrations', format: 'number' },
      { field: 'availability', label: 'Uptime', format: 'text' },
      { field: 'incidents', label: 'Incidents', format: 'number' },
    ],
    list: { items: 'items', name: 'name', details: ['monthText'], tone: 'tone' },
    chart: {
      kind: 'uptime',
      items: 'days',
      x: 'day',
      series: [{ field: 'uptime', label: 'Uptime', format: 'percent' }],
    },
  },
  render: ({ health, outages }, { now, zone, limit, query }) => {
    const own = health.items.filter(isIntegration);
    const nameOf = integrationNames(health.items);
    const days = own.length === 0 ? [] : daysOf({ now, zone }, Number(query.days));
    const since = days[0]?.span.from ?? now.getTime();
    const known = own.map((row) => {
      const watched: Watched = {
        outages: outages.items.filter(({ source }) => source === row.source),
        firstAt: row.firstAt,
        failingSince: isFailing(row) ? row.failingSince : undefined,
      };
      return { row, watched, days: days.map(({ span }) => uptimeIn(span, watched)) };
    });
    const last = (span: number): Span => ({ from: now.getTime() - span * DAY_MS, to: now.getTime() });
    const incidents = outages.items
      .filter(({ cause, to }) => cause !== 'unwatched' && (to === undefined || Date.parse(to) > since))
      .toSorted((a, b) => (a.from < b.from ? 1 : -1));
    const uptime = meanOf(known.map(({ watched }) => uptimeIn({ from: since, to: now.getTime() }, watched)));
    return {
      integrations: own.length,
      up: own.filter(({ ok }) => ok).length,
      uptime,
      availability: percentText(uptime, UNKNOWN),
      incidents: incidents.length,
      days: days.map(({ day }, index) => {
        const uptime = meanOf(known.map((one) => one.days[index] ?? null));
        return { day, uptime, label: `${dayName(day)}: ${percentText(uptime, UNKNOWN)}` };
      }),
      items: known
        .map(({ row, watched, days }) => {
          const uptimeMonth = uptimeIn(last(30), watched);
          return {
            id: row.source,
            name: nameOf(row),
            ok: row.ok,
            uptimeDay: uptimeIn(last(1), watched),
            uptimeWeek: uptimeIn(last(7), watched),
            uptimeMonth,
            days,
            incidents: incidents.filter(({ source }) => source === row.source).length,
            monthText: percentText(uptimeMonth, UNKNOWN),
            tone: toneOf(row, uptimeMonth),
            label: labelOf(row, now),
          };
        })
        .toSorted(byRank(({ ok, uptimeMonth }) => (ok ? (uptimeMonth ?? 100) : -1)))
        .slice(0, limit),
      history: incidents.slice(0, limit).map(({ source, cause, message, from, to }) => {
        const seconds = Math.round((Date.parse(to ?? now.toISOString()) - Date.parse(from)) / 1000);
        const row = own.find((one) => one.source === source);
        return {
          source,
          name: row === undefined ? source : nameOf(row),
          cause,
          message,
          from,
          to: to ?? null,
          seconds,
          tone: to === undefined ? ('bad' as const) : ('muted' as const),
          label: span(seconds),
        };
      }),
    };
  },
});

const daysOf = ({ now, zone }: { readonly now: Date; readonly zone: string }, count: number) => {
  const names = lastDays(now, zone, count);
  return names.map((day, index) => {
    const next = names[index + 1];
    const to = next === undefined ? now.getTime() : startOfDay(next, zone).getTime();
    return { day, span: { from: startOfDay(day, zone).getTime(), to } };
  });
};

const toneOf = ({ ok }: Health, uptime: number | null) => {
  if (!ok) return 'bad' as const;
  if (uptime === null) return 'muted' as const;
  return uptime >= GOOD ? ('good' as const) : uptime >= POOR ? ('attention' as const) : ('bad' as const);
};

const labelOf = (row: Health, now: Date): string => {
  if (row.ok) return 'up';
  if (!isFailing(row)) return 'waiting';
  const since =
    row.failingSince === undefined ? '' : ` for ${span((now.getTime() - Date.parse(row.failingSince)) / 1000)}`;
  return `down${since}`;
};
