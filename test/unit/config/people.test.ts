/** People with several accounts, and whose plays do not count. */
import { expect } from 'chai';
import { load, refusal } from './shop.js';

const RADIO =
  'integrations:\n  radio: { url: "http://r", token: t }\n  other: { plugin: radio, url: "http://o", token: t }\n';
const lines = async (yaml: string): Promise<readonly string[]> => (await refusal(yaml + RADIO)).split('\n').slice(1);

describe('people and ignored plays', () => {
  it('are accounts of integrations', async () => {
    const yaml = [
      'people:',
      '  Ada: ["radio:ada", "other:ada: the second"]',
      'history:',
      '  ignore: { users: ["radio:test", guest], libraries: ["other:Pre-rolls"] }',
      RADIO,
    ].join('\n');
    const { settings } = await load(yaml);
    expect(settings.people).to.deep.equal([
      {
        name: 'Ada',
        accounts: [
          { source: 'radio', name: 'ada' },
          { source: 'other', name: 'ada: the second' },
        ],
      },
    ]);
    expect(settings.history).to.deep.equal({
      minPlaySeconds: 60,
      resumeMinutes: 60,
      ignore: {
        users: [{ source: 'radio', name: 'test' }, { name: 'guest' }],
        libraries: [{ source: 'other', name: 'Pre-rolls' }],
      },
    });
  });

  it('of an integration that there is not are refused, with the one that was meant', async () => {
    expect(await lines('people: { Ada: ["radoi:ada"] }\n')).to.deep.equal([
      '  line 1, people.Ada[0]: there is no integration radoi: did you mean radio?',
    ]);
    expect(await lines('history: { ignore: { users: ["nowhere:x"], libraries: ["radios:y"] } }\n')).to.deep.equal([
      '  line 1, history.ignore.users[0]: there is no integration nowhere',
      '  line 1, history.ignore.libraries[0]: there is no integration radios: did you mean radio?',
    ]);
  });

  it('have each account once, whatever its case', async () => {
    expect(await lines('people: { Ada: ["radio:ada", "radio:Ada"], Ben: ["radio:ADA"] }\n')).to.deep.equal([
      '  line 1, people.Ada[1]: radio:Ada is in this list twice: an account belongs to one person',
      '  line 1, people.Ben[0]: radio:ADA is already an account of Ada: an account belongs to one person',
    ]);
  });

  it('name their integration, and the account', async () => {
    expect(await lines('people: { Ada: [ada, "radio:"] }\n')).to.deep.equal([
      '  line 1, people.Ada[0]: expected <integration>:<name or id>, such as radio:ada',
      '  line 1, people.Ada[1]: expected <integration>:<name or id>, but nothing follows the colon',
    ]);
  });
});
