import type { SourceState } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { ages, freshnessOf, oldAnswer } from '#core/widgets/freshness.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const at = (time: string | null): string | null => (time === null ? null : `2026-11-20T${time}:00.000Z`);
const source = (id: string, state: SourceState['state'], time: string | null): SourceState => ({
  ...{ id, state, fetchedAt: at(time) },
});
const NAMES: Readonly<Record<string, string>> = { seerr: 'Seerr', sonarr: 'Sonarr', a: 'A', b: 'B', c: 'C', d: 'D' };
const told = (...sources: readonly SourceState[]): string => freshnessOf(sources, (id) => NAMES[id] ?? id, NOW);

describe('how fresh a tile is', () => {
  const down = (id: string) => source(id, 'down', '11:56');
  const cases: readonly (readonly [says: string, sources: readonly SourceState[]])[] = [
    ['–', []],
    ['live', [source('seerr', 'ok', '11:00')]],
    ['Seerr down, 4 min old', [source('seerr', 'down', '11:56')]],
    ['Seerr down, under 1 min old', [source('seerr', 'down', '12:00')]],
    ['Seerr down, no answer yet', [source('seerr', 'down', null)]],
    ['Seerr late, 2 h old', [source('seerr', 'stale', '10:00')]],
    ['Seerr: no answer yet', [source('seerr', 'stale', null)]],
    ['Sonarr down, 4 min old', [source('seerr', 'stale', '10:00'), down('sonarr'), source('a', 'ok', '11:59')]],
    ['Seerr, Sonarr down, 30 min old', [down('seerr'), source('sonarr', 'down', '11:30')]],
    ['A, B and 2 more down, 4 min old', [down('a'), down('b'), down('c'), down('d')]],
  ];
  for (const [says, sources] of cases) it(`is "${says}"`, () => expect(told(...sources)).to.equal(says));

  it('becomes another one with time where somebody is late alone', () => {
    expect(['live', '–', 'Seerr down, 4 min old'].map(ages)).to.deep.equal([false, false, true]);
    expect(oldAnswer('2026-11-20T11:00:00.000Z', NOW)).to.equal('Not renewed, 1 h old');
  });
});
