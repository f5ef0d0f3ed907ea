/** `npm run record-case <plugin> <case> -- --url http://…`: what `sidelight-plugin record` does, for any plugin that a start finds. */
import { authorTools, here } from './author/command.mjs';
import { findPlugins } from './author/find-plugin.mjs';

const { RECORD_FLAGS, RECORD_OPTIONS, exitCode, readArgs, record, refuse } = await authorTools();

const USAGE = `npm run record-case <plugin> <case> -- --url http://… [--config file.yaml] [--steps check,task:…] [--out folder] [--force]
  <plugin>  the id of a bundled plugin, or a folder
${RECORD_FLAGS}`;

async function recordOne() {
  const { values, positionals } = readArgs(process.argv.slice(2), RECORD_OPTIONS, { most: 2, usage: USAGE });
  const [named, name] = positionals;
  if (named === undefined || name === undefined) return refuse(USAGE);
  const [found] = (await findPlugins([named], here())).found;
  if (found === undefined) return refuse(`there is no plugin ${named}`);
  if (!('plugin' in found)) return refuse(`The plugin ${found.origin} cannot be used: ${found.message}`);
  return record(found, { name, values, here: here(), usage: USAGE });
}

process.exit(await exitCode(recordOne));
