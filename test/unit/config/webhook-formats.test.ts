/** What a webhook of each format needs. */
import { expect } from 'chai';
import { load, refusal } from './shop.js';

const SIGNING = `whsec_${Buffer.alloc(24).toString('base64')}`;

describe('webhooks in the config', () => {
  it('are told what their format needs, and what it has no use for', async () => {
    const yaml = [
      'webhooks:',
      '  - { url: http://a/hook }',
      `  - { url: http://b/hook, format: discord, secret: ${SIGNING} }`,
      '  - { url: http://c/hook, format: slack, token: t }',
    ].join('\n');
    expect((await refusal(yaml)).split('\n')).to.deep.equal([
      'config_invalid: /sidelight.yaml has 3 errors:',
      '  line 2, webhooks[0].secret: is missing: it signs the deliveries',
      '  line 3, webhooks[1].secret: is only for the format sidelight: discord checks no signature',
      '  line 4, webhooks[2].token: is only for ntfy, gotify and apprise: slack does not use one',
    ]);
  });

  it('of services that show messages need no secret, and have their token redacted', async () => {
    const { settings } = await load('webhooks: [{ url: "http://d/topic", format: ntfy, token: tk_hidden }]');
    expect(settings.webhooks[0]).to.include({ name: 'd', format: 'ntfy', token: 'tk_hidden' });
    expect(settings.secrets).to.include('tk_hidden');
  });
});
