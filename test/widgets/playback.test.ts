import { expect } from 'chai';
import { widget as devices } from '#widgets/devices.js';
import { NOW, of, render, rows } from '../support/answers.js';

describe('devices', () => {
  const tv = { id: 'tv', name: 'TV', client: 'Android TV' };

  it('are one per device: its last user speaks for it', () => {
    const payload = render(devices, {
      devices: rows([
        ...of(
          'living-room',
          { ...tv, user: 'ada', lastAt: '2026-08-01T00:00:00.000Z' },
          { ...tv, user: 'grace', lastAt: '2026-08-22T06:10:00.000Z' },
          { id: 'phone', name: 'Phone', client: 'Web', user: 'ada' },
        ),
        ...of('attic', { ...tv, user: 'ada', lastAt: NOW }),
      ]),
    });
    expect(payload.devices).to.equal(3);
    expect(payload.items.map(({ id, user, label }) => [id, user, label])).to.deep.equal([
      ['attic:tv', 'ada', 'just now'],
      ['living-room:tv', 'grace', '3 h ago'],
      ['living-room:phone', 'ada', 'never'],
    ]);
  });
});
