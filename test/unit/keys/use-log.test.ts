import { expect } from 'chai';
import { UseLog } from '#core/keys/use-log.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');

describe('the log of the uses of keys', () => {
  it('is written when it says so, also what somebody else has begun to write', async () => {
    const written: string[] = [];
    let release = (): void => undefined;
    const log = new UseLog({
      async addUses(uses) {
        if (written.length === 0)
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        written.push([...uses.keys()].join());
      },
    });
    log.add('first', NOW, '127.0.0.1');
    const first = log.flush();
    await new Promise(setImmediate);
    log.add('second', NOW, '127.0.0.1');
    const second = log.flush().then(() => written.push('told'));
    release();
    await Promise.all([first, second]);
    expect(written).to.deep.equal(['first', 'second', 'told']);
  });

  it('tells each who asked that it failed, and keeps what it could not write', async () => {
    let fails = true;
    const counts: number[] = [];
    const log = new UseLog({
      async addUses(uses) {
        if (fails) throw new Error('the disk is full');
        counts.push(uses.get('first')?.count ?? 0);
      },
    });
    log.add('first', NOW, '127.0.0.1');
    const failed = await log.flush().catch(String);
    fails = false;
    log.add('first', NOW, '127.0.0.1');
    await log.flush();
    expect([failed, counts]).to.deep.equal(['Error: the disk is full', [2]]);
  });
});
