/**
 * Runs the lines of a Dockerfile in order, without an engine: each stage is a folder that stands for its root. Knows what
 * ours needs, and throws at everything else.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Stage {
  /** Stands for `/`. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** Within the stage. */
  readonly workdir: string;
  readonly cmd: readonly string[];
  readonly health: readonly string[];
  readonly user: string;
}

export interface Engine {
  /** What is built from: paths below a folder. */
  readonly context: { readonly folder: string; readonly files: readonly string[] };
  /** Where stages are put. */
  readonly folder: string;
  /** Paths of a stage that commands name as they stand: they become paths below its root. */
  readonly paths: readonly string[];
  /** What a RUN with this beginning finds prepared, or has done for it: `before` runs it afterwards. */
  readonly help: readonly Help[];
}

export interface Help {
  readonly begins: string;
  readonly when: 'before' | 'instead';
  act(place: { readonly root: string; readonly workdir: string }): void;
}

interface Draft {
  root: string;
  env: Record<string, string>;
  workdir: string;
  cmd: readonly string[];
  health: readonly string[];
  user: string;
}

export function buildImage(dockerfile: string, engine: Engine): Stage {
  const stages = new Map<string, Draft>();
  let stage: Draft | undefined;
  for (const [instruction, rest] of instructionsOf(readFileSync(dockerfile, 'utf8'))) {
    if (instruction === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      stage = { root: join(engine.folder, name), env: {}, workdir: '/', cmd: [], health: [], user: 'root' };
      mkdirSync(stage.root, { recursive: true });
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
  const lines = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^([A-Z]+) (.*)$/.exec(line));
  return lines.map((match) => {
    if (match === null) throw new Error('an instruction stands on a line');
    return [match[1] ?? '', match[2] ?? ''];
  });
}

interface Around {
  readonly engine: Engine;
  readonly stages: ReadonlyMap<string, Draft>;
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
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1];
  const [source = '', target = ''] = words.slice(from === undefined ? 0 : 1);
  const place = target.startsWith('/') ? join(stage.root, target) : join(stage.root, stage.workdir, target);
  if (from !== undefined) {
    const other = stages.get(from);
    if (other === undefined) throw new Error(`there is no stage ${from}`);
    shell(`mkdir -p "${place}" && cp -a "${join(other.root, source)}/." "${place}"`, stage.root, {});
    return;
  }
  const { folder, files } = engine.context;
  const chosen = source === '.' ? files : files.filter((file) => file === source);
  if (chosen.length === 0) throw new Error(`the context has no ${source}`);
  for (const file of chosen) {
    const copied = source === '.' ? join(place, file) : place;
    mkdirSync(dirname(copied), { recursive: true });
    cpSync(join(folder, file), copied, { preserveTimestamps: true });
  }
}

function run(stage: Draft, command: string, { engine }: Around): void {
  const workdir = join(stage.root, stage.workdir);
  const help = engine.help.find(({ begins }) => command.startsWith(begins));
  help?.act({ root: stage.root, workdir });
  if (help?.when === 'instead') return;
  shell(below(command, stage.root, engine.paths), workdir, stage.env);
}

/** A command with the paths of a stage as paths below its root. */
export const below = (command: string, root: string, paths: readonly string[]): string =>
  paths.reduce((text, path) => text.replaceAll(new RegExp(`(?<![\\w/])${path}\\b`, 'g'), join(root, path)), command);

function shell(command: string, cwd: string, env: Readonly<Record<string, string>>): void {
  const { status, stderr, error } = spawnSync('sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
}
