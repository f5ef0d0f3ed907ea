/**
 * Runs the lines of a Dockerfile in order, without an engine: each stage is a folder that stands for `/`, and a RUN sees
 * nothing but that folder and the programs of this machine. Knows what ours needs, and throws at everything else.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { within } from './namespace.js';

export interface Stage {
  /** Stands for `/`. */
  readonly root: string;
  /** What it is built on. */
  readonly base: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly cmd: readonly string[];
  readonly health: readonly string[];
  readonly user: string;
  readonly volume: string;
}

export interface Engine {
  /** What is built from: paths below a folder. */
  readonly context: { readonly folder: string; readonly files: readonly string[] };
  /** Where stages are put. */
  readonly folder: string;
  /** Makes the stand-in of a base image, and says what a COPY finds in it elsewhere on this machine. */
  base(image: string, root: string): Readonly<Record<string, string>>;
  /** What of this machine a RUN sees. */
  readonly programs: readonly string[];
  /** What a RUN with this beginning finds prepared, or has done for it: `before` runs it afterwards. */
  readonly help: readonly Help[];
}

export interface Help {
  readonly begins: string;
  readonly when: 'before' | 'instead';
  act(place: { readonly folder: string; readonly command: string }): void;
}

interface Draft extends Stage {
  readonly elsewhere: Readonly<Record<string, string>>;
  env: Record<string, string>;
  workdir: string;
  cmd: readonly string[];
  health: readonly string[];
  user: string;
  volume: string;
}

interface Around {
  readonly engine: Engine;
  readonly stages: ReadonlyMap<string, Draft>;
}

export function buildImage(dockerfile: string, engine: Engine): Stage {
  const stages = new Map<string, Draft>();
  let stage: Draft | undefined;
  for (const [instruction, rest] of instructionsOf(readFileSync(dockerfile, 'utf8'))) {
    if (instruction === 'FROM') {
      const [base = '', name = 'last'] = rest.split(' AS ');
      const root = join(engine.folder, name);
      mkdirSync(join(root, 'tmp'), { recursive: true });
      const elsewhere = engine.base(base, root);
      stage = { root, base, elsewhere, env: {}, workdir: '/', cmd: [], health: [], user: 'root', volume: '' };
      stages.set(name, stage);
      continue;
    }
    const act = INSTRUCTIONS[instruction];
    if (act === undefined || stage === undefined) throw new Error(`${instruction} is not known here`);
    act(stage, rest, { engine, stages });
  }
  if (stage === undefined) throw new Error('there is no FROM');
  return stage;
}

function instructionsOf(text: string): readonly (readonly [string, string])[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, instruction, rest] = /^([A-Z]+) (.*[^\\])$/.exec(line) ?? [];
    if (instruction === undefined || rest === undefined) throw new Error(`an instruction stands on a line: ${line}`);
    return [instruction, rest];
  });
}

const INSTRUCTIONS: Readonly<Record<string, (stage: Draft, rest: string, around: Around) => void>> = {
  WORKDIR(stage, rest) {
    stage.workdir = rest;
    mkdirSync(join(stage.root, rest), { recursive: true });
  },
  ENV(stage, rest) {
    const at = rest.indexOf('=');
    stage.env[rest.slice(0, at)] = rest.slice(at + 1);
  },
  COPY: copy,
  RUN: run,
  USER(stage, rest) {
    stage.user = rest;
  },
  VOLUME(stage, rest) {
    if (!existsSync(join(stage.root, rest))) throw new Error(`VOLUME ${rest} is not there, so it would belong to root`);
    stage.volume = rest;
  },
  EXPOSE: () => undefined,
  CMD(stage, rest) {
    stage.cmd = JSON.parse(rest) as string[];
  },
  HEALTHCHECK(stage, rest) {
    stage.health = JSON.parse(rest.replace(/^.* CMD /, '')) as string[];
  },
};

function copy(stage: Draft, rest: string, { engine, stages }: Around): void {
  const words = rest.split(' ');
  const flags = Object.fromEntries(words.filter((word) => word.startsWith('--')).map((word) => word.split('=')));
  const paths = words.filter((word) => !word.startsWith('--'));
  const [sources, target = ''] = [paths.slice(0, -1), paths.at(-1)];
  const place = target.startsWith('/') ? join(stage.root, target) : join(stage.root, stage.workdir, target);
  const from: string | undefined = flags['--from'];
  if (from === undefined) {
    copyContext(engine.context, sources, place);
    return;
  }
  const other = stages.get(from);
  if (other === undefined) throw new Error(`there is no stage ${from}`);
  if (!target.endsWith('/')) throw new Error(`COPY into a folder: ${target} ends without /`);
  const owner = flags['--chown'] ?? '0:0';
  for (const source of sources) {
    const path = other.elsewhere[source.replace(/\/$/, '')] ?? join(other.root, source);
    // As an engine does it: of a folder its content is copied, and a pattern has to find something.
    const found = source.endsWith('/') ? `${path.replace(/\/$/, '')}/.` : path;
    sh(`mkdir -p '${place}' && cp -a --no-preserve=ownership ${found} '${place}'`);
  }
  if (flags['--chown'] !== undefined) sh(`chown -R ${owner} '${place}'`);
}

function copyContext({ folder, files }: Engine['context'], sources: readonly string[], place: string): void {
  for (const source of sources) {
    const chosen = source === '.' ? files : files.filter((file) => file === source);
    if (chosen.length === 0) throw new Error(`the context has no ${source}`);
    for (const file of chosen) {
      const copied = join(place, source === '.' ? file : basename(file));
      mkdirSync(dirname(copied), { recursive: true });
      cpSync(join(folder, file), copied, { preserveTimestamps: true });
    }
  }
}

function run(stage: Draft, command: string, { engine }: Around): void {
  const help = engine.help.find(({ begins }) => command.startsWith(begins));
  help?.act({ folder: join(stage.root, stage.workdir), command });
  if (help?.when === 'instead') return;
  const { root, workdir } = stage;
  const [program = '', ...args] = within(['sh', '-c', command], { root, workdir, sees: engine.programs });
  const env = { PATH: process.env['PATH'], HOME: '/root', ...stage.env };
  ended(command, spawnSync(program, args, { cwd: '/', env, encoding: 'utf8' }));
}

const sh = (command: string): void => ended(command, spawnSync('sh', ['-c', command], { encoding: 'utf8' }));

function ended(command: string, { status, stderr, error }: ReturnType<typeof spawnSync>): void {
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? String(stderr)}`);
}

/** The bytes of the files below these folders, as an engine counts a layer. */
export function bytesOf(folders: readonly string[]): number {
  const { stdout } = spawnSync('du', ['--summarize', '--apparent-size', '--bytes', '--total', ...folders], {
    encoding: 'utf8',
  });
  return Number(/^(\d+)\ttotal$/m.exec(stdout)?.[1]);
}
