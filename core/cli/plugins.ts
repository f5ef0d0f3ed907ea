/** `sidelight plugins`: which plugins there are, where each comes from, and why one cannot be used. */
import { type Command, print } from './command.js';
import { loadFor } from './settings.js';

export const plugins: Command = {
  usage: 'plugins',
  summary: 'list the plugins that can be used',
  async run(input) {
    const { plugins: set } = await loadFor(input);
    for (const { plugin, origin } of set.loaded)
      print(input.out, `${plugin.id.padEnd(20)}  ${plugin.title.padEnd(20)}  ${origin}`);
    for (const { origin, message } of set.failures) print(input.out, `FAIL  ${origin}  ${message}`);
    return set.failures.length === 0 ? 0 : 1;
  },
};
