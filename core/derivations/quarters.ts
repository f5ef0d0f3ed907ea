/** When a play was played, by quarters of an hour: every time zone begins its days on one. Pure. */

const QUARTER_MS = 15 * 60_000;

export interface Quarter {
  /** ISO: the beginning of a UTC quarter of an hour. */
  readonly at: string;
  readonly seconds: number;
}

/** The beginning of the UTC quarter of an hour that holds this moment, as ISO. */
export const quarterOf = (time: Date): string =>
  new Date(Math.floor(time.getTime() / QUARTER_MS) * QUARTER_MS).toISOString();

/** Adds whole seconds, spread evenly over the time from one moment to another. Their sum grows by exactly so many. */
export function addPlayed(quarters: readonly Quarter[], from: Date, to: Date, seconds: number): readonly Quarter[] {
  const sums = new Map(quarters.map((quarter) => [quarter.at, quarter.seconds]));
  const [begin, end] = [Math.min(from.getTime(), to.getTime()), to.getTime()];
  const spent = (until: number): number =>
    until >= end ? seconds : Math.floor((seconds * (until - begin)) / (end - begin));
  let told = 0;
  for (let at = begin; told < seconds; ) {
    const quarter = quarterOf(new Date(at));
    const next = Date.parse(quarter) + QUARTER_MS;
    const share = spent(next) - told;
    if (share > 0) sums.set(quarter, (sums.get(quarter) ?? 0) + share);
    told += share;
    at = next;
  }
  return [...sums].map(([at, sum]) => ({ at, seconds: sum })).toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
