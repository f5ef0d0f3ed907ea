import { type Command, print } from './command.js';

const FLAGS = `Flags
  -c, --config <file>     the YAML; else $SIDELIGHT_CONFIG, ./sidelight.yaml, ./config/sidelight.yaml, /config/sidelight.yaml
  -p, --port <port>       7780
      --host <address>    127.0.0.1
  -d, --data <folder>     data
      --log-level <level> error, warn, info or debug
      --demo              a made-up, moving world instead of your config
      --strict            refuse to start when a plugin cannot be used
Each flag has a variable: SIDELIGHT_PORT, SIDELIGHT_HOST, SIDELIGHT_DATA, SIDELIGHT_LOG_LEVEL, SIDELIGHT_CONFIG.`;

/** @param commands asked late: help is one of them */
export const help = (commands: () => Readonly<Record<string, Command>>): Command => ({
  usage: 'help',
  summary: 'print this',
  async run({ out }) {
    print(out, 'sidelight <command> [flags]\n');
    for (const { usage, summary } of Object.values(commands())) print(out, `  ${usage}\n      ${summary}`);
    print(out, `\n${FLAGS}`);
    return 0;
  },
});
