/** `sidelight import` beside a daemon that runs, and without one. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { historyFile } from '../support/histories.js';
import { until } from '../support/until.js';

const USERS = { ab5609bbfce6649fc1e36d5aebe97b51: 'Ada', c128379e98b585da49d7c1ddf5f728b8: 'Ben' };

describe('sidelight import', () => {
  let jellyfin: FakeJellyfin;
  let folder: string;
  let daemon: DaemonHere;
  let backup: string;

  const config = (more = ''): string => `timezone: Europe/Berlin
history: { minPlaySeconds: 60 }
${more}
integrations:
  home: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }
`;
  const importing = (...args: readonly string[]) =>
    commandHere(
      ['import', ...args, '--data', join(folder, 'data'), '--config', join(folder, 'sidelight.yaml')],
      folder,
    );
  const lines = (text: string): readonly string[] => text.trimEnd().split('\n');
  const synced = async (): Promise<string> => {
    const key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/users', key),
      ({ json }) => json['users'] === 2,
    );
    return key;
  };

  beforeEach(async () => {
    jellyfin = await startFakeJellyfin({ items: 30 });
    folder = makeFolder();
    // The users of the file are those of the server.
    let text = readFileSync(historyFile('jellystat-backup.json'), 'utf8');
    for (const [id, name] of Object.entries(USERS))
      text = text.replaceAll(id, Buffer.from(name).toString('hex').padEnd(32, '0'));
    backup = join(folder, 'backup.json');
    writeFileSync(backup, text);
    daemon = await startHere({ folder, config: config() });
  });
  afterEach(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  it('is noticed by the daemon beside it, and adds nothing the second time', async () => {
    const key = await synced();
    const first = await importing('jellystat', backup);
    expect(first.status, first.stderr).to.equal(0);
    expect(lines(first.stdout)).to.include.members([
      '47 rows read, 33 plays added, 3 h 33 min watched, from 2026-09-25 to 2026-11-22',
      '7 rows skipped: they were played for less than history.minPlaySeconds in the config',
      'ada: 12 plays, as Ada',
      'linus: 10 plays; no such user on home, so the name stays unchanged',
    ]);
    expect(first.stderr).to.include(
      'Jellystat, backup.json: plays of home; times without a zone are read as Europe/Berlin',
    );
    const { json } = await until(
      () => daemon.get('/api/widgets/watch', key),
      ({ json }) => Number(json['secondsAll']) > 0,
    );
    expect(json).to.include({ secondsAll: 12_832 });
    await until(
      async () => daemon.log(),
      (log) => log.includes('the history of home was changed by a command'),
    );
    const shown = await daemon.get('/api/widgets/activity?limit=1', key);
    expect((shown.json['items'] as readonly object[])[0]).to.include({
      ...{ origin: 'imported', title: 'Sintel', viewer: 'Ada', playedAt: '2026-11-22T08:29:40.000Z' },
    });
    const again = await importing('jellystat', backup);
    expect(lines(again.stdout)[0]).to.equal('47 rows read, 0 plays added');
    expect(again.stdout).to.include('33 rows skipped: they were imported before');
  });

  it('only reports when it is asked to, also as JSON', async () => {
    const key = await synced();
    const dry = await importing('jellystat', backup, '--dry-run');
    expect(lines(dry.stdout)[0]).to.include('33 plays would be added');
    expect(lines(dry.stdout).at(-1)).to.equal('Nothing was written: run it without --dry-run to import');
    const json = lines((await importing('jellystat', backup, '--dry-run', '--json')).stdout);
    expect((JSON.parse(json.at(-1) ?? '') as { report: object }).report).to.include({ added: 33, isDry: true });
    expect((await daemon.get('/api/widgets/watch', key)).json).to.include({ secondsAll: 0 });
  });

  it('works while no daemon runs, with people of the config', async () => {
    await synced();
    await daemon.stop();
    const zoned = await importing('jellystat', backup, '--zone', 'UTC', '--source', 'home');
    expect(zoned.status, zoned.stderr).to.equal(0);
    daemon = await startHere({ folder, config: config('people: { Admiral: ["home:linus"] }') });
    const key = await synced();
    const { json } = await daemon.get('/api/widgets/activity?limit=50', key);
    const items = json['items'] as readonly { readonly viewer: string; readonly playedAt: string }[];
    expect(items[0]).to.include({ playedAt: '2026-11-22T09:29:40.000Z' });
    expect(items.filter(({ viewer }) => viewer === 'Admiral')).to.have.length(10);
  });

  it('says what is wrong, and what to do', async () => {
    await synced();
    const cases: readonly (readonly [args: readonly string[], status: number, text: string])[] = [
      [[], 2, 'name the program'],
      [['jellystats', backup], 2, 'did you mean "jellystat"?'],
      [['jellystat'], 2, 'name the file: a backup (.json)'],
      [['jellystat', 'nowhere.json'], 2, 'cannot be read: ENOENT'],
      [['jellystat', folder], 2, 'is not a file'],
      [['jellystat', backup, '--zone', 'Berlin'], 2, '"Berlin" is not a time zone'],
      [['jellystat', backup, '--source', 'away'], 1, 'away is not a media server of this Sidelight: there is home'],
      [['tautulli', backup], 1, 'It is not a Tautulli database\n  Nothing more was imported'],
    ];
    for (const [args, status, text] of cases) {
      const result = await importing(...args);
      expect(result.status, text).to.equal(status);
      expect(result.stderr).to.include(text);
    }
  });

  it('asks whose plays they are where there are several servers, and where there is none', async () => {
    await synced();
    const second = `  away: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }\n`;
    await daemon.reload(config() + second);
    await until(
      () => importing('jellystat', backup, '--dry-run'),
      ({ stderr }) => stderr.includes('Choose the media server that the plays belong to: away or home'),
    );
    await daemon.stop();
    const other = makeFolder();
    const none = await commandHere(['import', 'jellystat', backup, '--data', join(other, 'data')], other);
    expect(none.stderr).to.include('Plays belong to a media server, and none has synced yet');
    expect(existsSync(join(other, 'data'))).to.equal(true);
  });
});
