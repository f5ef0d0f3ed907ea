/** The lines of the bench: a figure, what it should be, and whether it is. */

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The bound, where there is one. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

const round = (n: number): string => (Math.abs(n) >= 100 ? n.toFixed(0) : Number(n.toPrecision(3)).toString());

export const met = ({ value, atLeast = -Infinity, atMost = Infinity }: Figure): boolean =>
  value >= atLeast && value <= atMost;

export function line(figure: Figure): string {
  const { what, value, unit, atLeast, atMost } = figure;
  const bound = atLeast !== undefined ? `at least ${atLeast}` : atMost !== undefined ? `at most ${atMost}` : '';
  const verdict = bound === '' ? '' : met(figure) ? 'met' : 'MISSED';
  return `${what.padEnd(62)} ${`${round(value)} ${unit}`.padStart(14)}  ${bound.padEnd(14)} ${verdict}`.trimEnd();
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
