/** Types, lint and format: what to run before a commit. */
import { bootstrap } from './bootstrap.mjs';
import { lint } from './run.mjs';

bootstrap();
if (!lint()) process.exit(1);
