/** A plugin that works, to be changed into the one that is wanted. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { misshape } from '../host/plugin-shape.js';
import type { AnyPort } from '../port.js';
import * as vocabulary from '../vocabulary/index.js';
import { type Arguments, refuse, say, shown } from './command.js';
import type { Files, NewPlugin } from './new-files.js';

export const NEW_OPTIONS = {
  title: { type: 'string' },
  port: { type: 'string', default: 'download.queue' },
  out: { type: 'string' },
  ts: { type: 'boolean' },
} as const;

export const NEW_FLAGS = `  <id>     like my-service
  --title  how people know it; not given: made of the id
  --port   what it fills at first: an id of the vocabulary`;

/** What the author asked for. @throws Refusal */
export function newPlugin(id: string | undefined, values: Arguments['values'], usage: string): NewPlugin {
  if (id === undefined) return refuse(usage);
  const wrong = misshape({ id, title: id, create: () => ({}) });
  if (wrong !== undefined) refuse(`${wrong}: lower-case letters, digits and single hyphens, a letter first`);
  const title = String(values['title'] ?? titleOf(id)).trim();
  if (!/^[^\p{Cc}*`{}|]+$/u.test(title)) refuse('the title must be one line of plain text, without * ` { } |');
  return { id, title, ...portNamed(String(values['port'])) };
}

const titleOf = (id: string): string => id.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());

const ports: readonly (readonly [name: string, port: AnyPort])[] = Object.entries(vocabulary).filter(
  (entry): entry is [string, (typeof entry)[1] & AnyPort] => 'keep' in entry[1] && 'item' in entry[1],
);

/** The port and the name that it is exported by. */
function portNamed(id: string): Pick<NewPlugin, 'port' | 'portName'> {
  // What Sidelight says of itself is not for plugins to say; of health it is the part that is about their upstream.
  if (id.startsWith('ops.') && id !== 'ops.health') refuse(`${id} is reserved for Sidelight: choose another port`);
  const found = ports.find(([, port]) => port.id === id);
  if (found !== undefined) return { portName: found[0], port: found[1] };
  const ids = ports.map(([, port]) => port.id).sort();
  const kin = ids.filter((one) => one.split('.')[0] === id.split('.')[0]);
  return refuse(
    `there is no port ${id}; ${kin.length === 0 ? `there are: ${ids.join(', ')}` : `did you mean ${kin.join(' or ')}?`}`,
  );
}

/** @throws Refusal when the folder holds something */
export function writeFiles(folder: string, files: Files, here: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) refuse(`${folder} is not empty: choose another folder`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    say(`  ${shown(join(folder, path), here)}`);
  }
}
