#!/usr/bin/env node
/** The command of a clone: makes it ready, then runs it in this same process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from './bootstrap.mjs';

bootstrap(['run']);
await import(pathToFileURL(join(root, 'core', 'dist', 'bundle', 'main.js')).href);
