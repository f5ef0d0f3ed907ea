/** Times of the world, which moves with the clock of the machine: what counts as recent stays so. */
const HOUR_MS = 3_600_000;

export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
export const hoursAgo = (hours: number): string => hoursFromNow(-hours);

/** Midnight of a day, as films are dated. */
export const dayFromNow = (days: number): string => `${hoursFromNow(24 * days).slice(0, 10)}T00:00:00Z`;
