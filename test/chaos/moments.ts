/** The moments at which a blow falls. Each leaves a household whose daemon is dead, or comes to itself again. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root, sidelight } from '../support/daemon.js';
import { oneOf } from '../support/random.js';
import { until } from '../support/until.js';
import { BAD_ANSWERS, type BadAnswer } from './bad-answers.js';
import { fakedTime, setClock } from './clock-step.js';
import type { House, HouseOptions } from './house.js';
import { leftIn } from './recount.js';
import { mountSmallDisk } from './small-disk.js';

/** How long commands and starts take here, about: a kill falls somewhere within. */
const COMMAND_MS = 900;
const START_MS = 1500;
const KILLS_IN_A_ROW = 3;
const RELEASED = join(root, 'test', 'fixtures', 'databases', '0.1.0', 'sidelight.sqlite.gz');

export interface Moment {
  readonly name: string;
  readonly options?: (folder: string) => HouseOptions;
  /** Before the first start. @returns what undoes it in the end */
  readonly prepare?: (house: House) => Promise<() => void>;
  /** Whether nothing is on record when it falls. */
  readonly isEarly?: boolean;
  readonly strike: (house: House) => Promise<void>;
}

async function kill(house: House): Promise<void> {
  await house.atSomeMoment(50);
  await house.kill();
}

const command = (house: House, ...args: string[]): string => {
  const { status, stdout, stderr } = sidelight([...args, '--data', house.data], {}, house.folder);
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return stdout.trim();
};

/** What is shown as a backup is whole, whatever was killed while it was made. */
async function demandWholeBackups(house: House): Promise<void> {
  const folder = join(house.data, 'backups');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  for (const name of names) {
    const { wrong } = await leftIn(join(folder, name));
    if (wrong.length > 0) throw new Error(`the backup ${name} is not whole: ${wrong.slice(0, 3).join('; ')}`);
  }
}

const backup: Moment = {
  name: 'backup',
  options: () => ({ config: 'backup: { every: 1s, keep: 2 }' }),
  async strike(house) {
    for (let n = 0; n < KILLS_IN_A_ROW; n++) await house.cutOff(['backup', '--data', house.data], COMMAND_MS);
    await kill(house);
    await demandWholeBackups(house);
    await house.start();
    command(house, 'backup');
    // While it runs, it removes old ones under the eyes of whoever looks.
    await house.stop();
    await demandWholeBackups(house);
  },
};

const restore: Moment = {
  name: 'restore',
  async strike(house) {
    const file = command(house, 'backup');
    await house.stop();
    for (let n = 0; n < KILLS_IN_A_ROW; n++) await house.cutOff(['restore', file, '--data', house.data], COMMAND_MS);
    // What is there is a whole one, the old or the new.
    const { plays } = await leftIn(house.file);
    if (plays.length === 0) throw new Error('a restore that was killed has left no database');
    command(house, 'restore', file);
  },
};

const migration: Moment = {
  name: 'migration',
  isEarly: true,
  async prepare(house) {
    mkdirSync(house.data, { recursive: true, mode: 0o700 });
    writeFileSync(house.file, gunzipSync(readFileSync(RELEASED)), { mode: 0o600 });
    for (const { source, id } of (await leftIn(house.file)).plays) house.inherited.add(`${source} ${id}`);
    return () => undefined;
  },
  async strike(house) {
    house.configure();
    const flags = ['--port=0', '--data', house.data, '--config', join(house.folder, 'sidelight.yaml')];
    for (let n = 0; n < KILLS_IN_A_ROW; n++) await house.cutOff(['serve', ...flags], START_MS);
  },
};

const fullDisk: Moment = {
  name: 'full disk',
  async prepare(house) {
    const disk = mountSmallDisk(house.data);
    disks.set(house, disk);
    return disk.remove;
  },
  async strike(house) {
    const disk = disks.get(house);
    if (disk === undefined) throw new Error('there is no disk');
    disk.fill();
    house.watch('Faust');
    await house.atSomeMoment(4000);
    const isKilledFull = house.random() < 0.5;
    if (isKilledFull) await kill(house);
    disk.free();
    if (!isKilledFull) {
      await house.recorded();
      await kill(house);
    }
  },
};
const disks = new WeakMap<House, ReturnType<typeof mountSmallDisk>>();

const deletedFile: Moment = {
  name: 'deleted file',
  async strike(house) {
    for (const end of ['', '-wal', '-shm']) rmSync(house.file + end, { force: true });
    await until(
      () => house.daemon.get('/readyz'),
      ({ status }) => status === 503,
    );
    await kill(house);
    // What was in it is gone by the user's own hand: that it is told is what matters.
    house.forget();
  },
};

/** Ten minutes, a day, and a year, both ways. */
const STEPS = [600, -600, 86_400, -86_400, 31_536_000, -31_536_000] as const;
/** Looks that are further apart read as a pause: what is watched after it is another play. */
const RESUME_S = 30 * 60;
/** So much is credited beyond what was last heard, at the most; a step and the way back do it once each. */
const SLACK_S = 30;

const clockStep: Moment = {
  name: 'clock step',
  options: (folder) => ({ env: fakedTime(folder) }),
  async strike(house) {
    const step = oneOf(STEPS, house.random);
    house.toleranceSeconds = 2 * SLACK_S;
    house.mayBeParted = Math.abs(step) > RESUME_S;
    setClock(house.folder, step);
    await house.atSomeMoment(3000);
    if (house.random() < 0.5) {
      await kill(house);
      await house.start();
      await house.atSomeMoment(1000);
    }
    setClock(house.folder, 0);
    await house.atSomeMoment(1000);
    await kill(house);
  },
};

const KINDS = Object.keys(BAD_ANSWERS) as readonly BadAnswer[];
/** A changed entry is asked for at once. */
const ASKED_S = 30;
/** So many kinds in a round: three rounds have them all. */
const AT_A_TIME = 7;

const badAnswers = (part: number): Moment => ({
  name: 'bad answers',
  async strike(house) {
    const kinds = KINDS.slice(part * AT_A_TIME, (part + 1) * AT_A_TIME);
    const fatal = oneOf(kinds, house.random);
    for (const kind of kinds) {
      const before = house.liar.lies();
      house.badly(kind);
      if (house.isRunning) house.reload();
      else await house.start();
      await until(house.liar.lies, (lies) => lies > before, ASKED_S);
      await house.atSomeMoment(300);
      const { status } = await house.daemon.get('/healthz');
      if (status !== 200) throw new Error(`/healthz answered ${status} to ${kind}`);
      if (kind === fatal) await kill(house);
    }
    house.badly(null);
    if (house.isRunning) house.reload();
  },
});

const firstSync: Moment = {
  name: 'first sync',
  isEarly: true,
  async strike(house) {
    await house.start();
    await house.atSomeMoment(1500);
    await kill(house);
  },
};

const sync: Moment = {
  name: 'sync',
  async strike(house) {
    await house.atSomeMoment(1500);
    await kill(house);
  },
};

const reload: Moment = {
  name: 'reload',
  async strike(house) {
    house.reload();
    await kill(house);
  },
};

export const MOMENTS: readonly Moment[] = [
  firstSync,
  sync,
  reload,
  backup,
  restore,
  migration,
  fullDisk,
  deletedFile,
  clockStep,
  ...[0, 1, 2].map(badAnswers),
];
