import { expect } from 'chai';
import { widget as calendar, summary } from '#widgets/calendar.js';
import { widget as today } from '#widgets/today.js';
import { at, group, of, render, rows } from '../support/answers.js';

interface Release {
  id: string;
  title: string;
  type: 'movie' | 'episode';
  date: string;
  hasFile: boolean;
  monitored: boolean;
}

const release = (id: string, date: string, over: Partial<Release> = {}): Release => ({
  id,
  title: `Title ${id}`,
  type: 'episode',
  date,
  hasFile: false,
  monitored: true,
  ...over,
});

/** The clock stands at 09:10 on Saturday, 22 August. */
const releases = rows([
  ...of(
    'series',
    release('evening', '2026-08-22T20:30:00.000Z'),
    release('morning', '2026-08-22T01:00:00.000Z'),
    release('yesterday', '2026-08-21T23:30:00.000Z'),
    release('tomorrow', '2026-08-23T01:00:00.000Z'),
    release('there', '2026-08-22T21:00:00.000Z', { hasFile: true }),
    release('ignored', '2026-08-22T22:00:00.000Z', { monitored: false }),
    release('last', '2026-09-21T09:10:00.000Z'),
    release('too late', '2026-09-21T09:10:00.001Z'),
  ),
  ...of('films', release('film', '2026-08-25T00:00:00.000Z', { type: 'movie' })),
]);
const answers = {
  calendar: releases,
  fileKinds: [group('episode', 2, { sum: 2_000 })],
  titleKinds: [group('episode', 2)],
};

describe('calendar', () => {
  it('counts what is missing: from now to 30 days, and on the local day', () => {
    const payload = render(calendar, answers);
    expect(payload).to.include({ upcoming: 4, today: 2, estimateBytes: 3_000, estimate: '3 kB' });
  });

  it('lists by date, with the day as people say it', () => {
    const { items } = render(calendar, answers);
    expect(items.slice(0, 4).map((item) => [item.id, item.label])).to.deep.equal([
      ['series:morning', 'today'],
      ['series:evening', 'today'],
      ['series:tomorrow', 'tomorrow'],
      ['films:film', 'Tue'],
    ]);
    expect(items[4]?.label).to.match(/^21 Sep/);
  });

  it('says which integration a release comes from', () => {
    const item = render(calendar, answers).items[3];
    expect(item).to.deep.equal({
      id: 'films:film',
      title: 'Title film',
      service: 'films',
      type: 'movie',
      date: '2026-08-25T00:00:00.000Z',
      hasFile: false,
      dateKind: 'unknown',
      allDay: false,
      season: null,
      episode: null,
      premiere: false,
      finale: false,
      is4k: null,
      label: 'Tue',
    });
  });

  it('has the same numbers on the homepage', () => {
    expect(summary.render(answers, at())).to.deep.equal({ calendarUpcoming: 4, calendarToday: 2 });
  });
});

describe('today', () => {
  const dueIn = (zone: string) => render(today, { calendar: releases }, at({ zone })).items.map((item) => item.id);

  it('shows the hour of an episode on local clocks', () => {
    const payload = render(today, { calendar: releases }, at({ zone: 'Europe/Berlin' }));
    expect(payload.items.map((item) => [item.id, item.label])).to.deep.equal([
      ['series:yesterday', '01:30'],
      ['series:morning', '03:00'],
      ['series:evening', '22:30'],
    ]);
    expect(payload.today).to.equal(3);
  });

  it('shows a film’s day only, for it has no hour', () => {
    const film = rows(of('films', release('film', '2026-08-22T00:00:00.000Z', { type: 'movie' })));
    expect(render(today, { calendar: film }).items[0]?.label).to.equal('today');
  });

  it('begins and ends the day where the zone does', () => {
    expect(dueIn('UTC')).to.deep.equal(['series:morning', 'series:evening']);
    expect(dueIn('America/New_York')).to.deep.equal(['series:evening', 'series:tomorrow']);
    expect(dueIn('Pacific/Kiritimati')).to.deep.equal(['series:yesterday', 'series:morning']);
  });
});
