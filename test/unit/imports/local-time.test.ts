import { expect } from 'chai';
import { readerOfLocalTimes } from '#core/time/local-time.js';

describe('local times', () => {
  const read = (text: string, zone = 'Europe/Berlin') => {
    const found = readerOfLocalTimes(zone)(text);
    return found === null ? null : [new Date(found.at).toISOString(), found.isUncertain];
  };

  it('are read by the clock of the zone, whatever they say of seconds', () => {
    expect(read('2026-11-10 20:50:31.4429118')).to.deep.equal(['2026-11-10T19:50:31.442Z', false]);
    expect(read('2026-07-01T00:30')).to.deep.equal(['2026-06-30T22:30:00.000Z', false]);
    expect(read('2026-11-10 20:50:31', 'Asia/Kolkata')).to.deep.equal(['2026-11-10T15:20:31.000Z', false]);
  });

  it('are taken at their word when they tell their zone', () => {
    expect(read('2026-10-25 00:30:12Z')).to.deep.equal(['2026-10-25T00:30:12.000Z', false]);
    expect(read('2026-10-25 00:30:12-03:30')).to.deep.equal(['2026-10-25T04:00:12.000Z', false]);
  });

  it('are uncertain in an hour that comes twice, or never', () => {
    expect(read('2026-10-25 02:30:12')).to.deep.equal(['2026-10-25T00:30:12.000Z', true]);
    expect(read('2026-10-25 01:59:59')).to.deep.equal(['2026-10-24T23:59:59.000Z', false]);
    expect(read('2026-10-25 03:00:00')).to.deep.equal(['2026-10-25T02:00:00.000Z', false]);
    expect(read('2026-03-29 02:30:00')).to.deep.equal(['2026-03-29T01:30:00.000Z', true]);
    expect(read('2026-03-29 03:00:00')).to.deep.equal(['2026-03-29T01:00:00.000Z', false]);
  });

  it('are no times when they are none', () => {
    for (const text of ['', 'yesterday', '10.11.2026 20:50', '2026-11-10']) expect(read(text), text).to.equal(null);
  });
});
