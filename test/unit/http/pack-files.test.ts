/** The files for dashboards, as strangers and links of other sites ask for them. */
import { definePack } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { Packs } from '#core/packs/packs.js';
import { type House, openHouse } from './house.js';

const told = definePack({
  id: 'told',
  title: 'Told',
  summary: 'Says its address',
  files: ({ baseUrl }) => [{ path: 'told.txt', text: baseUrl }],
});

/** Nothing was added since. */
const NONE: readonly never[] = [];
const FILE = '/widgets/told.txt';
const asked = `${FILE}?baseUrl=http://board.lan:8080`;

describe('the files for dashboards', () => {
  let house: House;

  beforeEach(async () => {
    const registry = { widgets: () => NONE, actions: () => [], packs: () => [told], packOwner: () => 'core' };
    house = await openHouse({ deps: { packs: new Packs(registry, silentLog) } });
  });
  afterEach(() => house.close());

  it('take an address from the reader, and none from a link of another site', async () => {
    const read = async (headers: Record<string, string>) => (await house.get(asked, headers)).bytes.toString();
    expect(await read({})).to.equal('http://board.lan:8080');
    for (const own of ['none', 'same-origin']) {
      expect(await read({ 'sec-fetch-site': own }), own).to.equal('http://board.lan:8080');
    }
    expect(await read({ referer: `${house.url}/widgets/` })).to.equal('http://board.lan:8080');
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { referer: 'https://evil.example/page' },
    ]) {
      expect(await read(headers), JSON.stringify(headers)).to.equal(house.url);
    }
  });

  it('are a limited number for a stranger, who is told when to come again', async () => {
    const statuses: number[] = [];
    for (let nr = 0; nr < 301; nr++) statuses.push((await house.get(FILE)).status);
    expect([...new Set(statuses.slice(0, 300)), statuses[300]]).to.deep.equal([200, 429]);
    const refused = await house.get(FILE);
    expect(refused.error['code']).to.equal('rate_limit');
    expect(refused.headers['retry-after']).to.match(/^[1-9]\d*$/);
    expect((await house.get(FILE, { 'x-visitor': 'ada' })).status).to.equal(200);
  });
});
