/** The page of who is told: a test of each format, what came of it, and nothing that is secret. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { textOf } from '../support/page-text.js';
import { isSignedWith, type Receiver, startReceiver, status } from '../support/receiver.js';
import { until } from '../support/until.js';
import { signedIn, type Visitor } from '../support/visitor.js';

const PAGE = '/settings/notifications';
const SIGNING = `whsec_${Buffer.from('thirty-two bytes to sign it with').toString('base64')}`;

describe('the notifications page', () => {
  let receiver: Receiver;
  let daemon: DaemonHere;
  let visitor: Visitor;

  const test = async (name: string): Promise<string> => {
    await visitor.open(PAGE);
    return textOf((await visitor.send(`${PAGE}/test`, { name })).text);
  };

  before(async () => {
    receiver = await startReceiver();
    daemon = await startHere({
      config: `webhooks:
  - { name: hub, url: "${receiver.url}/path-token-99", secret: "${SIGNING}", events: [digest.changed] }
  - { name: chat, url: "${receiver.url}/channel-secret-77", format: discord, events: [play.started, play.stopped] }
  - { name: nobody, url: "http://127.0.0.1:1/gone-55", format: gotify, token: app-token-33, events: [integration.down] }
`,
    });
    visitor = await signedIn(daemon);
  });
  after(async () => {
    await daemon.dispose();
    await receiver.close();
  });

  it('names the targets, where they lead, and no secret', async () => {
    const { text } = await visitor.open(PAGE);
    expect(textOf(text)).to.match(/hub Sidelight’s own events, 127\.0\.0\.1:\d+ 1 kind of event/);
    expect(textOf(text)).to.match(/chat Discord, .*2 kinds of events Someone starts watching Someone stops watching/);
    expect(text).to.not.match(/path-token|channel-secret|gone-55|app-token|whsec_/);
  });

  it('sends a test in the words of the receiver, signed where it has a secret', async () => {
    expect(await test('hub')).to.include('hub: Delivered');
    const [own] = receiver.received;
    expect(own).to.include({ path: '/path-token-99', type: 'test' });
    expect(own && isSignedWith(SIGNING, own)).to.equal(true);
    expect(await test('chat')).to.include('chat: Delivered');
    expect(JSON.parse(receiver.received[1]?.body ?? '{}').embeds[0]).to.include({ title: 'Test from Sidelight' });
  });

  it('says what the receiver answered, or that nothing did', async () => {
    receiver.answers.push(status(404));
    expect(await test('chat')).to.include('chat: Refused with status 404');
    expect(await test('nobody')).to.include('nobody: No answer');
    const page = await until(
      async () => textOf((await visitor.open(PAGE)).text),
      (text) => text.includes('to nobody A test No answer'),
    );
    expect(page).to.include('to chat A test Refused with status 404');
    expect(page).to.include('to hub A test Delivered');
    const audit = textOf((await visitor.open('/settings/audit?kind=actions')).text);
    expect(audit).to.match(/ada Sent a test to a webhook nobody The service did not do it/);
    expect(audit).to.match(/ada Sent a test to a webhook hub Done/);
  });

  it('refuses a name that no target has, and strangers', async () => {
    await visitor.open(PAGE);
    expect((await visitor.send(`${PAGE}/test`, { name: 'other' })).status).to.equal(404);
    expect((await visitor.send(`${PAGE}/test`, { name: 'hub', _csrf: 'forged' })).status).to.equal(403);
    const before = receiver.received.length;
    const answer = await fetch(`${daemon.url}${PAGE}/test`, { method: 'POST', redirect: 'manual' });
    expect(answer.status).to.be.within(300, 403);
    expect(receiver.received).to.have.lengthOf(before);
  });
});
