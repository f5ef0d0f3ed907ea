/** Sources in words: what each state is called, what is hidden, what is said of a press on a button. */
import { definePlugin, type Every, fill, mediaUsers, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { JobRow } from '#core/ops/job-row.js';
import type { TaskFacts } from '#core/pages/sources/book.js';
import { describeSource, shownUrl } from '#core/pages/sources/describe-source.js';
import { checkOutcome, everythingOutcome, type Outcome, syncOutcome } from '#core/pages/sources/outcome.js';
import type { SourceFacts } from '#core/pages/sources/source-facts.js';
import { sourcesView } from '#core/pages/sources/sources-view.js';
import type { Source } from '#core/plugins/source.js';
import type { Availability } from '#core/sync/availability.js';
import { parseEvery, scheduleText } from '#core/time/schedule.js';
import { entryOf } from '../../support/integrations.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const AROUND = { now: NOW, zone: 'Europe/Berlin', secrets: ['hunter2'], base: '/side' };
const minutesAgo = (minutes: number): string => new Date(NOW.getTime() - minutes * 60_000).toISOString();

const task = fill(mediaUsers, '15m', async () => []);
const plugin = definePlugin({
  id: 'shelf',
  title: 'Shelf',
  config: Type.Object({}),
  create: () => ({ check: async () => ({}), tasks: [task] }),
});
const source = (more: Partial<Source> = {}): Source => ({
  id: 'attic',
  plugin,
  integration: { check: async () => ({}), tasks: [task] },
  schedule: {},
  timeoutMs: 1000,
  ...more,
});
const taskFacts = (job: Partial<JobRow> = {}, more: Partial<TaskFacts> = {}): TaskFacts => ({
  id: 'media.users',
  every: 'every 15 min',
  nextAt: null,
  running: false,
  progress: null,
  job: { name: 'media.users', result: 'ok', ranAt: minutesAgo(3), durationMs: 1234, ...job },
  ...more,
});
const facts = (more: Partial<SourceFacts> = {}): SourceFacts => ({
  entry: entryOf('attic', { plugin: 'shelf', url: 'http://ada:hunter2@attic:8096/media?token=hunter2' }),
  title: 'Shelf',
  source: source(),
  availability: { state: 'up', since: minutesAgo(90), checkedAt: minutesAgo(2), name: 'Attic', version: '1.2' },
  tasks: [taskFacts()],
  notices: [],
  calls: 42,
  callsPerMinute: 3.14,
  ...more,
});
const described = (more: Partial<SourceFacts> = {}) => describeSource(facts(more), AROUND);
const FAILED: Availability = {
  state: 'down',
  code: 'unreachable',
  message: 'no answer at ?key=hunter2',
  since: minutesAgo(7),
};

describe('a source in words', () => {
  it('is up, since when, as what, and how busy', () => {
    const shown = described();
    expect(shown.state).to.deep.equal({ tone: 'ok', text: 'Up' });
    expect(shown.lasting).to.include({ text: '1 h', iso: minutesAgo(90), title: '20 Nov 2026, 11:30:00' });
    expect(shown.checked?.text).to.equal('2 min ago');
    expect(shown).to.include({ id: 'attic', title: 'Shelf', upstream: 'Attic 1.2', callsPerMinute: '3.1', calls: 42 });
    expect(shown.trouble).to.equal(null);
  });

  it('names each state, and says what to do about it', () => {
    const states: readonly [Partial<SourceFacts>, text: string, tone: string, trouble: RegExp | null][] = [
      [{ availability: { state: 'unknown' } }, 'Not checked yet', 'idle', null],
      [{ availability: FAILED }, 'Down', 'bad', /no answer/],
      [{ availability: { ...FAILED, state: 'refused', code: 'auth_failed' } }, 'Key rejected', 'bad', /no answer/],
      [
        { tasks: [taskFacts({ result: 'failed', message: 'odd' })] },
        'Up, but one task fails',
        'warn',
        /^media.users: odd$/,
      ],
      [{ source: source({ integration: null }) }, 'Could not start', 'bad', /could not start/],
      [{ source: null }, 'Could not start', 'bad', /could not start/],
      [{ entry: entryOf('attic', { enabled: false }), source: null }, 'Disabled', 'idle', null],
    ];
    for (const [more, text, tone, trouble] of states) {
      const shown = described(more);
      expect(shown.state, text).to.deep.equal({ tone, text });
      if (trouble === null) expect(shown.trouble, text).to.equal(null);
      else expect(shown.trouble?.text, text).to.match(trouble);
    }
    expect(described({ availability: { ...FAILED, state: 'refused', code: 'auth_failed' } }).trouble?.hint).to.match(
      /^Correct its key/,
    );
  });

  it('takes the reason for not starting from its notice, and the advice from the table of errors', () => {
    const text = 'attic needs the plugin shelf, which cannot be loaded';
    const notice = { id: 'plugin_missing:attic', type: 'plugin_resolve', severity: 'error', text } as const;
    const shown = described({ source: null, tasks: [], notices: [notice] });
    expect(shown.trouble).to.deep.equal({
      text,
      hint: 'Install the package next to the config, or correct the path under plugins:.',
    });
    expect(shown.notes, 'said once').to.deep.equal([]);
  });

  it('shows no credentials, whoever wrote them down', () => {
    const shown = described({
      availability: { ...FAILED, name: 'hunter2', version: 'hunter2' },
      tasks: [taskFacts({ result: 'failed', message: 'GET /?key=hunter2' })],
      notices: [{ id: 'n', type: 'x', severity: 'warn', text: 'it says hunter2', source: 'attic' }],
    });
    expect(shown.url).to.equal('http://attic:8096/media');
    expect(JSON.stringify(shown)).to.not.include('hunter2').and.not.include('ada');
    const pressed = { everything: null, outcomeOf: () => ({ kind: 'failed' as const, text: 'no hunter2' }) };
    const about = { id: 'c', type: 'x', severity: 'error' as const, text: 'and hunter2' };
    const page = sourcesView({ sources: [facts()], notices: [about] }, AROUND, pressed, true);
    expect(JSON.stringify(page)).to.include('no ***').and.include('and ***').and.not.include('hunter2');
  });

  it('tells how far a run has come', () => {
    const progressOf = (progress: TaskFacts['progress'], locale = 'en-GB') =>
      describeSource(facts({ tasks: [taskFacts({}, { running: true, progress })] }), { ...AROUND, locale }).tasks[0]
        ?.progress;
    expect(progressOf(null)).to.equal('');
    expect(progressOf({ done: 1200 })).to.equal('1,200 so far');
    expect(progressOf({ done: 1200, of: 4000, what: 'Films' })).to.equal('1,200 of 4,000 so far, of Films');
    expect(progressOf({ done: 1200, of: 4000 }, 'de-DE')).to.equal('1.200 of 4.000 so far');
  });

  it('tells of its tasks: when, how it went, what is next', () => {
    const coming = new Date(NOW.getTime() + 200_000).toISOString();
    const tasks = [
      taskFacts({}, { nextAt: coming }),
      taskFacts({ result: 'running' }, { id: 'items', running: true, nextAt: coming }),
      taskFacts({ result: 'failed', message: 'odd', ranAt: minutesAgo(1) }, { id: 'sweep' }),
    ];
    const never: TaskFacts = { ...taskFacts(), id: 'late', job: { name: 'late', result: 'never' } };
    const shown = described({ tasks: [...tasks, never] });
    expect(shown.tasks.map(({ id, result, tone }) => [id, result, tone])).to.deep.equal([
      ['media.users', 'ok, took 1.2 s', 'ok'],
      ['items', 'ok, took 1.2 s', 'ok'],
      ['sweep', 'odd', 'bad'],
      ['late', 'has not run yet', 'idle'],
    ]);
    expect(shown.tasks[1]?.running).to.equal(true);
    expect(shown.tasks[3]?.ran).to.equal(null);
    expect(shown.lastSync?.text, 'the failed run is none').to.equal('3 min ago');
    expect(shown.nextSync?.text).to.equal('in 3 min');
  });

  it('shows where webhooks go, and whether they are taken', () => {
    const integration = { check: async () => ({}), webhook: { receive: () => ({ event: 'x', run: [] }) } };
    expect(described().webhook).to.equal(null);
    expect(described({ source: source({ integration }) }).webhook).to.deep.equal({
      path: '/side/api/webhooks/attic',
      on: false,
    });
    const on = described({ source: source({ integration, webhookSecret: 'hunter2' }) });
    expect(on.webhook?.on).to.equal(true);
  });

  it('counts all of them by their state', () => {
    const nothing = { everything: null, outcomeOf: () => null };
    const sources = [facts(), facts({ availability: FAILED }), facts()];
    expect(sourcesView({ sources, notices: [] }, AROUND, nothing, true).states).to.deep.equal([
      { tone: 'ok', text: '2 up' },
      { tone: 'bad', text: '1 down' },
    ]);
  });

  it('says how often a task runs', () => {
    const text = (every: Every | string): string => scheduleText(parseEvery(every, 'UTC'));
    expect(text('30s')).to.equal('every 30 s');
    expect(text('5m')).to.equal('every 5 min');
    expect(text('1.5h')).to.equal('every 90 min');
    expect(text('90s')).to.equal('every 90 s');
    expect(text('120m')).to.equal('every 2 h');
    expect(text({ cron: '0 4 * * *' })).to.equal('at 0 4 * * * (cron)');
    expect(text('0 4 * * *')).to.equal('at 0 4 * * * (cron)');
  });

  it('shows an address without what signs in', () => {
    expect(shownUrl('https://ada:secret@host:8080/')).to.equal('https://host:8080');
    expect(shownUrl('http://host/base?apikey=secret#secret')).to.equal('http://host/base');
    expect(shownUrl('secret')).to.equal('');
  });
});

describe('what came out of a press', () => {
  it('is said of a check', () => {
    expect(checkOutcome({ state: 'up', name: 'Attic', version: '1.2' })).to.deep.equal({
      kind: 'well',
      text: 'It answers: Attic 1.2.',
    });
    expect(checkOutcome({ state: 'up' }).text).to.equal('It answers.');
    expect(checkOutcome(FAILED)).to.deep.equal({ kind: 'failed', text: 'It is down: no answer at ?key=hunter2.' });
    expect(checkOutcome({ state: 'refused', message: 'no' }).text).to.equal('It rejected the credentials: no.');
  });

  it('is said of a sync', () => {
    const ok: JobRow = { name: 'a', result: 'ok' };
    expect(syncOutcome([ok]).text).to.equal('Synced 1 task.');
    expect(syncOutcome([ok, { name: 'b', result: 'failed', message: 'odd' }])).to.deep.equal({
      kind: 'failed',
      text: '1 of 2 tasks failed. b: odd.',
    });
    expect(syncOutcome([]).text).to.match(/nothing to sync/);
  });

  it('is said of everything', () => {
    const well = { kind: 'well', text: '' } as const;
    const each = new Map<string, Outcome>([
      ['a', well],
      ['b', { kind: 'pending', text: '' }],
      ['c', { kind: 'failed', text: '' }],
      ['d', well],
    ]);
    expect(everythingOutcome(each)).to.deep.equal({
      kind: 'failed',
      text: 'Synced 2 sources; still syncing: b; failed: c.',
    });
    expect(everythingOutcome(new Map([['a', well]]))).to.deep.equal({ kind: 'well', text: 'Synced 1 source.' });
  });
});
