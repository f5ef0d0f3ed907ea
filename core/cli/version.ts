import { installedVersion } from '../ground/installation.js';
import { type Command, print } from './command.js';

export const version: Command = {
  usage: 'version',
  summary: 'print the version',
  async run({ out }) {
    print(out, installedVersion());
    return 0;
  },
};
