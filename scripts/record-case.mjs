/** `npm run record-case <plugin> <case> -- --url http://…`: a case made from what a real service answers. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { here, readArgs, refuse, run, say, shown } from './author/command.mjs';
import { entryIn, settingsIn, stepsIn } from './author/entries.mjs';
import { findPlugins } from './author/find-plugin.mjs';
import { caseFault } from './author/verify.mjs';
import { bootstrap } from './bootstrap.mjs';

const USAGE = `npm run record-case <plugin> <case> -- --url http://… [--config file.yaml] [--steps check,task:…] [--out folder] [--force]
  <plugin>  the id of a bundled plugin, or a folder
  --config  a file with the entry: a whole config, the plugin's fields alone, or integration: and steps: as in a case;
            \${NAME} and file: are filled in
  --steps   what to do: check, task:<id>, fragment:<port>, restart; not given: the check, every task, every fragment
  --out     where the folder of the case is made; not given: test/cases of the plugin
  --force   replaces the case if there is one`;

const OPTIONS = {
  url: { type: 'string' },
  config: { type: 'string' },
  steps: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
};

/** Where the case goes. @throws when there is one already */
function folderOf({ folder }, name, { out, force }) {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) refuse(`${name} is no name for a case: it is like my-case`);
  if (out === undefined && !statSync(folder).isDirectory())
    refuse('a plugin of one file has no folder for cases: name one with --out');
  const target = out === undefined ? join(folder, 'test', 'cases', name) : resolve(here(), out, name);
  if (existsSync(target) && force !== true)
    refuse(`${target} is there already: choose another name, or replace it with --force`);
  return target;
}

async function entryOf({ plugin }, { url, config }) {
  const fields = config === undefined ? {} : await entryIn(resolve(here(), config), plugin.id);
  const entry = url === undefined ? fields : { ...fields, url };
  if (plugin.local !== true && entry.url === undefined) refuse(`where is the service? Name it with --url\n${USAGE}`);
  const { sampleConfig } = await import('@sidelight/plugin-api/testing');
  try {
    sampleConfig(plugin, entry);
  } catch (error) {
    refuse(`${error.message}: put it into a file and name that with --config`);
  }
  return entry;
}

const stepsOf = ({ steps, config }) =>
  steps?.split(',').map((step) => step.trim()) ?? (config === undefined ? undefined : stepsIn(resolve(here(), config)));

function written(folder, recorded, writeCase) {
  try {
    return writeCase(folder, recorded);
  } catch (error) {
    return refuse(error.message);
  }
}

function tell({ step, error, health, published, rows }) {
  const name = step.padEnd(28);
  if (error !== undefined) return say(`  ${name} ${error.code}: ${error.message}`);
  if (health !== undefined) return say(`  ${name} ${[health.name, health.version].filter(Boolean).join(' ') || 'ok'}`);
  const counts = (published ?? []).map(({ port, items, upsert }) => `${(items ?? upsert).length} of ${port}`);
  return say(`  ${name} ${rows === undefined ? counts.join(', ') || 'done' : `${rows.length} rows`}`);
}

run(async () => {
  const { values, positionals } = readArgs({ options: OPTIONS, most: 2, usage: USAGE });
  const [named, name] = positionals;
  if (named === undefined || name === undefined) refuse(USAGE);
  bootstrap();
  const [found] = (await findPlugins([named], here())).found;
  if (found === undefined) refuse(`there is no plugin ${named}`);
  if (!('plugin' in found)) refuse(`The plugin ${found.origin} cannot be used: ${found.message}`);
  const { recordCase, writeCase } = await import('@sidelight/plugin-api/testing');
  const { messageOf } = await import('@sidelight/plugin-api');
  const folder = folderOf(found, name, values);
  const entry = await entryOf(found, values);
  const steps = await stepsOf(values);
  const settings = values.config === undefined ? {} : await settingsIn(resolve(here(), values.config), found.plugin.id);
  const options = { settings, ...(steps === undefined ? {} : { steps }) };
  const recorded = await recordCase(found.plugin, entry, options).catch((error) =>
    refuse(`nothing was recorded: ${messageOf(error)}`),
  );
  for (const outcome of recorded.outcomes) tell(outcome);
  const files = written(folder, recorded, writeCase);
  say(`${recorded.upstream.length} calls recorded in ${shown(folder)}: ${files.join(', ')}`);
  const wrong = await caseFault(found.plugin, folder);
  if (wrong !== undefined) refuse(`The case does not pass when it is played back: ${wrong}`);
  say(
    'The case passes when it is played back. Look through its files before you commit them: secrets, addresses and the name',
  );
  say('of the host are replaced by examples, but titles and the names of users are those of your service.');
  return 0;
});
