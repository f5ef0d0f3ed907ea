/** Rounds of blows, and what they have cost. */
import { rmSync } from 'node:fs';
import { messageOf } from '@sidelight/plugin-api/errors';
import { House } from './house.js';
import { MOMENTS, type Moment } from './moments.js';
import { leftIn } from './recount.js';

export interface Tally {
  readonly moment: string;
  rounds: number;
  kills: number;
  /** Plays that had to be there in the end. */
  plays: number;
  lost: number;
  doubled: number;
  /** Counters that were counted anew. */
  counters: number;
  /** Those that were not what that gave. */
  miscounted: number;
  /** The longest. */
  recoverySeconds: number;
  /** What else went wrong. */
  readonly failures: string[];
}

export const ALL_ROUNDS = MOMENTS.length;

/** Rounds wait more than they work. */
const AT_ONCE = 3;

/** Each moment as often as the others. */
export async function strikeAgainAndAgain(rounds: number, seed: number): Promise<readonly Tally[]> {
  const tallies = new Map(MOMENTS.map(({ name }) => [name, emptyTally(name)]));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let round = next++; round < rounds; round = next++) {
      const moment = MOMENTS[round % MOMENTS.length];
      const tally = tallies.get(moment?.name ?? '');
      if (moment === undefined || tally === undefined) return;
      tally.rounds += 1;
      await roundOf(moment, seed + round, tally).catch((error: unknown) => {
        tally.failures.push(`round ${round}: ${messageOf(error)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...tallies.values()];
}

const emptyTally = (moment: string): Tally => ({
  ...{ moment, rounds: 0, kills: 0, plays: 0, lost: 0, doubled: 0, counters: 0, miscounted: 0, recoverySeconds: 0 },
  failures: [],
});

/** One play has ended before, one goes on all the time, and one begins after. */
async function roundOf(moment: Moment, seed: number, tally: Tally): Promise<void> {
  const house = await House.open(seed, moment.options);
  let undo = (): void => undefined;
  try {
    undo = (await moment.prepare?.(house)) ?? undo;
    if (moment.isEarly !== true) {
      await house.start();
      house.watch('Nosferatu');
      await house.seenToTheEnd();
    }
    house.watch('Metropolis');
    if (moment.isEarly !== true) await house.recorded();
    await moment.strike(house);
    await house.recover();
    await house.seenToTheEnd();
    await house.stop();
    await take(house, tally);
  } catch (error) {
    throw new Error(`${messageOf(error)}; the daemon said last: ${house.lastWords()}`, { cause: error });
  } finally {
    tally.kills += house.kills;
    tally.recoverySeconds = Math.max(tally.recoverySeconds, house.recoverySeconds);
    await house.close();
    undo();
    rmSync(house.folder, { recursive: true, force: true });
  }
}

async function take(house: House, tally: Tally): Promise<void> {
  const { plays, counters, wrong } = await leftIn(house.file);
  const watched = [...house.watched].map(([title, seconds]) => {
    const rows = plays.filter((play) => play.title === title);
    const told = rows.reduce((sum, { playedSeconds = 0 }) => sum + playedSeconds, 0);
    if (told > seconds + house.toleranceSeconds)
      tally.failures.push(`${title} was watched for ${seconds} s, told are ${told}`);
    const isTurned = rows.some(({ startedAt, endedAt }) => endedAt !== undefined && endedAt < startedAt);
    if (isTurned) tally.failures.push(`${title} ended before it began`);
    return house.mayBeParted ? Math.min(1, rows.length) : rows.length;
  });
  const inherited = [...house.inherited].map(
    (name) => plays.filter(({ source, id }) => `${source} ${id}` === name).length,
  );
  const found = [...watched, ...inherited];
  tally.plays += found.length;
  tally.lost += found.filter((count) => count === 0).length;
  tally.doubled += found.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  tally.counters += counters;
  tally.miscounted += wrong.length;
  tally.failures.push(...wrong.slice(0, 3));
}
