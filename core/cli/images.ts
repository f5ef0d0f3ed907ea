/** `sidelight images revoke`: makes the addresses of all pictures worthless, beside a running daemon or without one. */
import { CodedError } from '../ground/errors.js';
import { ImageAddresses } from '../images/addresses.js';
import { type Command, print } from './command.js';
import { auditOf, COMMAND_LINE, withDatabase } from './open.js';

export const images: Command = async (input) => {
  const [verb] = input.args;
  if (verb !== 'revoke') {
    const sentence = verb === undefined ? 'the verb is missing' : `unknown verb "${verb}"`;
    throw new CodedError('usage', `images: ${sentence}\n  ${input.usage}`);
  }
  await withDatabase(input, async (database, settings) => {
    await new ImageAddresses(database).revoke();
    await auditOf(database, settings).record({ kind: 'key', who: COMMAND_LINE, route: 'images.revoked', target: '' });
  });
  print(input.out, 'The addresses of all pictures were revoked. A running daemon notices within 10 seconds.');
  return 0;
};
