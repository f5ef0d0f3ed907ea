/** Names and titles that turn no text around them, whoever wrote them. */
import { fail, mediaUsers, subtitleWanted } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { admit, readable } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { declaredKeys } from '#core/keys/declared-keys.js';

const TURNED = 'holiday\u202Egnp.exe';
const PLAIN = 'holidaygnp.exe';

describe('characters that turn the direction of text', () => {
  it('are taken out of what integrations publish, at any depth, and left in ids', () => {
    const wanted = { id: `a\u200E1`, kind: 'movie', title: TURNED, languages: ['de\u2066', 'en'], movieId: '7\u061C' };
    expect(admit(subtitleWanted, [wanted], { id: 'subtitles' })).to.deep.equal([
      { ...wanted, title: PLAIN, languages: ['de', 'en'] },
    ]);
    const [user] = admit(mediaUsers, [{ id: 'u1', name: '\u2067Ada\u2069', admin: true }], { id: 'users' });
    expect(user).to.include({ name: 'Ada' });
    expect(readable({ list: [{ name: TURNED, itemIds: ['\u202Ex'] }], at: null, count: 3 })).to.deep.equal({
      list: [{ name: PLAIN, itemIds: ['\u202Ex'] }],
      at: null,
      count: 3,
    });
  });

  it('leave letters alone that are written from right to left', () => {
    for (const title of ['שלום עולם', 'مرحبا', 'Metropolis – 名 🎬']) expect(readable(title)).to.equal(title);
  });

  it('are in no message of an error', () => {
    expect(messageOf(fail('refused', `no ${TURNED}`, { advice: 'look there' }))).to.equal(`no ${PLAIN}: look there`);
  });

  it('are in no name of a key', () => {
    const [key] = declaredKeys([{ name: TURNED, scope: 'metrics', key: 'some key' }], new Date());
    expect(key?.name).to.equal(PLAIN);
  });
});
