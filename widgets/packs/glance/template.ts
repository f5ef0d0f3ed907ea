/** The template of a tile: Go's html/template, over a payload that gjson reads. Pure. */
import { type PackWidget, UNKNOWN } from '@sidelight/plugin-api';
import { rowsOf } from '../shared/rows.js';
import { leadingStats, type Stat } from '../shared/stats.js';
import { rowHtml } from './row.js';

/** Glance runs it on error bodies too, where every field reads as 0 or nothing. */
export function template(widget: PackWidget): string {
  const stats = leadingStats(widget);
  const rows = rowsOf(widget);
  return [
    '{{ if ne .Response.StatusCode 200 }}',
    '<p class="color-negative">Sidelight answered {{ .Response.StatusCode }}</p>',
    '<p>{{ .JSON.String "error.message" }}</p>',
    '{{ else }}',
    ...(stats.length === 0 ? [] : statsHtml(stats)),
    ...(rows === null ? [] : listHtml(rows.items, rowHtml(rows), stats.length > 0)),
    '{{ if ne (.JSON.String "sourceState") "ok" }}',
    '<p class="size-h6 color-subdue margin-top-10">Sources: {{ .JSON.String "sourceState" }}</p>',
    '{{ end }}',
    '{{ end }}',
    '',
  ].join('\n');
}

const statsHtml = (stats: readonly Stat[]): readonly string[] => [
  '<div class="flex flex-wrap justify-between gap-10 text-center">',
  ...stats.map(
    (stat) =>
      `  <div class="min-width-0"><div class="color-highlight size-h3 text-truncate">${valueHtml(stat)}</div>` +
      `<div class="size-h6 uppercase">${escaped(stat.label)}</div></div>`,
  ),
  '</div>',
];

const listHtml = (items: string, row: readonly string[], isBelow: boolean): readonly string[] => [
  `<ul class="list list-gap-10 collapsible-container${isBelow ? ' margin-top-10' : ''}" data-collapse-after="5">`,
  `{{ range .JSON.Array "${items}" }}`,
  ...row.map((line) => `  ${line}`),
  '{{ else }}',
  `  <li class="color-subdue">{{ if eq (.JSON.String "sourceState") "down" "disconnected" }}${UNKNOWN}{{ else }}Nothing here{{ end }}</li>`,
  '{{ end }}',
  '</ul>',
];

function valueHtml({ field, isMoment }: Stat): string {
  const text = `.JSON.String "${field}"`;
  if (!isMoment) return `{{ ${text} }}`;
  const ticking = `<span {{ ${text} | parseTime "rfc3339" | toRelativeTime }}></span>`;
  return `{{ if ne (${text} | findMatch "^[0-9]+-") "" }}${ticking}{{ else }}{{ ${text} }}{{ end }}`;
}

/** Text that neither HTML, nor the template, nor Glance's names of the environment take for their own. */
const escaped = (text: string): string => text.replace(/[&<>"'{}$]/g, (character) => `&#${character.charCodeAt(0)};`);
