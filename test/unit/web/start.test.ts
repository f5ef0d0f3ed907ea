/** The steps of the start page: which are done, which is next, what strangers learn. */
import { expect } from 'chai';
import { overviewOf } from '#core/pages/start/overview.js';
import { isComplete, type StepFacts, stepsOf } from '#core/pages/start/steps.js';

const NOTHING: StepFacts = {
  hasMembers: false,
  sources: 0,
  connected: false,
  keys: 0,
  packTaken: false,
  asked: false,
};
const ALL: StepFacts = {
  hasMembers: true,
  sources: 2,
  connected: true,
  keys: 3,
  packTaken: true,
  asked: true,
};

const marks = (facts: StepFacts): string =>
  stepsOf(facts)
    .map(({ state }) => state)
    .join(' ');
const buttons = (facts: StepFacts) => stepsOf(facts).flatMap(({ action }) => action ?? []);

describe('the steps of the start page', () => {
  it('tick themselves one after the other, with one button for the next', () => {
    const signedIn = { ...NOTHING, hasMembers: true };
    const ways: readonly [StepFacts, marks: string, href: string][] = [
      [NOTHING, 'next later later later later', '/setup'],
      [signedIn, 'done next later later later', '/settings/sources/add'],
      [{ ...signedIn, sources: 1, connected: true }, 'done done next later later', '/settings/api-key'],
      [{ ...signedIn, sources: 1, connected: true, keys: 1 }, 'done done done next later', '/widgets/'],
      [{ ...ALL, asked: false }, 'done done done done next', '/docs/dashboards'],
    ];
    for (const [facts, wanted, href] of ways) {
      expect(marks(facts)).to.equal(wanted);
      expect(buttons(facts).map((button) => button.href)).to.deep.equal([href]);
    }
    expect(buttons(ALL)).to.deep.equal([]);
    expect(isComplete(ALL)).to.equal(true);
    expect(isComplete({ ...ALL, connected: false })).to.equal(false);
    expect(isComplete({ ...ALL, asked: false })).to.equal(false);
  });

  it('may be done out of order', () => {
    expect(marks({ ...ALL, sources: 0, connected: false })).to.equal('done next done done done');
  });

  it('tick what happened alone, and are complete without a pack once a dashboard has asked', () => {
    expect(marks({ ...ALL, packTaken: false })).to.equal('done done done next done');
    expect(isComplete({ ...ALL, packTaken: false })).to.equal(true);
  });

  it('say that integrations are configured, and that none answers', () => {
    const step = stepsOf({ ...ALL, connected: false })[1];
    expect(step?.text).to.equal('2 integrations are configured, but none has answered yet.');
    expect(step?.action).to.deep.equal({ text: 'See why', href: '/settings/sources' });
  });
});

describe('the overview', () => {
  it('names the last request of a dashboard, and what needs attention, without secrets', () => {
    const clock = { now: new Date('2026-11-20T12:00:00.000Z'), zone: 'UTC' };
    const keys = [
      { name: 'wall', lastUsedAt: '2026-11-20T11:50:00.000Z' },
      { name: 'desk', lastUsedAt: '2026-11-20T11:55:00.000Z' },
      { name: 'new', lastUsedAt: null },
    ];
    const digest = [{ type: 'x', severity: 'warn' as const, text: 'it says hunter2' }];
    const shown = overviewOf({ sources: [], keys, digest, backup: undefined, secrets: ['hunter2'] }, clock);
    expect(shown.keys).to.equal(3);
    expect(shown.lastPoll?.key).to.equal('desk');
    expect(shown.lastPoll?.at.text).to.equal('5 min ago');
    expect(shown.attention).to.deep.equal([{ tone: 'warn', severity: 'Warning', text: 'it says ***' }]);
    expect(overviewOf({ sources: [], keys: [], digest: [], backup: undefined, secrets: [] }, clock).lastPoll).to.equal(
      null,
    );
    const backup = { configured: true, ok: false, kind: 'local' as const, at: '2026-11-20T11:00:00.000Z' };
    expect(overviewOf({ sources: [], keys: [], digest: [], backup, secrets: [] }, clock).backup).to.deep.include({
      ok: false,
    });
  });
});
