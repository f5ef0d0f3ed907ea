/** The entry: a process for one command. */
import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './cli/run.js';

// A daemon beside others: the heap stays near what is alive, instead of growing until a collection is worth its while.
setFlagsFromString('--heap-growing-percent=20');

const { argv, env, stdout: out, stderr: err } = process;
// An open handle that a plugin left behind must not keep the process: it ends when its work has.
process.exit(await runCommandLine(argv.slice(2), { env, cwd: process.cwd(), out, err }));
