import { expect } from 'chai';
import { widget as webhooks } from '#widgets/webhooks.js';
import { of, render, rows, total } from '../support/answers.js';

describe('webhooks', () => {
  it('counts the week and lists the newest', () => {
    const delivery = { name: 'films', event: 'Grab', direction: 'in' as const, at: '2026-08-22T09:00:00.000Z' };
    const payload = render(webhooks, {
      all: total(31),
      failures: total(2),
      newest: rows(of('films', { ...delivery, id: '2', ok: false }, { ...delivery, id: '1', ok: true, status: 200 })),
    });
    expect(payload).to.include({ total: 31, failed: 2, ok: false, status: 'check' });
    expect(payload.items.map((item) => [item.id, item.status, item.label])).to.deep.equal([
      ['films:2', null, 'failed'],
      ['films:1', 200, '10 min ago'],
    ]);
    expect(payload.statusText).to.equal('check');
  });

  it('are not said to be well while none came', () => {
    const payload = render(webhooks, { all: total(0), failures: total(0), newest: rows<never>([]) });
    expect([payload.status, payload.statusText]).to.deep.equal(['ok', '–']);
  });
});
