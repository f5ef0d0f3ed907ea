/**
 * Three days of two households: on the second the clocks go back, so that it has 25 hours. People pause, leave, come back,
 * lose their network and have their apps killed; some watch at double speed.
 */

import type { Clock } from '#core/time/clock.js';
import { type Act, lengthOf, type Step } from './script.js';
import { ActedServer, type Device, type Title } from './server.js';

/** Days of Berlin, as they are in the tables. */
export const DAYS = [
  ['Saturday', '2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z'],
  ['Sunday', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['Monday', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z'],
  ['Tuesday', '2026-10-26T23:00:00Z', '2026-10-27T23:00:00Z'],
] as const;

/** The local day of a moment, epoch milliseconds: its name, and when it began. */
export function dayAt(at: number): { readonly name: string; readonly from: number } {
  const day = DAYS.find(([, from, to]) => Date.parse(from) <= at && at < Date.parse(to));
  if (day === undefined) throw new RangeError(`${new Date(at).toISOString()} is none of these days`);
  return { name: day[0], from: Date.parse(day[1]) };
}

export const households = (clock: Clock) => ({
  attic: new ActedServer('attic', clock, ['Ada', 'Ben', 'Probe'], { films: 'Films', shows: 'Shows' }),
  cellar: new ActedServer('cellar', clock, ['Ada', 'Cleo', 'Benny'], { films: 'Cinema', music: 'Records' }),
});

const minutes = (n: number): number => n * 60;
const play = (n: number): Step => ['play', minutes(n)];
const pause = (n: number): Step => ['pause', minutes(n)];
const known = (tmdb: string): Partial<Title> => ({ providers: { Tmdb: tmdb } });

const film = (name: string, runtimeMinutes: number, more: Partial<Title> = {}): Title => ({
  ...{
    id: name.toLowerCase(),
    name,
    type: 'Movie',
    library: 'films',
    runtimeSeconds: minutes(runtimeMinutes),
    ...more,
  },
});
const episode = (series: string, name: string, runtimeMinutes: number): Title => ({
  ...{
    id: `${series} ${name}`,
    series,
    name,
    type: 'Episode',
    library: 'shows',
    runtimeSeconds: minutes(runtimeMinutes),
  },
});
const song = (name: string, runtimeSeconds: number): Title => ({
  ...{ id: name, name, type: 'Audio', library: 'music', runtimeSeconds },
});
const extra = (name: string, more: Partial<Title>): Title => ({
  ...{ id: name, name, type: 'Video', runtimeSeconds: minutes(5), ...more },
});

interface Seat {
  readonly server: ActedServer;
  readonly user: string;
  readonly device: Device;
}

const watches = (who: Seat, title: Title, at: string, steps: readonly Step[], more: Partial<Act> = {}): Act => ({
  ...{ ...who, title, at, steps, ...more },
});

/** One after the other, without a gap. */
function row(who: Seat, at: string, titles: readonly Title[]): readonly Act[] {
  const acts: Act[] = [];
  let next = Date.parse(at);
  for (const title of titles) {
    const act = watches(who, title, new Date(next).toISOString(), [['play', title.runtimeSeconds ?? 0]]);
    next += lengthOf(act) * 1000;
    acts.push(act);
  }
  return acts;
}

export function threeDays({ attic, cellar }: ReturnType<typeof households>): readonly Act[] {
  const tv: Device = { name: 'TV', client: 'Android TV', method: 'direct' };
  const ada: Seat = { server: attic, user: 'Ada', device: tv };
  const ben: Seat = { server: attic, user: 'Ben', device: { name: 'Tablet', client: 'Swiftfin', method: 'transcode' } };
  // Another Ada, with an account on another server.
  const her: Seat = { server: cellar, user: 'Ada', device: { name: 'Phone', client: 'Finamp', method: 'remux' } };
  const cleo: Seat = { server: cellar, user: 'Cleo', device: { name: 'Kitchen', client: 'Web', method: 'direct' } };
  // The same Ben, with an account on the other server, too.
  const benny: Seat = { server: cellar, user: 'Benny', device: { name: 'Laptop', client: 'Web', method: 'remux' } };
  // Nobody: somebody tries out apps.
  const probe: Seat = { server: attic, user: 'Probe', device: { name: 'Lab', client: 'Web', method: 'transcode' } };
  const river = song('River', 200);
  const metropolis = film('Metropolis', 120, known('19'));
  const faust = film('Faust', 100, known('10728'));
  const circus = film('The Circus', 72);
  return [
    // Saturday
    ...row(ada, '2026-10-24T10:00:13+02:00', [
      extra('Trailer', { type: 'Trailer', extra: 'Trailer' }),
      extra('Next week', { providers: { 'prerolls.video': 'x' } }),
    ]),
    watches(ada, metropolis, '2026-10-24T10:10:13+02:00', [play(60), pause(20), play(60)]),
    ...row(her, '2026-10-24T11:05:47+02:00', [river, river, river]),
    watches(ben, film('Nosferatu', 90), '2026-10-24T14:00:05+02:00', [play(30)], { speed: 2 }),
    watches(cleo, film('Safety Last', 140), '2026-10-24T16:00:31+02:00', [play(90), ['kill']]),
    watches(ben, faust, '2026-10-24T18:00:00+02:00', [play(40), ['away', minutes(30)], play(20)]),
    watches(ada, film('The General', 110), '2026-10-24T23:20:19+02:00', [play(100)]),
    watches(ben, film('Steamboat Bill', 70), '2026-10-24T23:40:11+02:00', [play(45)]),
    // Sunday: the clocks go back at 3:00
    watches(cleo, film('Sunrise', 125), '2026-10-25T02:30:44+02:00', [play(120)]),
    // What he had left of it the day before
    watches(ben, faust, '2026-10-25T10:00:07+01:00', [play(35)], { from: minutes(60) }),
    watches(her, { id: 'ch7', name: 'Attic News', type: 'TvChannel' }, '2026-10-25T12:00:09+01:00', [play(45)]),
    watches(ben, film('The Kid', 90), '2026-10-25T14:10:27+01:00', [play(88)]),
    // From 16:05 to 16:25 nobody looks
    watches(ben, film('The Kid', 90), '2026-10-25T15:48:27+01:00', [play(30)]),
    watches(ada, extra('Trailer', { type: 'Trailer', extra: 'Trailer' }), '2026-10-25T16:06:02+01:00', [play(5)]),
    watches(cleo, film('One Week', 19), '2026-10-25T16:07:10+01:00', [play(12)], { unseen: true }),
    watches(probe, film('The Pilgrim', 47), '2026-10-25T16:09:00+01:00', [play(9)], { unseen: true }),
    watches(ada, film('The Navigator', 59), '2026-10-25T16:19:30+01:00', [play(40)]),
    watches(her, film('Wings', 144), '2026-10-25T15:50:12+01:00', [play(60)]),
    // Another Faust
    watches(cleo, film('Faust', 128, { id: 'faust of 1960', ...known('93111') }), '2026-10-25T17:30:40+01:00', [
      play(50),
    ]),
    watches(ada, metropolis, '2026-10-25T20:00:02+01:00', [play(60)]),
    watches(her, { ...metropolis, id: 'metropolis of the cellar' }, '2026-10-25T20:01:51+01:00', [
      ...[play(20), pause(5), play(20)],
      ...[['pause', 90] as const, play(20)],
    ]),
    // Paused over midnight
    watches(cleo, film('Seventh Heaven', 110), '2026-10-25T23:20:22+01:00', [play(20), pause(50), play(30)]),
    // Monday
    ...row(cleo, '2026-10-26T09:00:00+01:00', [
      extra('Theme', { type: 'Audio', extra: 'ThemeSong' }),
      extra('Making of', { extra: 'Unknown' }),
    ]),
    watches(benny, circus, '2026-10-26T12:00:23+01:00', [play(25)]),
    watches(probe, circus, '2026-10-26T13:00:08+01:00', [play(20)]),
    ...row(
      her,
      '2026-10-26T18:00:21+01:00',
      [180, 215, 243, 199, 187, 232].map((length, n) => song(`Track ${n + 1}`, length)),
    ),
    watches(ben, film('The Lodger', 80), '2026-10-26T18:30:33+01:00', [play(30), ['offline', minutes(4)], play(30)]),
    // Another River
    ...row(cleo, '2026-10-26T18:20:05+01:00', [{ ...river, id: 'River of another band' }]),
    // A series that is called as a film
    watches(ada, episode('Sunrise', 'Dawn', 44), '2026-10-26T19:00:17+01:00', [play(40)]),
    watches(cleo, film('Safety Last', 140), '2026-10-26T20:00:58+01:00', [play(50), pause(3), ['kill']]),
    watches(ada, faust, '2026-10-26T21:00:00+01:00', [['play', 40]]),
    watches(ada, episode('Harbour Lights', 'Pilot', 45), '2026-10-26T21:10:36+01:00', [play(45)]),
    // Until three in the morning
    watches(ben, film('Intolerance', 200), '2026-10-26T23:50:11+01:00', [play(190)]),
  ];
}
