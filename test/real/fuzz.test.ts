/** A short run of the fuzzer against each world; `npm run fuzz` runs as long as it is told, on PostgreSQL too. */
import { expect } from 'chai';
import { fuzz } from '../fuzz/fuzz.js';
import { findingText, totalsText } from '../fuzz/report.js';
import { WORLDS } from '../fuzz/worlds.js';

const SEED = Number(process.env['SIDELIGHT_FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const REQUESTS = 4000;
const WITHIN_MS = 15_000;

describe(`what the document says, asked at random with seed ${SEED}`, () => {
  for (const [name, open] of Object.entries(WORLDS)) {
    it(`is answered as the document says, by the ${name}`, async () => {
      const { daemon, flags, told, close } = await open('');
      try {
        const totals = await fuzz({ daemon, flags, told, seed: SEED, requests: REQUESTS, withinMs: WITHIN_MS });
        expect(totals.findings.map(findingText), totalsText(name, totals)).to.deep.equal([]);
        expect(totals.requests).to.be.greaterThan(0);
      } finally {
        await close();
      }
    });
  }
});
