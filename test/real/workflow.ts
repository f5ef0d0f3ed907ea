/** A workflow file of the code host, as far as its steps can be run without that host. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface Job {
  readonly needs?: string | readonly string[];
  readonly steps: readonly Step[];
  readonly strategy?: {
    readonly matrix: {
      readonly include?: readonly Readonly<Record<string, string>>[];
      readonly node?: readonly number[];
    };
  };
}

export const jobsOf = (file: string): Readonly<Record<string, Job>> =>
  (parse(readFileSync(file, 'utf8')) as { jobs: Record<string, Job> }).jobs;

/** The commands of a job, in order, for one entry of its matrix. */
export const commandsOf = (job: Job, matrix: Readonly<Record<string, string>> = {}): readonly string[] =>
  job.steps.flatMap(({ run }) => run?.replaceAll(/\$\{\{ matrix\.(\w+) \}\}/g, (_, name) => matrix[name] ?? '') ?? []);

/** Programs that need the network, as ones that write down how they were called. */
export function standIns(folder: string, programs: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, acts] of Object.entries(programs)) {
    const script = `#!/bin/bash\nset -eu\necho "${name} $*" >> "${join(folder, 'called')}"\n${acts}\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
  return folder;
}

/** A step as a runner runs it. @throws when it fails */
export function runStep(command: string, cwd: string, env: Readonly<Record<string, string>>): string {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|SIDELIGHT_)/.test(name));
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', command], {
    cwd,
    env: { ...Object.fromEntries(own), ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command}: ${stderr}${stdout}`);
  return stdout + stderr;
}
