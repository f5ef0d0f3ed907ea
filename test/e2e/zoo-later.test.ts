/** What breaks after there was data: what is stored stays until the config does not name its integration any more. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { opsJobs, opsNotices } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { openDatabase } from '#core/cache/database.js';
import { loadFor } from '#core/cli/settings.js';
import { startDaemon } from '#core/daemon.js';
import { corePlays } from '#core/derivations/core-plays.js';
import { createLog } from '#core/ground/create-log.js';
import { LogTail } from '#core/ground/log-tail.js';
import { loadPlugins } from '#core/plugins/load.js';
import type { Settings } from '#core/settings/settings.js';
import { Written } from '../support/command-here.js';
import { type Requests, requestsTo } from '../support/requests.js';
import { type SkippingClock, skippingClock } from '../support/skipping-clock.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { changeVersion, copyZoo, databaseIn, logOf, lookInto, membersOf, SCOPE } from '../support/zoo.js';

const LOGS: Readonly<Record<string, string>> = {
  'stops-importing': 'zoo.walks',
  'imports-slowly': 'zoo.strolls',
  'becomes-a-snapshot': 'zoo.swims',
};
/** One whose module does not finish is waited for no longer. */
const IMPORT_MS = 500;

interface Life extends Requests {
  readonly key: string;
  readonly clock: SkippingClock;
  log(): string;
  stop(): Promise<void>;
}

let lives = 0;

describe('a plugin that breaks after it has had data', () => {
  let place: TempFolder;
  beforeEach(() => {
    place = tempFolder();
    copyZoo(place.path);
  });
  afterEach(() => place.remove());

  async function settingsFor(name: string, entry: string): Promise<Settings> {
    const config = join(place.path, 'sidelight.yaml');
    writeFileSync(config, `plugins: [./${name}]\nintegrations:\n  ${name}: ${entry}\n`);
    const flags = { config, data: join(place.path, 'data'), port: '0' };
    return (await loadFor({ flags, env: {}, cwd: place.path })).settings;
  }

  /** A start of its own, with the plugin as it is written now. */
  async function live(settings: Settings, name: string): Promise<Life> {
    const err = new Written();
    const log = createLog({ ...settings.log, secrets: () => [], stream: err });
    const clock = skippingClock();
    const plugins = await loadPlugins([`./${name}`], place.path, { installation: place.path, importMs: IMPORT_MS });
    const daemon = await startDaemon({ loaded: { settings, plugins }, log, tail: new LogTail(), clock });
    lives += 1;
    const { key } = await daemon.services.keys.create({ name: `life-${lives}`, scope: 'full' });
    return { ...requestsTo(daemon.url), key, clock, log: () => err.text, stop: () => daemon.stop() };
  }

  const walked = (life: Life, name: string) =>
    until(
      () => life.get(`/api/widgets/${name}`, life.key),
      ({ json }) => json['walks'] === 1,
    );

  const notices = (type: string): Promise<readonly string[]> =>
    until(
      () =>
        lookInto(place.path, async (cache) =>
          (await cache.rows(opsNotices, {}, SCOPE)).filter((row) => row.type === type).map(({ text }) => text),
        ),
      (texts) => texts.length > 0,
    );

  const stored = (name: string) =>
    lookInto(place.path, async (cache) => {
      const walks = await cache.rows(logOf(LOGS[name] ?? ''), {}, SCOPE);
      const plays = await cache.rows(corePlays, {}, SCOPE);
      return { walks: walks.length, cursor: await cache.cursor(name, 'walks'), plays: plays.length };
    });

  for (const [name, code] of membersOf('later').filter(([, code]) => code === 'plugin_import')) {
    it(`${name}: ${code}, and its rows, cursors and plays are there when it is back`, async () => {
      const settings = await settingsFor(name, '{ plays: true }');
      const first = await live(settings, name);
      await walked(first, name);
      await until(
        () => first.get('/api/widgets/nowplaying', first.key),
        ({ text }) => text.includes('Herons'),
      );
      await first.stop();
      const before = await stored(name);
      expect(before).to.deep.equal({ walks: 1, cursor: 'w1', plays: 1 });

      changeVersion(place.path, name, './later.js');
      const second = await live(settings, name);
      const told = await notices(code ?? '');
      expect(told[0]).to.include(`The plugin ./${name} cannot be loaded`);
      expect((await second.get('/api/widgets/nowplaying', second.key)).text).to.not.include('Herons');
      await second.stop();
      expect(await stored(name)).to.deep.equal(before);

      changeVersion(place.path, name, './index.js');
      const third = await live(settings, name);
      await walked(third, name);
      await third.stop();
    });
  }

  it('becomes-a-snapshot: port_changed, its rows are there, and nothing is added to them', async () => {
    const name = 'becomes-a-snapshot';
    const settings = await settingsFor(name, '{}');
    const first = await live(settings, name);
    await walked(first, name);
    await first.stop();

    changeVersion(place.path, name, './later.js');
    const second = await live(settings, name);
    expect(await notices('port_changed')).to.deep.equal([
      'zoo.swims was a log, now it is a snapshot: its rows are kept, and nothing is added',
    ]);
    const jobs = await until(
      () => lookInto(place.path, (cache) => cache.rows(opsJobs, {}, SCOPE)),
      (rows) => rows.some(({ result }) => result === 'failed'),
    );
    expect(jobs.map(({ message }) => message)).to.deep.equal(['zoo.swims was a log, now it is a snapshot']);
    expect((await second.get('/api/widgets/homepage', second.key)).status).to.equal(200);
    expect((await second.get(`/api/widgets/${name}`, second.key)).json).to.include({ walks: 1 });
    await second.stop();
    expect(await stored(name)).to.include({ walks: 1, cursor: 'w1' });

    changeVersion(place.path, name, './index.js');
    const third = await live(settings, name);
    await walked(third, name);
    expect(third.log()).to.not.include('now it is');
    await third.stop();
  });

  it('a database that fails at the start is no changed port: database_failed, until it works again', async () => {
    const settings = await settingsFor('good', '{}');
    const database = await openDatabase(databaseIn(place.path));
    const [row] = (await database.raw('SELECT COALESCE(MAX(serial), 0) AS last FROM ports')) as { last: number }[];
    // The tables of ports are numbered: every one that the start would make is there already.
    const taken = Array.from({ length: 60 }, (_, index) => `rows_${(row?.last ?? 0) + 1 + index}_zoo_animals`);
    for (const table of taken) await database.schema.createTable(table, (columns) => void columns.increments('id'));
    const life = await live(settings, 'good');
    const key = life.key;
    expect(life.log()).to.match(
      /The database could not create the port zoo\.animals, so its data is not stored: .*already exists/,
    );
    expect(life.log()).to.not.include('port_changed');
    expect((await life.get('/api/widgets/libraries', key)).status).to.equal(200);
    for (const table of taken) await database.schema.dropTable(table);
    await database.destroy();
    await until(
      () => {
        life.clock.skip(60_000);
        return lookInto(place.path, async (cache) => cache.fetchedAt('zoo.animals').has('good'));
      },
      (isThere) => isThere,
    );
    await life.stop();
  });
});
