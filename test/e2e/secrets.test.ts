/** Credentials of the config are nowhere in what a run writes, in good times and in bad ones. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { generateKey } from '#core/keys/format.js';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { until } from '../support/until.js';
import { FAULTS, type Fault } from '../support/upstreams/faults.js';
import { CREDENTIALS, integrations, SOURCES, type Stack, startStack } from '../support/upstreams/stack.js';
import { sourcesOf, viewOf } from '../support/upstreams/watch.js';
import { KEYS } from '../support/world/keys.js';

const FULL_KEY = generateKey();
const SIGNING = randomBytes(32).toString('base64');
const TARGET_PASSWORD = 'k33p/this+quiet';
const webhookSecretOf = (id: string): string => `hook-of-${id}-9f8e7d`;

/** What must not be found, by what it is. A user name is no secret. */
const SECRETS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(CREDENTIALS).filter(([name]) => name !== 'torrents-user'),
  ...SOURCES.map((id) => [`webhook of ${id}`, webhookSecretOf(id)] as const),
  ['declared key', FULL_KEY],
  ['signing secret', SIGNING],
  ['password of a webhook’s target', TARGET_PASSWORD],
]);

/** A secret as it may be written. */
const formsOf = (secret: string): ReadonlySet<string> => {
  const bytes = Buffer.from(secret);
  const query = new URLSearchParams([['', secret]]).toString().slice(1);
  return new Set([
    ...[secret, encodeURIComponent(secret), encodeURI(secret), query, JSON.stringify(secret).slice(1, -1)],
    ...[bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')],
  ]);
};

function leaksIn(what: string, text: string): readonly string[] {
  const lower = text.toLowerCase();
  return [...SECRETS].flatMap(([name, secret]) =>
    [...formsOf(secret)].flatMap((form) =>
      lower.includes(form.toLowerCase()) ? `${what} holds ${name} as ${form}` : [],
    ),
  );
}

const TIMES: readonly (Fault | null)[] = [null, ...FAULTS.filter((fault) => fault !== 'slow')];

describe('secrets', () => {
  let stack: Stack;
  let receiver: Receiver;
  let daemon: DaemonHere;
  let lives = 0;
  /** What was heard of the daemon: where, and what. */
  const heard: (readonly [where: string, text: string])[] = [];

  function configText(): string {
    const entries = stack.entries((id) => ({ timeout: `${2000 + ++lives}ms`, webhookSecret: webhookSecretOf(id) }));
    const target = `http://receiver:${encodeURIComponent(TARGET_PASSWORD)}@${new URL(receiver.url).host}/`;
    return [
      'timezone: UTC',
      'log: { level: debug }',
      `keys: [{ name: e2e, scope: full, key: "${FULL_KEY}", perMinute: 0 }]`,
      `webhooks: [{ name: listener, url: ${JSON.stringify(target)}, secret: "whsec_${SIGNING}" }]`,
      integrations(entries),
    ].join('\n');
  }

  async function listen(where: string, path: string, init: RequestInit = {}): Promise<void> {
    const headers = { 'x-api-token': FULL_KEY, ...init.headers };
    const answer = await fetch(daemon.url + path, { redirect: 'manual', ...init, headers });
    heard.push([`${where} ${path}`, `${JSON.stringify([...answer.headers])}\n${await answer.text()}`]);
  }
  const post = (where: string, path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    listen(where, path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  async function actOnEverything(where: string): Promise<void> {
    const pause = { id: `torrents:${KEYS.harbor.toLowerCase()}`, paused: true };
    const act = (path: string, body: object) => post(where, `/api/widgets/${path}`, JSON.stringify(body));
    await Promise.all([
      act('downloads/pause', pause),
      act('downloads/pause', { id: `usenet:${KEYS.tears}`, paused: true }),
      act('requests/actions', { requestId: 'wishes:4', action: 'retry' }),
      act('sessions/stop', { sessionId: 'living-room:gone' }),
      act('repair/refresh', { itemId: 'living-room:gone' }),
    ]);
  }

  /** Secrets where they do not belong, as somebody might send them by mistake. */
  async function talkRubbish(where: string): Promise<void> {
    for (const id of SOURCES) {
      await post(
        where,
        `/api/webhooks/${id}?secret=${encodeURIComponent(webhookSecretOf(id))}`,
        '{"eventType":"Test"}',
      );
      await post(where, `/api/webhooks/${id}`, '<<<', { 'x-webhook-secret': webhookSecretOf(id) });
      await post(where, `/api/webhooks/${id}`, '{}', { 'x-webhook-secret': 'wrong' });
    }
    await listen(where, '/api/widgets/homepage?limit=none');
    await listen(where, '/api/nowhere');
    await listen(where, '/api/item-summary/nothing');
    await listen(where, '/api/widgets/homepage', { headers: { 'x-api-token': `${FULL_KEY.slice(0, -1)}_` } });
    await post(where, '/api/widgets/downloads/pause', '{"id":');
  }

  before(async () => {
    [stack, receiver] = await Promise.all([startStack(), startReceiver()]);
    stack.wishes.refusal = `${CREDENTIALS.wishes} may not do this`;
    daemon = await startHere({ config: configText() });
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all([stack.close(), receiver.close()]);
  });

  for (const fault of TIMES) {
    it(`stay out of what is told ${fault === null ? 'in good times' : `while upstreams answer with ${fault}`}`, async () => {
      const where = fault ?? 'well';
      for (const id of SOURCES) {
        const location = `${stack.upstream(id).url}/login/${encodeURIComponent(CREDENTIALS[id])}?key=${CREDENTIALS[id]}`;
        await stack.upstream(id).fail(fault, { location });
      }
      await daemon.reload(configText());
      const view = await until(
        () => viewOf(daemon, FULL_KEY),
        (now) =>
          ['stitched', 'requests', 'users'].every((widget) =>
            sourcesOf(now[`/api/widgets/${widget}`]).every(({ state }) => (state === 'ok') === (fault === null)),
          ),
      );
      for (const [path, payload] of Object.entries(view)) heard.push([`${where} ${path}`, JSON.stringify(payload)]);
      await actOnEverything(where);
      await talkRubbish(where);
      const check = await commandHere(['check', '--config', join(daemon.folder, 'sidelight.yaml')], daemon.folder);
      heard.push([`${where} check`, check.stdout + check.stderr]);
      expect(heard.flatMap(([what, text]) => leaksIn(what, text))).to.deep.equal([]);
    });
  }

  it('stay out of what the daemon says of itself', async () => {
    for (const path of ['/metrics', '/openapi.json', '/healthz', '/readyz', '/api/widgets'])
      await listen('itself', path);
    expect(heard.flatMap(([what, text]) => leaksIn(what, text))).to.deep.equal([]);
  });

  it('stay out of the webhooks that are sent', async () => {
    await until(
      async () => receiver.received.length,
      (count) => count > 0,
    );
    const sent = receiver.received.map(({ body }) => body).join('\n');
    expect(leaksIn('a webhook', sent)).to.deep.equal([]);
  });

  it('stay out of the log and of every file', async () => {
    await daemon.stop();
    expect(daemon.log().length).to.be.greaterThan(1000);
    expect(leaksIn('the log', daemon.log())).to.deep.equal([]);
    const data = join(daemon.folder, 'data');
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files).to.not.have.lengthOf(0);
    for (const file of files) {
      const path = join(file.parentPath, file.name);
      expect(leaksIn(path, readFileSync(path, 'latin1'))).to.deep.equal([]);
    }
  });

  it('would be found if they were there', () => {
    for (const [name, secret] of SECRETS) {
      for (const form of formsOf(secret)) expect(leaksIn('a text', `before ${form} after`), name).to.not.deep.equal([]);
    }
  });
});
