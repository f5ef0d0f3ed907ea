/** `sidelight forget` and `sidelight rename`: what to do with the rows of an integration that left or got another id. */
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
  print(input.out, `${id} is forgotten`);
  return 0;
};

export const rename: Command = async (input) => {
  const from = needed(input.args[0], missing(input.usage));
  const to = needed(input.args[1], missing(input.usage));
  await withCache(input, async (cache) => {
    const known = await cache.sources();
    if (!known.has(from)) throw new CodedError('usage', `Nothing is stored of "${from}"`);
    if (known.has(to)) throw new CodedError('usage', `There are rows of "${to}" already: forget them first`);
    await renameSource(cache, from, to);
  });
  print(input.out, `${from} is ${to} now`);
  return 0;
};
