/** How it is with a row: dashboards make a colour of it. */
import { expect } from 'chai';
import {
  downloadTone,
  dueTone,
  flawTone,
  healthTone,
  hitTone,
  inviteTone,
  issueTone,
  jobTone,
  okTone,
  requestTone,
  sessionTone,
  severityTone,
} from '#widgets/shared/tones.js';

type Toned = (state: string) => string;

/** All states of a kind, by their tone. */
const kinds: Readonly<Record<string, readonly [tone: Toned, states: Readonly<Record<string, readonly string[]>>]>> = {
  'a download': [
    downloadTone,
    {
      good: ['downloading'],
      attention: ['stalled'],
      bad: ['failed'],
      muted: ['queued', 'paused', 'checking', 'completed', 'seeding'],
    },
  ],
  'a request': [
    requestTone,
    {
      good: ['approved', 'processing', 'partial', 'available'],
      attention: ['pending'],
      bad: ['failed'],
      muted: ['declined'],
    },
  ],
  'an issue': [issueTone, { good: ['resolved'], attention: ['open', 'progress'] }],
  'what needs attention': [severityTone, { attention: ['warn'], bad: ['error'], muted: ['info'] }],
  'a job': [
    jobTone,
    {
      good: ['ok', 'completed', 'running'],
      attention: ['cancelling', 'cancelled', 'aborted'],
      bad: ['failed'],
      muted: ['never', 'idle'],
    },
  ],
  'a hit of a feed': [hitTone, { good: ['approved'], attention: ['pending'], bad: ['error'], muted: ['rejected'] }],
  'an invitation': [inviteTone, { good: ['active'], muted: ['used', 'expired'] }],
  'a flaw': [flawTone, { attention: ['unmatched'], muted: ['poster', 'logo', 'runtime'] }],
  'an integration': [healthTone, { good: ['ok'], bad: ['refused', 'failing'], muted: ['waiting'] }],
};

describe('the tone of a row', () => {
  for (const [what, [toneOf, states]] of Object.entries(kinds)) {
    it(`tells the states of ${what} apart, and takes one that is new for muted`, () => {
      for (const [tone, of] of Object.entries(states))
        for (const state of of) expect(toneOf(state), state).to.equal(tone);
      for (const state of ['unknown', 'other', 'toString', '']) expect(toneOf(state), state).to.equal('muted');
    });
  }

  it('of a delivery says whether it arrived', () => {
    expect([okTone(true), okTone(false)]).to.deep.equal(['good', 'bad']);
  });

  it('of a session is about what it costs', () => {
    expect(sessionTone({ paused: false, method: 'direct' })).to.equal('good');
    expect(sessionTone({ paused: false, method: 'transcode' })).to.equal('attention');
    expect(sessionTone({ paused: true, method: 'transcode' })).to.equal('muted');
  });

  it('of what is going to happen asks for attention on the last day', () => {
    const now = new Date('2026-11-20T12:00:00.000Z');
    const tones = ['2026-11-22T12:00:00.000Z', '2026-11-21T11:00:00.000Z', '2026-11-01T00:00:00.000Z', undefined];
    expect(tones.map((at) => dueTone(at, now))).to.deep.equal(['muted', 'attention', 'attention', 'muted']);
  });
});
