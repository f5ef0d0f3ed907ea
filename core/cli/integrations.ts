/**
 * `sidelight forget` and `sidelight rename`: what to do with the rows of an integration that left or got another id. A daemon that runs
 * meanwhile notices within seconds.
 */
import { CodedError } from '../ground/errors.js';
import { renameSource } from '../ops/rename-source.js';
import { type Command, needed, print } from './command.js';
import { withCache } from './open.js';

const missing = (usage: string): string => `An integration's id is missing: sidelight ${usage}`;

export const forget: Command = async (input) => {
  const id = needed(input.args[0], missing(input.usage));
  await withCache(input, async (cache) => {
    if (!(await cache.sources()).has(id)) throw new CodedError('usage', `Nothing is stored of "${id}"`);
    await cache.forget(id, 'everything');
  });
  print(input.out, `${id} is forgotten. A running Sidelight syncs it anew if its config still has it.`);
  return 0;
};

export const rename: Command = async (input) => {
  const from = needed(input.args[0], missing(input.usage));
  const to = needed(input.args[1], missing(input.usage));
  await withCache(input, async (cache) => {
    const known = await cache.sources();
    if (!known.has(from)) throw new CodedError('usage', `Nothing is stored of "${from}"`);
    if (known.has(to) && input.flags.merge !== true) {
      throw new CodedError(
        'usage',
        `There are rows of "${to}" already: forget them first, or put both together with --merge`,
      );
    }
    await renameSource(cache, from, to);
  });
  print(input.out, `${from} is ${to} now: the config has to call it so, too.`);
  return 0;
};
