/** The entry: a process for one command. */
import 'reflect-metadata';
import { runCommandLine } from './cli/run.js';

const { argv, env, stdout: out, stderr: err } = process;
// An open handle that a plugin left behind must not keep the process: it ends when its work has.
process.exit(await runCommandLine(argv.slice(2), { env, cwd: process.cwd(), out, err }));
