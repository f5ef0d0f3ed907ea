/** The entry: a process for one command. */
import 'reflect-metadata';
import { keepCompiled } from './ground/compile-cache.js';

const { argv, env, stdout: out, stderr: err } = process;
keepCompiled(argv.slice(2), env);
// Only what is imported from here on is kept.
const { runCommandLine } = await import('./cli/run.js');
// An open handle that a plugin left behind must not keep the process: it ends when its work has.
process.exit(await runCommandLine(argv.slice(2), { env, cwd: process.cwd(), out, err }));
