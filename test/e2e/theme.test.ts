/** A theme of one's choice: for everybody, remembered, and only by a form of ours. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { signedIn, Visitor } from '../support/visitor.js';

describe('the theme', () => {
  let daemon: DaemonHere;
  before(async () => {
    daemon = await startHere();
  });
  after(() => daemon.dispose());

  it('is that of the system until somebody chooses', async () => {
    const visitor = new Visitor(daemon.url);
    expect((await visitor.open('/')).text)
      .to.include('<html lang="en">')
      .and.include('content="light dark"');
    const answer = await visitor.send('/theme', { theme: 'dark', next: '/widgets/?all' });
    expect([answer.status, answer.location]).to.deep.equal([303, '/widgets/?all']);
    const shown = (await visitor.open('/')).text;
    expect(shown)
      .to.include('<html lang="en" data-theme="dark">')
      .and.include('<meta name="color-scheme" content="dark">');
    expect(shown).to.match(/value="dark" aria-pressed="true"/);
    await visitor.send('/theme', { theme: 'auto', next: '/' });
    expect((await visitor.open('/')).text).to.include('<html lang="en">');
  });

  it('leads nowhere else, and takes no other', async () => {
    const visitor = await signedIn(daemon);
    for (const next of ['https://example.org/', '//example.org', '/\\example.org']) {
      expect((await visitor.send('/theme', { theme: 'light', next })).location).to.equal('/');
    }
    expect((await visitor.send('/theme', { theme: 'blue' })).status).to.equal(400);
    expect((await visitor.send('/theme', { theme: 'dark', _csrf: 'forged' })).status).to.equal(403);
  });
});
