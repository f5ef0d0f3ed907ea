import { expect } from 'chai';
import { decodeAnswer } from '../src/xml-rpc.js';

const answered = (value: string): string =>
  `<?xml version="1.0"?><methodResponse><params><param><value>${value}</value></param></params></methodResponse>`;
const nested = (depth: number): string =>
  `${'<array><data><value>'.repeat(depth)}<i8>1</i8>${'</value></data></array>'.repeat(depth)}`;

describe('an answer in XML', () => {
  it('may hold lists of lists, as those of rTorrent do', () => {
    expect(decodeAnswer(answered(nested(3)))).to.deep.equal({ value: [[[1]]] });
  });

  it('is refused where it is nested to do harm', () => {
    expect(() => decodeAnswer(answered(nested(200_000)))).to.throw('nested more than 64 deep');
    expect(() => decodeAnswer('<methodResponse>'.repeat(1_000_000))).to.throw('nested more than 64 deep');
  });
});
