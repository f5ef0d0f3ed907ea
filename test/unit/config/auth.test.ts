/** What a config of the sign-in is refused for. */
import { expect } from 'chai';
import { load, refusal } from './shop.js';

const lines = async (yaml: string): Promise<readonly string[]> => (await refusal(yaml)).split('\n').slice(1);

describe('the config of the sign-in', () => {
  const unnamed = '  line 1, auth.proxyHeader: also needs proxyNetworks: the networks of the proxy';

  it('takes a header that a proxy sends only with the networks of that proxy', async () => {
    expect(await lines('auth: { proxyHeader: Remote-User }\n')).to.deep.equal([unnamed]);
    expect(await lines('auth: { proxyHeader: Remote-User, proxyNetworks: [] }\n')).to.deep.equal([unnamed]);
    expect(await lines('auth: { proxyNetworks: [127.0.0.1] }\n')).to.deep.equal([
      '  line 1, auth.proxyNetworks: also needs proxyHeader: the header in which the proxy names the signed-in user',
    ]);
    const { settings } = await load('auth: { proxyHeader: Remote-User, proxyNetworks: [127.0.0.1] }\n');
    expect(settings.auth).to.deep.equal({
      proxyHeader: 'Remote-User',
      proxyNetworks: ['127.0.0.1'],
      signInWith: [],
    });
  });

  it('knows the integrations that people sign in with, and none by a name of its own', async () => {
    const yaml = 'auth: { signInWith: [radios, password] }\nintegrations:\n  radio: { url: "http://r", token: t }\n';
    expect(await lines(yaml)).to.deep.equal([
      '  line 1, auth.signInWith[0]: there is no integration radios: did you mean radio?',
      '  line 1, auth.signInWith[1]: nobody can sign in with an integration named password: choose another name for it',
    ]);
  });
});
