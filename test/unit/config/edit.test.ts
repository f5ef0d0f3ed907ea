/** Entries changed in the text of a config: nothing else is. */
import { expect } from 'chai';
import { entryIn, entryText, withEntry, withoutEntry } from '#core/config/edit.js';
import { CodedError } from '#core/ground/errors.js';

const CONFIG = `# my house
server: { port: 7781 }   # not the usual one

integrations:
  # the attic
  sonarr: # shows
    url: http://attic:8989   # by cable
    apiKey: \${SONARR_KEY} # from the environment
    # monthly
    calendarDays: 30
    # the end of sonarr

  # films
  radarr:
    url: "http://attic:7878"
    apiKey: >-
      folded
    is4k: true

  # nothing to set
  maintainerr:

# below everything
backup:
  every: 1d
`;

const refusedWith = (change: () => string): string => {
  try {
    return change();
  } catch (error) {
    return error instanceof CodedError ? error.code : String(error);
  }
};

describe('an entry of a config that is changed', () => {
  it('is read as it is written', () => {
    expect(entryIn(CONFIG, 'sonarr')).to.deep.equal({
      url: 'http://attic:8989',
      apiKey: '${SONARR_KEY}',
      calendarDays: 30,
    });
    expect(entryIn(CONFIG, 'maintainerr')).to.deep.equal({});
    expect(entryIn(CONFIG, 'plex')).to.equal(undefined);
    expect(entryIn('', 'plex')).to.equal(undefined);
    expect(entryText('plex', { url: 'http://p', token: undefined })).to.equal(
      'integrations:\n  plex:\n    url: http://p',
    );
  });

  it('differs in the settings that were changed, and keeps every comment', () => {
    const changed = withEntry(CONFIG, 'sonarr', { url: 'https://attic/sonarr', calendarDays: undefined, is4k: true });
    expect(changed).to.equal(
      CONFIG.replace('http://attic:8989 ', 'https://attic/sonarr ').replace(
        '    calendarDays: 30\n',
        '    is4k: true\n',
      ),
    );
  });

  it('takes the place of texts of every kind', () => {
    const changed = withEntry(CONFIG, 'radarr', { url: 'http://b', apiKey: 'file:data/secrets/radarr' });
    expect(changed).to.equal(
      CONFIG.replace('"http://attic:7878"', 'http://b').replace('>-\n      folded', 'file:data/secrets/radarr'),
    );
    const literal = 'integrations:\n  a:\n    b: |\n      one\n      two\n    c: 1\n';
    expect(withEntry(literal, 'a', { b: 'x: y' })).to.equal('integrations:\n  a:\n    b: "x: y"\n    c: 1\n');
    const blank = 'integrations:\n  a:\n    b:\n    c: 1\n';
    expect(withEntry(blank, 'a', { b: 2 })).to.equal('integrations:\n  a:\n    b: 2\n    c: 1\n');
  });

  it('has lists', () => {
    const text =
      'integrations:\n  a:\n    libraries:\n      - Films # good\n      - Shows\n    # on\n    enabled: true\n';
    const changed = 'integrations:\n  a:\n    libraries:\n      [ Music ]\n    # on\n    enabled: true\n';
    expect(withEntry(text, 'a', { libraries: ['Music'] })).to.equal(changed);
    expect(withEntry(text, 'a', { libraries: undefined })).to.equal(
      'integrations:\n  a:\n    # on\n    enabled: true\n',
    );
  });

  it('may have had no settings, or have none left', () => {
    const off = withEntry(CONFIG, 'maintainerr', { enabled: false });
    expect(off).to.equal(CONFIG.replace('  maintainerr:\n', '  maintainerr:\n    enabled: false\n'));
    expect(withEntry(off, 'maintainerr', { enabled: undefined })).to.equal(CONFIG);
    expect(withEntry('integrations:\n  a: {} # x\n', 'a', { enabled: false })).to.equal(
      'integrations:\n  a: # x\n    enabled: false\n',
    );
  });

  it('may stand in one line', () => {
    const text = 'integrations:\n  # radio\n  radio: { url: "http://r", token: t } # here\n';
    expect(withEntry(text, 'radio', { token: 'u' })).to.equal(
      'integrations:\n  # radio\n  radio: { url: http://r, token: u } # here\n',
    );
    expect(withEntry('{"integrations": {"a": {"b": 1}}}', 'a', { b: 2 })).to.equal('{"integrations": { a: { b: 2 } }}');
    expect(withoutEntry('integrations: { a: { b: 1 }, c: {} }\n', 'a')).to.equal('integrations: { c: {} }\n');
  });

  it('is refused where something would be lost', () => {
    const aliased = 'x: &x { url: http://a }\nintegrations:\n  a: *x\n';
    expect(refusedWith(() => withEntry(aliased, 'a', { url: 'http://b' }))).to.equal('config_edit');
    const anchored = 'integrations:\n  a: &a { url: http://a }\n  b: *a\n';
    expect(refusedWith(() => withoutEntry(anchored, 'a'))).to.equal('config_edit');
    const remarked = 'integrations:\n  a: { url: http://a, # why\n    token: t }\n';
    expect(refusedWith(() => withEntry(remarked, 'a', { token: 'u' }))).to.equal('config_edit');
  });

  it('keeps what it has from elsewhere', () => {
    const text = 'base: &base\n  timeout: 5s\nintegrations:\n  a:\n    <<: *base\n    url: http://a\n';
    expect(withEntry(text, 'a', { url: 'http://b' })).to.equal(text.replace('http://a', 'http://b'));
  });
});

describe('an entry of a config that is new', () => {
  const entry = { url: 'http://tower:5055', apiKey: 'file:data/secrets/seerr' };
  const lines = '  seerr:\n    url: http://tower:5055\n    apiKey: file:data/secrets/seerr\n';

  it('stands below the others', () => {
    const last = '  maintainerr:\n';
    expect(withEntry(CONFIG, 'seerr', entry)).to.equal(CONFIG.replace(last, last + lines));
    const remarked = 'integrations:\n    a:\n        url: http://a # here\n        # more\n# end\n';
    expect(withEntry(remarked, 'b', { url: 'http://b' })).to.equal(
      'integrations:\n    a:\n        url: http://a # here\n    b:\n      url: http://b\n        # more\n# end\n',
    );
  });

  it('is the first one', () => {
    expect(withEntry('', 'seerr', entry)).to.equal(`integrations:\n${lines}`);
    expect(withEntry('# nothing yet\n#integrations:\n', 'seerr', entry)).to.equal(
      `# nothing yet\n#integrations:\n\nintegrations:\n${lines}`,
    );
    expect(withEntry('server:\n  port: 1', 'seerr', entry)).to.equal(`server:\n  port: 1\n\nintegrations:\n${lines}`);
    expect(withEntry('integrations: # mine\nserver:\n  port: 1\n', 'seerr', entry)).to.equal(
      `integrations: # mine\n${lines}server:\n  port: 1\n`,
    );
    expect(withEntry('integrations: {}\n', 'seerr', entry)).to.equal(`integrations:\n${lines}`);
    for (const blank of ['integrations: {}', 'integrations:', 'integrations: {} # none']) {
      const remark = blank.includes('#') ? ' # none' : '';
      expect(withEntry(`# mine\n${blank}\n`, 'seerr', entry)).to.equal(`# mine\nintegrations:${remark}\n${lines}`);
    }
  });

  it('is written so that it is read as what it is', () => {
    const odd = { url: 'http://a', name: 'true', code: '0123', note: 'a: b # c', empty: '', lines: 'one\ntwo' };
    expect(entryIn(withEntry(CONFIG, 'odd', odd), 'odd')).to.deep.equal(odd);
  });

  it('is refused where the file ends before it', () => {
    expect(refusedWith(() => withEntry('server:\n  port: 1\n...\n', 'seerr', entry))).to.equal('config_edit');
  });
});

describe('an entry of a config that is removed', () => {
  it('leaves every comment around it', () => {
    expect(withoutEntry(CONFIG, 'sonarr')).to.equal(
      CONFIG.replace(/ {2}sonarr: # shows\n[\s\S]*calendarDays: 30\n/, ''),
    );
    const one = 'integrations:\n  # mine\n  a:\n    url: http://a\n\n# end\n';
    expect(withoutEntry(one, 'a')).to.equal('integrations:\n  # mine\n\n# end\n');
    expect(withoutEntry(CONFIG, 'plex')).to.equal(CONFIG);
  });
});
