import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface HoldScript {
  /** The folder that holds nothing but the script. */
  readonly folder: string;
  readonly name: string;
  /** Lets every run of it end, now and later. */
  letGo(): void;
}

/** A post-processing script that runs until it is let go. `success`: the exit code that the client takes for success. */
export function holdScript(parent: string, success: number): HoldScript {
  const folder = join(parent, 'scripts');
  const name = 'hold.sh';
  const flag = join(parent, 'held');
  mkdirSync(folder);
  writeFileSync(flag, '');
  const lines = [
    '#!/bin/sh',
    '##############################################################################',
    '### NZBGET POST-PROCESSING SCRIPT                                          ###',
    '# Waits.',
    '### NZBGET POST-PROCESSING SCRIPT                                          ###',
    '##############################################################################',
    `while [ -e '${flag}' ]; do sleep 0.2; done`,
    `exit ${success}`,
  ];
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o755 });
  return { folder, name, letGo: () => rmSync(flag, { force: true }) };
}
