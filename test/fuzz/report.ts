/** What a run came to, in words. Pure. */
import type { Finding, Totals } from './fuzz.js';

const listed = (counts: ReadonlyMap<unknown, number>): string =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([what, times]) => `${what}: ${times}`)
    .join(', ');

export const totalsText = (
  title: string,
  { requests, byStatus, byCaller, done, operations, findings }: Totals,
): string =>
  [
    `${title}: ${requests} requests, ${findings.length} findings; ${done.size} of ${operations.length} operations were done`,
    `  statuses: ${listed(byStatus)}`,
    `  callers: ${listed(byCaller)}`,
    `  not done: ${operations.filter((id) => !done.has(id)).join(', ') || 'none'}`,
  ].join('\n');

const SHOWN = 400;

export const findingText = ({ wrong, at, caller, planned, status, text }: Finding): string =>
  [
    `${wrong}: request ${at}, ${caller}, answered ${status}`,
    `  ${planned.method} ${planned.path}`,
    ...planned.headers.map(([name, value]) => `  ${name}: ${value}`),
    ...(planned.body === undefined ? [] : [`  ${planned.body.slice(0, SHOWN)}`]),
    `  → ${text.slice(0, SHOWN)}`,
  ].join('\n');
