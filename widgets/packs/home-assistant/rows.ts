/** The rows of a list as Markdown, as a card of Home Assistant renders it, again each minute. Pure. */
import { LIVE, type PackWidget, type Tone, UNKNOWN } from '@sidelight/plugin-api';
import type { Field, Rows } from '../shared/rows.js';

const COLOURS: Readonly<Record<Exclude<Tone, 'muted'>, string>> = { good: 'green', attention: 'orange', bad: 'red' };
const ALERTS: Readonly<Record<Tone, string>> = { good: 'success', attention: 'warning', bad: 'error', muted: 'info' };
/** The most telling come first, and most of them are empty. */
const DETAILS = 8;
/** As many pieces as a bar has: cards draw no elements of progress. */
const PIECES = 16;

const jinja = (map: Readonly<Record<string, string>>): string =>
  `{${Object.entries(map)
    .map(([key, value]) => `'${key}': '${value}'`)
    .join(', ')}}`;

/** @param publicUrl before the addresses of pictures; without it there are none */
export function rowsMarkdown({ tile }: PackWidget, rows: Rows, entity: string, publicUrl?: string): string {
  const isNews = tile.group === 'overview' && rows.tone !== null && rows.progress === null;
  return [
    `{% set fresh = state_attr('${entity}', 'freshness') or '${UNKNOWN}' %}`,
    `{% if fresh not in ['${LIVE}', '${UNKNOWN}'] %}<font color="red">{{ fresh | e }}</font>\n{% endif %}`,
    `{% for row in state_attr('${entity}', 'items') or [] %}`,
    isNews ? alert(rows) : line(rows, publicUrl),
    `{% else %}{{ '${UNKNOWN}' if fresh == '${UNKNOWN}' else 'Nothing here' }}{% endfor %}`,
    '',
  ].join('\n');
}

const alert = ({ name, tone, details }: Rows): string =>
  `<ha-alert alert-type="{{ ${jinja(ALERTS)}.get(${value(tone?.name ?? '')}, 'info') }}">{{ ${value(name)} | e }}` +
  `{% for text in [${texts(details)}] | select %}<br><small>{{ text | e }}</small>{% endfor %}</ha-alert>\n`;

function line(rows: Rows, publicUrl: string | undefined): string {
  const { details, progress, image, at } = rows;
  const picture =
    image === null || publicUrl === undefined
      ? ''
      : `{% if ${value(image.name)} %}<img src="${publicUrl}{{ ${value(image.name)} | e }}" width="36" align="left" alt="">{% endif %}`;
  const more = [...(at === null ? [] : [age(at, rows.label)]), ...(details.length === 0 ? [] : [texts(details)])];
  const second =
    more.length === 0
      ? ''
      : `{% set more = [${more.join(', ')}] | select | join(' · ') %}{% if more %}<br>{{ more | e }}{% endif %}`;
  return `${picture}**${nameOf(rows)}**${labelOf(rows)}${progress === null ? '' : bar(progress)}${second}\n`;
}

const value = (field: string): string => `row['${field}']`;

const texts = (details: readonly Field[]): string =>
  details
    .slice(0, DETAILS)
    .map(({ name }) => value(name))
    .join(', ');

function nameOf({ name, href }: Rows): string {
  const text = `{{ ${value(name)} | e }}`;
  if (href === null) return text;
  return `{% if ${value(href.name)} %}[${text}]({{ ${value(href.name)} | e }}){% else %}${text}{% endif %}`;
}

/** An age that ticks takes the place of a text that only says how long ago it was. */
const isAge = (label: string): string => `(${value(label)} or '')[-4:] == ' ago'`;

function labelOf({ name, label, tone, at }: Rows): string {
  if (label === name) return '';
  const text = `{{ ${value(label)} | e }}`;
  const coloured =
    tone === null ? text : `<font color="{{ ${jinja(COLOURS)}.get(${value(tone.name)}, 'gray') }}">${text}</font>`;
  return at === null ? ` · ${coloured}` : `{% if not ${isAge(label)} %} · ${coloured}{% endif %}`;
}

const age = (at: Field, label: string): string =>
  `relative_time(as_datetime(${value(at.name)})) ~ ' ago' if ${value(at.name)} and as_datetime(${value(at.name)}) < now() else ` +
  `(${value(label)} if ${isAge(label)})`;

const bar = (progress: Field): string =>
  `{% if ${value(progress.name)} is number %}{% set done = (${value(progress.name)} * ${PIECES} / 100) | round | int %}` +
  `<br>{{ '▰' * done }}{{ '▱' * (${PIECES} - done) }}{% endif %}`;
