import { expect } from 'chai';
import { wholeList } from '../src/index.js';

const records = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ({ id: from + index }));

describe('servarr: paged lists', () => {
  it('asks for pages until all records are there', async () => {
    const asked: number[] = [];
    const all = await wholeList('GET /queue', async ({ page, pageSize }) => {
      asked.push(page);
      return { totalRecords: 2500, records: records((page - 1) * pageSize, Math.min(2500, page * pageSize)) };
    });
    expect(all).to.have.lengthOf(2500);
    expect(asked).to.deep.equal([1, 2, 3]);
  });

  it('takes what is there when records leave between two pages', async () => {
    const all = await wholeList('GET /queue', async ({ page }) =>
      page === 1
        ? { totalRecords: 1100, records: records(0, 1000) }
        : { totalRecords: 1050, records: records(1000, 1050) },
    );
    expect(all).to.have.lengthOf(1050);
  });

  it('does not take a list that repeats its last page', async () => {
    const error = await wholeList('GET /queue', async () => ({ totalRecords: 20, records: records(0, 10) })).catch(
      (reason: unknown) => reason,
    );
    expect(error).to.include({ code: 'bad_response', message: 'GET /queue listed 10 of 20 records' });
  });
});
