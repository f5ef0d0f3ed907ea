/** What `create` may give beside tasks and fragments. */
import { downloadPause, on } from '@sidelight/plugin-api';
import { misbuilt } from '@sidelight/plugin-api/host';
import { expect } from 'chai';

const wrong = (more: object): string | undefined => misbuilt({ check: async () => ({}), ...more });
const receive = () => ({ event: 'ping', run: [] });

describe('an integration', () => {
  it('has actions whose checks are a pattern and a function', () => {
    const sound = on(downloadPause, async () => undefined, { ids: /^\d+$/, find: async () => true });
    expect(wrong({ actions: [sound] })).to.equal(undefined);
    expect(wrong({ actions: [{ ...sound, ids: '^\\d+$' }] })).to.equal(
      'the ids of download.pause are no regular expression',
    );
    expect(wrong({ actions: [{ ...sound, find: true }] })).to.equal('the find of download.pause is no function');
    expect(wrong({ actions: [{ action: downloadPause }] })).to.equal('an action has no action or no function run');
  });

  it('lets people sign in by a code in three steps', () => {
    const steps = { offered: async () => true, begin: async () => ({}), settle: async () => null };
    expect(wrong({ signInByCode: steps })).to.equal(undefined);
    expect(wrong({ signInByCode: { ...steps, settle: 1 } })).to.match(/^the integration's signInByCode is no \{/);
  });

  it('has a webhook that receives, and names headers', () => {
    expect(wrong({ webhook: { receive, secretHeaders: ['Access-Token'] } })).to.equal(undefined);
    expect(wrong({ webhook: {} })).to.equal('its webhook has no function receive');
    for (const secretHeaders of ['Access-Token', ['no name'], [7]]) {
      expect(wrong({ webhook: { receive, secretHeaders } })).to.match(/^the secretHeaders of its webhook are no list/);
    }
  });
});
