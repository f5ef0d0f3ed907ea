/** A clock that moves only when told to. */
export interface FakeClock {
  now(): Date;
  set(time: string | Date): void;
  advance(ms: number): void;
}

export function fakeClock(start: string | Date = '2026-11-20T12:00:00.000Z'): FakeClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    set(to) {
      time = new Date(to).getTime();
    },
    advance(ms) {
      time += ms;
    },
  };
}
