/** What `create` may give beside tasks and fragments. */
import { downloadPause, downloadQueue, fill, indexersTest, on } from '@sidelight/plugin-api';
import { misbuilt } from '@sidelight/plugin-api/host';
import { expect } from 'chai';

const wrong = (more: object): string | undefined => misbuilt({ check: async () => ({}), ...more });
const receive = () => ({ event: 'ping', run: [] });

describe('an integration', () => {
  it('has actions whose checks are a pattern and a function', () => {
    const sound = on(downloadPause, async () => undefined, { ids: /^\d+$/, find: async () => true });
    expect(wrong({ actions: [sound] })).to.equal(undefined);
    expect(wrong({ actions: [{ ...sound, ids: '^\\d+$' }] })).to.equal(
      'the ids of download.pause must be a regular expression',
    );
    expect(wrong({ actions: [{ ...sound, find: true }] })).to.equal('the find of download.pause must be a function');
    expect(wrong({ actions: [{ action: downloadPause }] })).to.equal(
      'an action handler needs an action and a run function',
    );
  });

  it('has actions that hold an id to a pattern and to what is there', () => {
    const act = async () => undefined;
    const ids = /\d+/;
    const tasks = [fill(downloadQueue, '1m', async () => [])];
    expect(wrong({ actions: [on(downloadPause, act)], tasks })).to.equal(
      'the action download.pause has no ids: add a pattern for the ids of this service',
    );
    expect(wrong({ actions: [on(downloadPause, act, { ids })] })).to.equal(
      'the action download.pause cannot check whether its target exists: add find, or fill download.queue',
    );
    expect(wrong({ actions: [on(downloadPause, act, { ids })], tasks })).to.equal(undefined);
    expect(wrong({ actions: [on(indexersTest, act)] }), 'about the service as a whole').to.equal(undefined);
  });

  it('lets people sign in by a code in three steps', () => {
    const steps = { offered: async () => true, begin: async () => ({}), settle: async () => null };
    expect(wrong({ signInByCode: steps })).to.equal(undefined);
    expect(wrong({ signInByCode: { ...steps, settle: 1 } })).to.match(/^the integration's signInByCode must have/);
  });

  it('has a webhook that receives, and names headers', () => {
    expect(wrong({ webhook: { receive, secretHeaders: ['Access-Token'] } })).to.equal(undefined);
    expect(wrong({ webhook: {} })).to.equal('its webhook has no receive function');
    for (const secretHeaders of ['Access-Token', ['no name'], [7]]) {
      expect(wrong({ webhook: { receive, secretHeaders } })).to.match(
        /^the secretHeaders of its webhook must be a list/,
      );
    }
  });
});
