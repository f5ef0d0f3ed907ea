/** How often somebody may try, and how much may be under way. */
import { expect } from 'chai';
import { Attempts } from '#core/auth/attempts.js';
import { Turns } from '#core/auth/turns.js';
import { CodedError } from '#core/ground/errors.js';
import { Refusal } from '#core/http/refusal.js';
import { manualClock, settle } from '../../support/manual-clock.js';

const A = '192.0.2.1';

/** Seconds until the next attempt; 0: it was let through. */
const triedBy = (attempts: Attempts, device: string): number => tried(attempts, A, 'ada', device);

function tried(attempts: Attempts, address: string, name?: string, device?: string): number {
  try {
    attempts.begin(address, name, device);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'sign_in_limit') throw error;
    return Number(error.headers['Retry-After']);
  }
}

describe('attempts', () => {
  it('are five a minute from an address; each comes back after twelve seconds', async () => {
    const clock = manualClock();
    const attempts = new Attempts(clock);
    for (let i = 0; i < 5; i++) expect(tried(attempts, A, `n${i}`)).to.equal(0);
    expect(tried(attempts, A, 'n')).to.equal(12);
    expect(tried(attempts, '192.0.2.2', 'n')).to.equal(0);
    await clock.advance(11_500);
    expect(tried(attempts, A)).to.equal(1);
    await clock.advance(500);
    expect(tried(attempts, A)).to.equal(0);
    expect(tried(attempts, A)).to.equal(12);
    await clock.advance(3_600_000);
    for (let i = 0; i < 5; i++) expect(tried(attempts, A)).to.equal(0);
    expect(tried(attempts, A)).to.equal(12);
  });

  it('are ten a minute for a name, however it is written; each comes back after six seconds', async () => {
    const clock = manualClock();
    const attempts = new Attempts(clock);
    const names = ['ada', ' ADA', 'Ada ', '\uff21da'];
    for (let i = 0; i < 10; i++) expect(tried(attempts, `192.0.2.${i}`, names[i % names.length])).to.equal(0);
    expect(tried(attempts, '192.0.2.10', 'aDa')).to.equal(6);
    expect(tried(attempts, '192.0.2.11', 'bea')).to.equal(0);
    await clock.advance(6_000);
    expect(tried(attempts, '192.0.2.12', 'ada')).to.equal(0);
    expect(tried(attempts, '192.0.2.13', 'ada')).to.equal(6);
  });

  it('that succeed do not count, and give back no more than was taken', () => {
    const attempts = new Attempts(manualClock());
    for (let i = 0; i < 50; i++) attempts.begin(A, 'ada')();
    for (let i = 0; i < 5; i++) expect(tried(attempts, A, 'ada')).to.equal(0);
    expect(tried(attempts, A, 'ada')).to.equal(12);
  });

  it('from a browser that signed in before are counted apart, whatever strangers do', () => {
    const attempts = new Attempts(manualClock());
    for (let i = 0; i < 20; i++) tried(attempts, i < 10 ? A : `192.0.2.${i}`, 'ada');
    expect(tried(attempts, A, 'ada')).to.equal(12);
    for (let i = 0; i < 5; i++) expect(triedBy(attempts, 'phone')).to.equal(0);
    expect(triedBy(attempts, 'phone')).to.equal(12);
    expect(triedBy(attempts, 'laptop')).to.equal(0);
  });

  it('from an address that is over its limit leave the name alone', () => {
    const attempts = new Attempts(manualClock());
    for (let i = 0; i < 100; i++) tried(attempts, A, 'ada');
    for (let i = 0; i < 5; i++) expect(tried(attempts, '192.0.2.2', 'ada')).to.equal(0);
    expect(tried(attempts, '192.0.2.3', 'ada')).to.equal(6);
  });
});

describe('turns', () => {
  /** Work that ends when it is told to. */
  function work() {
    const running: ((error?: Error) => void)[] = [];
    const run = () =>
      new Promise<string>((resolve, reject) => running.push((error) => (error ? reject(error) : resolve('done'))));
    return { running, run };
  }

  it('run so many at once, keep so many waiting in their order, and refuse the rest', async () => {
    const turns = new Turns({ atOnce: 2, waiting: 2 });
    const { running, run } = work();
    const ended: number[] = [];
    const asked = [0, 1, 2, 3].map((i) => turns.run(run).then(() => ended.push(i)));
    const refused = await turns.run(run).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(CodedError).and.include({ code: 'sign_in_limit' });
    expect(running).to.have.lengthOf(2);
    running[1]?.();
    await settle();
    expect([running.length, ended]).to.deep.equal([3, [1]]);
    const late = turns.run(run);
    running[0]?.();
    running[2]?.();
    await settle();
    running[3]?.();
    running[4]?.();
    await Promise.all([...asked, late]);
    expect(ended).to.deep.equal([1, 0, 2, 3]);
  });

  it('come first, and always, for those who are known', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1 });
    const { running, run } = work();
    const ended: string[] = [];
    const asked = ['first', 'stranger'].map((who) => turns.run(run).then(() => ended.push(who)));
    const known = turns.run(run, true).then(() => ended.push('known'));
    for (let i = 0; i < 3; i++) {
      await settle();
      running[i]?.();
    }
    await Promise.all([...asked, known]);
    expect(ended).to.deep.equal(['first', 'known', 'stranger']);
  });

  it('hand a place on when the work fails', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1 });
    const { running, run } = work();
    const first = turns.run(run).catch((error: Error) => error.message);
    const second = turns.run(run);
    await settle();
    running[0]?.(new Error('broken'));
    expect(await first).to.equal('broken');
    await settle();
    running[1]?.();
    expect(await second).to.equal('done');
    expect(running).to.have.lengthOf(2);
  });
});
