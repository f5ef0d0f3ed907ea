/** What is hidden from whoever need not know it. */
import {
  address,
  definePort,
  freeText,
  listOf,
  mediaPlaytime,
  nullable,
  type People,
  Type,
  viewerName,
} from '@sidelight/plugin-api';
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import type { Privacy } from '#core/settings/privacy.js';
import { Aliases } from '#core/widgets/aliases.js';
import { Veil } from '#core/widgets/veil.js';

const port = definePort({
  id: 'test.rows',
  keep: 'snapshot',
  key: (row) => row.id,
  item: Type.Object({
    id: Type.String(),
    who: viewerName(),
    others: Type.Optional(Type.Array(viewerName())),
    host: Type.Optional(address()),
    note: Type.Optional(freeText()),
  }),
});
const veilOf = (privacy: Partial<Privacy>, aliases = new Aliases()): Veil =>
  new Veil(
    { viewers: 'names', hidesAddresses: false, ...privacy },
    { aliases, names: () => ['Ada Lovelace', 'Bo'], hosts: () => ['nas.attic.lan', 'vault'], salt: 'salt' },
  );
const rowsOf = (veil: Veil, ...rows: object[]) => JSON.parse(veil.shown(JSON.stringify(veil.rows(port, rows))));

describe('a veil', () => {
  it('calls people by initials, or not at all, and keeps them apart meanwhile', () => {
    const row = { id: '1', who: 'Ada Lovelace', others: ['élodie', '名'] };
    expect(rowsOf(veilOf({ viewers: 'initials' }), row)).to.deep.equal([
      { id: '1', who: 'A. L.', others: ['É.', '名.'] },
    ]);
    const none = veilOf({ viewers: 'none' });
    expect(rowsOf(none, row)[0].who).to.equal('Somebody');
    const [one, other] = none.rows(port, [row, { id: '2', who: 'Alan' }]) as readonly { who: string }[];
    expect(one?.who).to.not.equal(other?.who);
    expect(rowsOf(veilOf({}), row)).to.deep.equal([row]);
  });

  it('takes names that are known out of free text, as words of their own', () => {
    const veil = veilOf({ viewers: 'initials' });
    const noted = (note: string): string => rowsOf(veil, { id: '1', who: 'x', note })[0].note;
    expect(noted('ada lovelace’s phone')).to.equal('A. L.’s phone');
    expect(noted('Ada Lovelaces Handy')).to.equal('A. L.s Handy');
    expect(noted('Boa and Bo')).to.equal('Boa and Bo');
  });

  it('knows people again by what stands for them', () => {
    const people: People = directoryOf([{ name: 'Ada L', accounts: [{ source: 'tv', name: 'ada' }] }], []);
    const aliases = new Aliases();
    const veil = veilOf({ viewers: 'initials' }, aliases);
    const [row] = veil.rows(port, [{ id: '1', who: 'ADA' }]) as readonly { who: string }[];
    const person = veil.people(people).of({ source: 'tv', name: row?.who });
    expect(veil.shown(person.name)).to.equal('A. L.');
    expect(person.id).to.match(/^person-[0-9a-f]{12}$/);
    expect(veil.people(people).of({ source: 'tv', name: 'ada' })).to.deep.equal(person);
  });

  it('hides names in what is grouped by', () => {
    const veil = veilOf({ viewers: 'none' });
    const key = ['movie:tmdb:1', 'Metropolis', 'name:Ada', 'Ada'].join('\u001f');
    const read = { kind: 'top', freshness: 'cached', port: mediaPlaytime, query: { by: 'subjectId' } } as const;
    const groups = veil.answer(read, mediaPlaytime, [{ key, source: 'tv', count: 1, distinct: 1, sum: 1 }]);
    const text = veil.shown(JSON.stringify(groups));
    expect(text).to.not.include('Ada');
    expect(text).to.include('Metropolis').and.include('name:Somebody');
  });

  it('hides addresses, and those in free text', () => {
    const veil = veilOf({ hidesAddresses: true });
    const note =
      'http://nas.attic.lan:8989/x failed, 192.168.1.20:80 and [fd00::1]:443 too, fe80::1:2 as well, on \\\\nas\\films; nas.attic.lan:22, vault. Version 4.0.1 at 12:30:15';
    expect(rowsOf(veil, { id: '1', who: 'Ada', host: 'nas.attic.lan', note })).to.deep.equal([
      {
        ...{ id: '1', who: 'Ada', host: 'hidden' },
        note: 'hidden failed, hidden and hidden too, hidden as well, on hidden\\films; hidden, hidden. Version 4.0.1 at 12:30:15',
      },
    ]);
  });

  it('hides what a payload of any widget declares, however deep', () => {
    const schema = Type.Object({
      first: nullable(viewerName()),
      rows: listOf({ who: viewerName(), at: address() }),
    });
    const veil = veilOf({ viewers: 'initials', hidesAddresses: true });
    const rows = [{ who: 'Alan Turing', at: 'http://x', label: 'Alan' }];
    const shown = JSON.parse(veil.shown(JSON.stringify(veil.payload(schema, { first: 'Bo', rows, count: 1 }))));
    expect(shown).to.deep.equal({ first: 'B.', rows: [{ who: 'A. T.', at: 'hidden', label: 'Alan' }], count: 1 });
    expect(veil.payload(schema, { first: null, rows: [] })).to.deep.equal({ first: null, rows: [] });
  });
});
