import type { ItemOf, inviteItems } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { rules } from '#widgets/digest/invites.js';
import { at, of, rows } from '../support/answers.js';

const [ending, open] = rules;
const invite = { id: 'a', label: 'For Gwen', status: 'active' as const, uses: 0 };
const inviting = (...items: readonly ItemOf<typeof inviteItems>[]) => ({ invites: rows(of('door', ...items)) });

describe('the digest of invitations', () => {
  it('tells of one that ends today or tomorrow and that nobody has used', () => {
    const tomorrow = '2026-08-23T18:00:00.000Z';
    const items = ending?.evaluate(
      inviting(
        { ...invite, expires: tomorrow },
        { ...invite, id: 'b', label: 'For Hugo', expires: '2026-08-22T20:00:00.000Z' },
        { ...invite, id: 'c', label: 'used', uses: 1, expires: tomorrow },
        { id: 'd', label: 'perhaps used', status: 'active', expires: tomorrow },
        { ...invite, id: 'e', label: 'over', expires: '2026-08-22T09:00:00.000Z' },
        { ...invite, id: 'f', label: 'later', expires: '2026-08-24T01:00:00.000Z' },
        { ...invite, id: 'g', label: 'without an end' },
      ),
      at(),
    );
    expect(items).to.deep.equal([
      {
        ...{ type: 'invite', severity: 'info', source: 'door' },
        text: 'The invitation “For Gwen” expires tomorrow and has not been used',
        about: 'info a',
      },
      {
        ...{ type: 'invite', severity: 'info', source: 'door' },
        text: 'The invitation “For Hugo” expires today and has not been used',
        about: 'info b',
      },
    ]);
  });

  it('goes by the days of the zone', () => {
    const late = inviting({ ...invite, expires: '2026-08-24T01:00:00.000Z' });
    expect(ending?.evaluate(late, at())).to.deep.equal([]);
    expect(ending?.evaluate(late, at({ zone: 'America/New_York' }))).to.have.length(1);
  });

  it('tells of one that is open to anybody for ever', () => {
    const items = open?.evaluate(
      inviting(
        { ...invite, unlimited: true },
        { ...invite, id: 'b', unlimited: true, expires: '2027-08-23T00:00:00.000Z' },
        { ...invite, id: 'c', unlimited: false },
        { ...invite, id: 'd' },
      ),
      at(),
    );
    expect(items).to.deep.equal([
      {
        ...{ type: 'invite', severity: 'warn', source: 'door' },
        text: 'The invitation “For Gwen” is open to anyone forever: set an expiry, or revoke it',
        about: 'warn a',
      },
    ]);
  });
});
