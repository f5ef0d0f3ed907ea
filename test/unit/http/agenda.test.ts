/** The dates in the answer of a widget as calendars read them. */
import { expect } from 'chai';
import { type House, openHouse } from './house.js';

const PATH = '/api/widgets/late.ics';
const basic = (password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`,
});

describe('the calendar file of a widget', () => {
  let house: House;
  let key: string;

  before(async () => {
    house = await openHouse();
    key = await house.key({ widgets: ['late'] });
  });
  after(() => house.close());

  it('holds days as days and hours as moments', async () => {
    const answer = await house.get(PATH, { 'x-api-token': key });
    expect(answer.headers['content-type']).to.equal('text/calendar; charset=utf-8');
    const lines = answer.bytes.toString().split('\r\n');
    expect(lines[0]).to.equal('BEGIN:VCALENDAR');
    expect(lines).to.include.members([
      'X-WR-CALNAME:Sidelight late',
      'UID:all-day@sidelight',
      'SUMMARY:late\\; 4',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'CATEGORIES:movie',
      'UID:at-an-hour@sidelight',
      'DTSTART:20261105T203000Z',
      'DURATION:PT60M',
      'DESCRIPTION:finale',
      'TRANSP:TRANSPARENT',
    ]);
  });

  it('holds all that there is, and takes the parameters of its widget but the limit', async () => {
    expect((await house.get(`${PATH}?tz=America/New_York&source=seedbox`, { 'x-api-token': key })).status).to.equal(
      200,
    );
    const asked = JSON.stringify({ limit: 1000, zone: 'America/New_York', sources: ['seedbox'], privacy: null });
    expect(house.calls).to.include(`payload late ${asked}`);
    expect((await house.get(`${PATH}?limit=3`, { 'x-api-token': key })).status).to.equal(400);
  });

  it('takes the key as the password of Basic, and asks for it so', async () => {
    const asked = await house.get(PATH);
    expect([asked.status, asked.headers['www-authenticate']]).to.deep.equal([
      401,
      'Basic realm="Sidelight", charset="UTF-8"',
    ]);
    expect((await house.get(PATH, basic(key))).status).to.equal(200);
    expect((await house.get(PATH, basic('no-key-of-ours'))).status).to.equal(401);
  });

  it('takes no password of Basic anywhere else: browsers send it by themselves', async () => {
    expect((await house.get('/api/widgets/late', basic(key))).status).to.equal(401);
    expect(
      (await house.post('/api/widgets/downloads/pause', {}, basic(await house.key({ scope: 'full' })))).status,
    ).to.equal(401);
  });

  it('is held to the widgets of a key', async () => {
    const other = await house.key({ widgets: ['homepage'] });
    expect((await house.get(PATH, basic(other))).status).to.equal(403);
  });

  it('answers 304 to whoever has it', async () => {
    const first = await house.get(PATH, basic(key));
    const again = await house.get(PATH, { ...basic(key), 'if-none-match': String(first.headers['etag']) });
    expect(again.status).to.equal(304);
  });
});
