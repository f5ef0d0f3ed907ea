import { expect } from 'chai';
import { createMemo } from '#core/plugins/memo.js';
import { memoCache } from '../../support/integrations.js';
import { manualClock } from '../../support/manual-clock.js';
import { recordingLog } from '../../support/recording-log.js';

describe('the memo of an integration', () => {
  const setUp = (cache = memoCache()) => {
    const clock = manualClock();
    const log = recordingLog();
    const memo = createMemo({ source: 'a', cache, clock, log });
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { loads };
    };
    return { clock, log, memo, load };
  };

  it('loads once until its time is over', async () => {
    const { clock, memo, load } = setUp();
    expect(await memo('k', 60, load)).to.deep.equal({ loads: 1 });
    await clock.advance(59_000);
    expect(await memo('k', 60, load)).to.deep.equal({ loads: 1 });
    expect(await memo('other', 60, load)).to.deep.equal({ loads: 2 });
    await clock.advance(1000);
    expect(await memo('k', 60, load)).to.deep.equal({ loads: 3 });
  });

  it('outlives the integration, and is its own', async () => {
    const cache = memoCache();
    await setUp(cache).memo('k', 60, async () => 'first');
    expect(await setUp(cache).memo('k', 60, async () => 'second')).to.equal('first');
    const other = createMemo({ source: 'b', cache, clock: manualClock(), log: recordingLog() });
    expect(await other('k', 60, async () => 'second')).to.equal('second');
  });

  it('has one load at a time per key', async () => {
    const { memo, load } = setUp();
    const all = await Promise.all([memo('k', 60, load), memo('k', 60, load), memo('k', 60, load)]);
    expect(all).to.deep.equal([{ loads: 1 }, { loads: 1 }, { loads: 1 }]);
  });

  it('does not remember a failure', async () => {
    const { memo, load } = setUp();
    const failed = await memo('k', 60, () => Promise.reject(new Error('no'))).catch((error: Error) => error.message);
    expect(failed).to.equal('no');
    expect(await memo('k', 60, load)).to.deep.equal({ loads: 1 });
  });

  it('remembers null', async () => {
    const { memo, load } = setUp();
    await memo('k', 60, async () => null);
    expect(await memo<unknown>('k', 60, load)).to.equal(null);
  });

  it('is of use even when the cache takes nothing', async () => {
    const { memo, load, log } = setUp({ ...memoCache(), remember: () => Promise.reject(new Error('disk full')) });
    expect(await memo('k', 60, load)).to.deep.equal({ loads: 1 });
    expect(log.lines).to.deep.equal(['warn cannot remember k: disk full']);
  });
});
