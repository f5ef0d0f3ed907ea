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
    if (!(await cache.sources()).has(id)) throw new CodedError('usage', `Nothing is stored for "${id}"`);
    await cache.forget(id, 'everything');
  });
  print(
    input.out,
    `Everything stored for ${id} was removed. If the config still has it, a running Sidelight syncs it again.`,
  );
  return 0;
};

export const rename: Command = async (input) => {
  const from = needed(input.args[0], missing(input.usage));
  const to = needed(input.args[1], missing(input.usage));
  await withCache(input, async (cache) => {
    const known = await cache.sources();
    if (!known.has(from)) throw new CodedError('usage', `Nothing is stored for "${from}"`);
    if (known.has(to) && input.flags.merge !== true) {
      throw new CodedError(
        'usage',
        `Data is already stored for "${to}": forget it first, or combine both with --merge`,
      );
    }
    await renameSource(cache, from, to);
  });
  print(input.out, `${from} is now called ${to}. Rename it in the config as well.`);
  return 0;
};
