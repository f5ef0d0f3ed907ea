/** The chart of a tile, drawn by its template: columns for what is counted, and a spark line for each number that grows. Pure. */
import type { PackWidget } from '@sidelight/plugin-api';
import { isPlainName } from '../shared/stats.js';
import { escaped } from './escaped.js';

interface Series {
  readonly field: string;
  readonly label: string;
}

/** None where there is none that can be named. */
export function chartHtml({ tile }: PackWidget): readonly string[] {
  if (tile.chart === undefined) return [];
  const { kind, items, x, series } = tile.chart;
  if (![items, x, ...series.map(({ field }) => field)].every(isPlainName)) return [];
  const points = `.JSON.Array "${items}"`;
  if (kind === 'lines') return series.map((one, index) => sparkLine(points, one, index));
  const name = `${tile.title}: ${series.map(({ label }) => label).join(', ')}`;
  return columns(points, { x, series, name, isShare: kind === 'uptime' });
}

interface Columns {
  readonly x: string;
  readonly series: readonly Series[];
  /** For those who do not see it. */
  readonly name: string;
  /** Of a hundred, and not of the highest one. */
  readonly isShare: boolean;
}

/** The series of a point stand in one column, and are told apart where the pointer rests on it. */
function columns(points: string, { x, series, name, isShare }: Columns): readonly string[] {
  const sum = series.map(({ field }) => `(.Float "${field}")`).reduce((all, one) => `(add ${all} ${one})`);
  const tests = series.map(({ field }) => `(ne (.String "${field}") "")`);
  const isKnown = tests.length === 1 ? (tests[0] ?? '').slice(1, -1) : `and ${tests.join(' ')}`;
  const parts = series.map(
    ({ field, label }) =>
      `{{ if and (ne (.String "${field}") "") (ne (.String "${field}") "0") }}, ${escaped(label)} {{ .String "${field}" }}{{ end }}`,
  );
  return [
    '{{ $max := 0.0 }}',
    isShare
      ? `{{ range ${points} }}{{ $max = 100.0 }}{{ end }}`
      : `{{ range ${points} }}{{ if ${isKnown} }}{{ if gt ${sum} $max }}{{ $max = ${sum} }}{{ end }}{{ end }}{{ end }}`,
    '{{ if gt $max 0.0 }}',
    `<div role="img" aria-label="${escaped(name)}" class="flex items-end margin-bottom-10" style="height: 4rem; gap: 1px">`,
    `  {{ range ${points} }}{{ if ${isKnown} }}<div title="{{ .String "${x}" }}${parts.join('')}" style="flex: 1; min-height: 1px; border-radius: 1px; background: var(--color-primary); height: {{ div (mul ${sum} 100.0) $max | printf "%.1f" }}%"></div>{{ else }}<div style="flex: 1"></div>{{ end }}{{ end }}`,
    '</div>',
    '{{ end }}',
  ];
}

/** From its lowest to its highest, since what grows slowly would be a flat line from 0. */
function sparkLine(points: string, { field, label }: Series, index: number): string {
  const [low, high, last, count, at] = ['low', 'high', 'last', 'count', 'at'].map((name) => `$${name}${index}`);
  const value = `(.Float "${field}")`;
  const isKnown = `ne (.String "${field}") ""`;
  const y = `(sub 19.0 (mul 18.0 (div (sub ${value} ${low}) (sub ${high} ${low}))))`;
  return (
    `{{ ${low} := 0.0 }}{{ ${high} := 0.0 }}{{ ${last} := 0.0 }}{{ ${count} := 0.0 }}{{ ${at} := 0.0 }}` +
    `{{ range ${points} }}{{ if ${isKnown} }}` +
    `{{ if or (eq ${count} 0.0) (lt ${value} ${low}) }}{{ ${low} = ${value} }}{{ end }}` +
    `{{ if or (eq ${count} 0.0) (gt ${value} ${high}) }}{{ ${high} = ${value} }}{{ end }}` +
    `{{ ${last} = ${value} }}{{ ${count} = add ${count} 1.0 }}{{ end }}{{ end }}` +
    `{{ if gt ${count} 1.0 }}<div class="flex items-center gap-10 size-h6 margin-bottom-10"><span class="shrink-0">${escaped(label)}</span>` +
    `<svg role="img" aria-label="${escaped(label)}" viewBox="0 0 {{ sub ${count} 1.0 | printf "%.0f" }} 20" preserveAspectRatio="none" style="width: 100%; height: 2rem">` +
    `<polyline fill="none" stroke="var(--color-primary)" stroke-width="1.5" vector-effect="non-scaling-stroke" points="` +
    `{{ range ${points} }}{{ if ${isKnown} }}{{ ${at} | printf "%.0f" }},{{ ${y} | printf "%.1f" }} {{ ${at} = add ${at} 1.0 }}{{ end }}{{ end }}"></polyline></svg>` +
    `<span class="shrink-0 color-highlight">{{ ${last} | printf "%.0f" }}</span></div>{{ end }}`
  );
}
