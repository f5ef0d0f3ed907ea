/** Redocly's recommended rules, on the document of the demo: no error and no warning. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { demoDocument } from './demo-document.js';

describe('Redocly’s recommended rules', () => {
  it('find nothing in the document', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(await demoDocument()), config });
    const told = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
    expect(told).to.deep.equal([]);
  });
});
