/** The template of a tile: Go's html/template, over a payload that gjson reads. Pure. */
import { LIVE, type PackWidget, UNKNOWN } from '@sidelight/plugin-api';
import { rowsOf } from '../shared/rows.js';
import { leadingStats, type Stat } from '../shared/stats.js';
import { chartHtml } from './chart.js';
import { escaped } from './escaped.js';
import { rowHtml } from './row.js';

/**
 * Glance runs it on error bodies too, where every field reads as 0 or nothing. A subrequest that there is not fails the template:
 * then the content of before stays, with a red dot.
 * @param publicUrl before the addresses of pictures; without it there are none
 */
export function template(widget: PackWidget, publicUrl?: string): string {
  const stats = leadingStats(widget);
  const rows = rowsOf(widget);
  return [
    '{{ if ne .Response.StatusCode 200 }}',
    '{{ if ge .Response.StatusCode 500 }}{{ .Subrequest "Sidelight is starting or failing: these are the last numbers" }}{{ end }}',
    '<p class="color-negative">Sidelight answered {{ .Response.StatusCode }}</p>',
    '<p>{{ .JSON.String "error.message" }}</p>',
    '{{ else }}',
    ...FRESHNESS,
    ...(rows === null ? statsHtml(stats) : lineHtml(stats)),
    ...chartHtml(widget),
    ...(rows === null ? [] : listHtml(rows.items, rowHtml(rows, publicUrl))),
    '{{ end }}',
    '',
  ].join('\n');
}

/** Who does not answer, and since when this page has known: it never loads again by itself. */
const FRESHNESS = [
  `{{ if and (ne (.JSON.String "freshness") "${LIVE}") (ne (.JSON.String "freshness") "${UNKNOWN}") }}`,
  '<p class="color-negative size-h6 margin-bottom-10">{{ .JSON.String "freshness" }}, read <span {{ .JSON.String "updatedAt" | parseRelativeTime "rfc3339" }}></span> ago</p>',
  '{{ end }}',
] as const;

/** Numbers above rows, in one small line. One alone says no more than its rows. */
function lineHtml(stats: readonly Stat[]): readonly string[] {
  if (stats.length <= 1) return [];
  const texts = stats.map(
    (stat) => `  <li>${escaped(stat.label)} <span class="color-highlight">${valueHtml(stat)}</span></li>`,
  );
  return ['<ul class="list-horizontal-text size-h6 margin-bottom-10">', ...texts, '</ul>'];
}

const statsHtml = (stats: readonly Stat[]): readonly string[] =>
  stats.length === 0
    ? []
    : [
        '<div class="flex flex-wrap justify-between gap-10 text-center">',
        ...stats.map(
          (stat) =>
            `  <div class="min-width-0"><div class="color-highlight size-h3 text-truncate">${valueHtml(stat)}</div>` +
            `<div class="size-h6 uppercase">${escaped(stat.label)}</div></div>`,
        ),
        '</div>',
      ];

const listHtml = (items: string, row: readonly string[]): readonly string[] => [
  '<ul class="list list-gap-10 collapsible-container" data-collapse-after="5">',
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
  const ticking = `<span {{ ${text} | parseRelativeTime "rfc3339" }}></span>`;
  return `{{ if ne (${text} | findMatch "^[0-9]+-") "" }}${ticking}{{ else }}{{ ${text} }}{{ end }}`;
}
