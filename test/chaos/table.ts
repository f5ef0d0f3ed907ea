/** What rounds of blows have cost, to be read. */
import type { Tally } from './kills.js';

const COLUMNS: Readonly<Record<string, (tally: Tally) => string>> = {
  moment: ({ moment }) => moment,
  rounds: ({ rounds }) => String(rounds),
  kills: ({ kills }) => String(kills),
  plays: ({ plays }) => String(plays),
  lost: ({ lost }) => String(lost),
  doubled: ({ doubled }) => String(doubled),
  counters: ({ counters }) => String(counters),
  miscounted: ({ miscounted }) => String(miscounted),
  'recovery s': ({ recoverySeconds }) => recoverySeconds.toFixed(1),
};

export const hasCost = ({ lost, doubled, miscounted, failures }: Tally): boolean =>
  lost + doubled + miscounted + failures.length > 0;

export function tableOf(tallies: readonly Tally[]): string {
  const rows = [Object.keys(COLUMNS), ...tallies.map((tally) => Object.values(COLUMNS).map((cell) => cell(tally)))];
  const widths = Object.keys(COLUMNS).map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  '),
  );
  const failures = tallies.flatMap(({ moment, failures }) => failures.map((text) => `${moment}: ${text}`));
  return [...lines, ...failures].join('\n');
}
