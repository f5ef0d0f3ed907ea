/** Several widgets in one response: each as its own route would answer it. */
import { expect } from 'chai';
import { HOMEPAGE, type House, openHouse } from './house.js';

const BUNDLE = '/api/widgets/bundle';

interface Entry {
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string }; readonly movies?: number };
}

describe('a bundle of widgets', () => {
  let house: House;
  let key: Record<string, string>;

  const entries = async (path: string, headers = key): Promise<Record<string, Entry>> => {
    const { status, json } = await house.get(path, headers);
    expect(status).to.equal(200);
    return json['widgets'] as Record<string, Entry>;
  };

  before(async () => {
    house = await openHouse();
    key = { 'x-api-token': await house.key() };
  });
  after(() => house.close());

  it('holds each widget as its route answers it, in the order that was asked for', async () => {
    const widgets = await entries(`${BUNDLE}?widgets=late,homepage,late`);
    expect(Object.keys(widgets)).to.deep.equal(['late', 'homepage']);
    expect(widgets['homepage']).to.deep.equal({ status: 200, body: JSON.parse(HOMEPAGE.bytes.toString()) });
    expect(widgets['late']?.body.movies).to.equal(4);
  });

  it('hands the common parameters to every widget', async () => {
    await entries(`${BUNDLE}?widgets=late&limit=3&tz=America/New_York&source=seedbox`);
    const asked = JSON.stringify({ limit: 3, zone: 'America/New_York', sources: ['seedbox'], privacy: null });
    expect(house.calls).to.include(`payload late ${asked}`);
  });

  it('lets no widget harm another: what fails, is forbidden or unknown says so in its place', async () => {
    const widgets = await entries(`${BUNDLE}?widgets=homepage,broken,faulty,storage,nothing`);
    const told = Object.entries(widgets).map(([id, { status, body }]) => [id, status, body.error?.code ?? 'fine']);
    expect(told).to.deep.equal([
      ['homepage', 200, 'fine'],
      ['broken', 500, 'internal'],
      ['faulty', 500, 'widget_failed'],
      ['storage', 403, 'scope'],
      ['nothing', 404, 'not_found'],
    ]);
    expect(JSON.stringify(widgets)).not.to.include('a secret of the inside');
  });

  it('holds a key to its widgets', async () => {
    const narrow = { 'x-api-token': await house.key({ widgets: ['late'] }) };
    const widgets = await entries(`${BUNDLE}?widgets=homepage,late`, narrow);
    expect([widgets['homepage']?.status, widgets['late']?.status]).to.deep.equal([403, 200]);
    expect((await house.get(`${BUNDLE}?widgets=late`)).status).to.equal(401);
  });

  it('answers 304 as long as no entry differs', async () => {
    const path = `${BUNDLE}?widgets=homepage,nothing`;
    const { etag = '' } = (await house.get(path, key)).headers as { etag?: string };
    expect((await house.get(path, { ...key, 'if-none-match': etag })).status).to.equal(304);
    const other = await house.get(`${BUNDLE}?widgets=homepage,late`, { ...key, 'if-none-match': etag });
    expect(other.status).to.equal(200);
  });

  it('says what is wrong with the list', async () => {
    for (const query of [
      '',
      '?widgets=',
      '?widgets=a,,b',
      '?widgets=A',
      `?widgets=${Array(65).fill('a').join()}`,
      '?widgets=a&b=1',
    ]) {
      const { status, json } = await house.get(`${BUNDLE}${query}`, key);
      expect([status, (json['error'] as { code: string }).code], query).to.deep.equal([400, 'bad_request']);
    }
  });
});
