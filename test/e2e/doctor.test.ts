/** `sidelight doctor`: a page that tells much of an installation, and nothing of whose it is. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '#core/cache/database.js';
import { type CommandResult, commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { root } from '../support/root.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';

/** Whatever says whose installation this is, by where it stands. */
const PLANTED = {
  folder: 'home-of-annabel',
  integration: 'annabels-cinema',
  dead: 'cousin-wilburs-vault',
  deadHost: 'vault.wilbur-family.test',
  serverName: 'Annabel Lee Tower',
  apiKey: 'b7c1e0d9a8f34c22b0a1e5f6d7c8b9a0',
  torrentUser: 'wilbur-the-user',
  torrentPassword: 'pass w0rd/of+wilbur',
  person: 'Grandma Ottilie',
  account: 'ottilie-1938',
  keyName: 'ottilies-kitchen',
  madeKey: 'hallway-of-annabel',
  webhookName: 'family-group-chat',
  webhookHost: 'chat.annabel-lee.test',
  webhookPath: 'T00SECRETPATH99',
  publicHost: 'media.annabel-lee.test',
  proxy: '198.51.100.77',
  cors: 'board.annabel-lee.test',
  broker: 'mqtt.annabel-lee.test',
  brokerUser: 'annabel-mqtt',
  brokerPassword: 'broker-pass-5521',
  topic: 'annabel-topic',
  issuer: 'login.annabel-lee.test',
  clientId: 'annabel-client-id',
  clientSecret: 'oidc-secret-77aa',
  zone: 'Europe/Vaduz',
  upstreamText: 'mail annabel@lee.test for access',
  plugin: 'station-of-annabel',
} as const;

const { folder: FOLDER } = PLANTED;

const configOf = ({ url, apiKey }: { readonly url: string; readonly apiKey: string }, plugin: string): string => `
timezone: ${PLANTED.zone}
server:
  publicUrl: https://${PLANTED.publicHost}/watch
  trustProxy: [${PLANTED.proxy}]
  cors: [https://${PLANTED.cors}]
plugins: [${JSON.stringify(plugin)}]
people: { ${PLANTED.person}: ["${PLANTED.integration}:${PLANTED.account}"] }
webhooks:
  - { name: ${PLANTED.webhookName}, format: discord, url: "https://${PLANTED.webhookHost}/${PLANTED.webhookPath}", events: [play.started] }
mqtt: { url: "mqtt://${PLANTED.broker}", username: ${PLANTED.brokerUser}, password: ${PLANTED.brokerPassword}, topic: ${PLANTED.topic} }
auth: { oidc: { issuer: "https://${PLANTED.issuer}", clientId: ${PLANTED.clientId}, clientSecret: ${PLANTED.clientSecret}, admins: [${PLANTED.account}] } }
integrations:
  ${PLANTED.integration}: { plugin: jellyfin, url: "${url}", apiKey: ${apiKey} }
  ${PLANTED.account}: { plugin: jellyfin, url: "${url}", apiKey: ${PLANTED.apiKey} }
  ${PLANTED.dead}: { plugin: qbittorrent, url: "http://${PLANTED.deadHost}:8080", username: ${PLANTED.torrentUser}, password: "${PLANTED.torrentPassword}", timeout: 2s }
  ${PLANTED.plugin}: { plugin: weather-station }
`;

/** A server whose clock is an hour ahead. What it does not answer itself it refuses with a text of its own. */
function startServer(behind: FakeJellyfin): Promise<Server> {
  const server = createServer(async (request, response) => {
    response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString());
    const authorization = request.headers.authorization ?? '';
    const answer = await fetch(behind.url + request.url, { headers: { authorization } });
    response.statusCode = answer.ok ? 200 : 403;
    response.setHeader('content-type', 'application/json');
    response.end(answer.ok ? await answer.text() : JSON.stringify({ error: PLANTED.upstreamText }));
  });
  return new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(server)));
}

function leaksIn(text: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const lower = text.toLowerCase();
  const machine = { machine: hostname(), home: userInfo().homedir === '/' ? FOLDER : userInfo().homedir };
  return Object.entries({ ...PLANTED, ...more, ...machine }).flatMap(([name, planted]) =>
    [planted, encodeURIComponent(planted), ...planted.split(/[\s@.]/).filter((part) => part.length > 5)].some((form) =>
      lower.includes(form.toLowerCase()),
    )
      ? name
      : [],
  );
}

/** Every file below a folder with what is in it; sockets by their name alone. */
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const digest = statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
      return `${name} ${digest}`;
    });

describe('sidelight doctor', () => {
  let temp: TempFolder;
  let folder: string;
  let data: string;
  let server: Server;
  let jellyfin: FakeJellyfin;
  let url: string;
  before(async () => {
    temp = tempFolder();
    folder = join(temp.path, FOLDER);
    data = join(folder, 'data');
    mkdirSync(folder);
    // A plugin of others lies where its owner has put it.
    cpSync(join(root, 'test', 'fixtures', 'third-party', 'weather-station'), join(folder, PLANTED.plugin), {
      recursive: true,
    });
    jellyfin = await startFakeJellyfin({ items: 3, name: PLANTED.serverName });
    server = await startServer(jellyfin);
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'sidelight.yaml'), configOf({ url, apiKey: jellyfin.apiKey }, `./${PLANTED.plugin}`));
    const made = await commandHere(['keys', 'create', PLANTED.madeKey], folder);
    expect(made.stderr).to.equal('');
    expect(made.status).to.equal(0);
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await jellyfin.close();
    temp.remove();
  });

  const doctor = (...flags: string[]): Promise<CommandResult> => commandHere(['doctor', ...flags], folder);

  it('tells versions, database, integrations, clocks, disk and permissions, and what is wrong', async () => {
    const { status, stdout, stderr } = await doctor();
    expect([status, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^ {2}sidelight +\d+\.\d+\.\d+$/m);
    expect(stdout).to.match(/^ {2}kind +SQLite 3\.\d+/m);
    expect(stdout).to.match(/^ {2}schema +\d+ steps$/m);
    expect(stdout).to.match(/^ {2}sound +yes$/m);
    expect(stdout).to.match(/^ {2}jellyfin 1 +ok, \d+\.\d+\.\d+, .*clock 60 min ahead of this machine$/m);
    expect(stdout).to.match(/^ {2}qbittorrent 1 +fails, unreachable/m);
    expect(stdout).to.match(/^ {2}third-party plugin 1 /m);
    expect(stdout).to.match(/^ {2}disk +\S+ \S+ free of /m);
    expect(stdout).to.match(/^ {2}data folder +700, owned by this user$/m);
    expect(stdout).to.match(/\d\. the clock of jellyfin 1 is 60 min ahead of this machine\n/);
    expect(stdout).to.match(/\d\. jellyfin 2 fails: auth_failed\n/);
    expect(stdout).to.match(/\d\. qbittorrent 1 fails: unreachable\n +Run `sidelight check`/);
    expect(stdout).to.match(/\d\. there are no backups\n/);
    expect(stdout.split('\n').length).to.be.below(70);
  });

  it('has no secret, address or name in it', async () => {
    const { stdout } = await doctor();
    expect(leaksIn(stdout, { url, port: new URL(url).port, key: jellyfin.apiKey })).to.deep.equal([]);
    expect(stdout).to.not.match(/https?:/);
    expect(stdout).to.not.match(/\d+\.\d+\.\d+\.\d+/);
    expect(stdout).to.not.include('@');
    // Paths of this repository are named, others not.
    expect(stdout.replaceAll('docs/install.md', '')).to.not.match(/\w\/\w/);
  });

  it('would notice each of them', () => {
    for (const [name, planted] of Object.entries(PLANTED)) expect(leaksIn(`about ${planted}`)).to.include(name);
  });

  it('changes nothing', async () => {
    const before = filesOf(folder);
    await doctor();
    expect(filesOf(folder)).to.deep.equal(before);
  });

  it('tells what it can where the config is wrong, without what stands there', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(
      file,
      `${configOf({ url, apiKey: PLANTED.apiKey }, `./${PLANTED.plugin}`)}  ${PLANTED.keyName}: { plugin: ${PLANTED.topic} }\n`,
    );
    const { status, stdout } = await doctor('--config', file);
    expect(status).to.equal(0);
    expect(stdout).to.match(/^ {2}not checked +config_invalid$/m);
    expect(stdout).to.match(/^ {2}schema +\d+ steps$/m);
    expect(leaksIn(stdout)).to.deep.equal([]);
    writeFileSync(file, `a: [${PLANTED.apiKey}`);
    const broken = await doctor('--config', file);
    expect(broken.stdout).to.match(/^ {2}not checked +config_syntax$/m);
    expect(leaksIn(broken.stdout)).to.deep.equal([]);
    rmSync(file);
  });

  it('knows a database that is damaged, and one of a newer version', async () => {
    const file = join(data, 'sidelight.db');
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.from(whole).fill(0xff, 100, 4096));
    expect((await doctor()).stdout).to.match(/\d\. Database: database_corrupt\n/);
    writeFileSync(file, whole);
    const db = await openDatabase({ kind: 'sqlite', file });
    await db('knex_migrations').insert({ name: `0999-${PLANTED.topic}`, batch: 9, migration_time: new Date() });
    await db.destroy();
    const { stdout } = await doctor();
    expect(stdout).to.match(/^ {2}schema +\d+ steps, from a newer version$/m);
    expect(stdout).to.match(/\d\. the database: database_newer\n +A newer version of Sidelight wrote it/);
    expect(leaksIn(stdout)).to.deep.equal([]);
    writeFileSync(file, whole);
  });

  it('says what is not there yet, and that a daemon runs', async () => {
    const elsewhere = join(folder, 'nothing-yet');
    expect((await doctor('--data', elsewhere)).stdout).to.match(/^ {2}kind +SQLite, not made yet$/m);
    expect(readdirSync(folder)).to.not.include('nothing-yet');
    const daemon: DaemonHere = await startHere();
    const flags = ['--data', join(daemon.folder, 'data')];
    try {
      expect((await doctor(...flags)).stdout).to.match(/^ {2}daemon +a daemon is running on it$/m);
    } finally {
      await daemon.stop();
    }
    expect((await doctor(...flags)).stdout).to.match(/^ {2}daemon +no daemon is running on it$/m);
    await daemon.dispose();
  });
});
