/** Documents with commands, and the reader who runs them. */
import { mkdirSync } from 'node:fs';
import { expect } from 'chai';
import { type Reader, readAloud, startsItself } from './doc-shell.js';
import { type Document, documents } from './documents.js';
import { freePort } from './free-port.js';

const SIDELIGHT = 7780;
/** Others that documents name. */
const OTHER_PORTS = [17780, 18099];
/** Begin with nothing though they do not start Sidelight as the others do: they need that none runs. */
const ALONE = new Set(['docs/backups.md', 'docs/writing-a-plugin.md']);

export const commanding = documents().filter(({ blocks }) => blocks.some(({ language }) => language === 'sh'));
export const isAlone = (document: Document): boolean => ALONE.has(document.path) || startsItself(document);

/** @param given the port is that of Sidelight */
export async function readerWith(given: Pick<Reader, 'cwd' | 'home' | 'port' | 'npx'>): Promise<Reader> {
  mkdirSync(given.home, { recursive: true });
  const others = await Promise.all(OTHER_PORTS.map(async (named) => [named, await freePort()] as const));
  return { ...given, ports: new Map([[SIDELIGHT, given.port], ...others]) };
}

/** Every command ends well. */
export async function readThrough(document: Document, reader: Reader): Promise<void> {
  const { status, output } = await readAloud(document, reader);
  expect(status, `${document.path}\n${output}`).to.equal(0);
}
