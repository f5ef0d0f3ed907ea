import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { UpstreamCall } from './http-mock.js';
import { leakIn, type RecordedCase } from './record-case.js';

/** A longer answer gets a file of its own, so that `upstream.json` can be read. */
const LONG = 4_000;

/**
 * Writes `config.yaml`, `upstream.json`, `expected.json`, and a file for each long answer, in the place of what the folder held.
 * @returns the names of the files
 * @throws when a secret is still in one of them; nothing is written then
 */
export function writeCase(folder: string, recorded: RecordedCase): readonly string[] {
  const files = filesOf(recorded);
  for (const [name, text] of files) {
    if (leakIn(text, recorded.secrets) !== undefined)
      throw new Error(`a secret of the config is still in ${name}: nothing was written`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  return files.map(([name]) => name);
}

type File = readonly [name: string, text: string];

function filesOf({ config, upstream, outcomes }: RecordedCase): readonly File[] {
  const answers: File[] = [];
  const calls = upstream.map((call, index) => {
    const { response, ...rest } = call;
    const text = typeof response === 'string' ? response : JSON.stringify(response ?? '');
    if (text.length <= LONG) return call;
    const name = `${index + 1}-${slugOf(call)}${extensionOf(call)}`;
    answers.push([name, text]);
    return { ...rest, responseFile: name };
  });
  return [
    ['config.yaml', stringify(config, { lineWidth: 0 })],
    ['upstream.json', `${JSON.stringify(calls, null, 2)}\n`],
    ['expected.json', `${JSON.stringify(outcomes, null, 2)}\n`],
    ...answers,
  ];
}

/** What was asked for, as far as the path says it: "/api/v3/queue?page=1" is queue. */
function slugOf({ path }: UpstreamCall): string {
  const last = path.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? 'answer';
  return (
    last
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40) || 'answer'
  );
}

function extensionOf({ response, rawHeaders }: UpstreamCall): string {
  if (typeof response !== 'string') return '.json';
  const type = String(rawHeaders?.['Content-Type'] ?? '');
  return type.includes('html') ? '.html' : type.includes('xml') ? '.xml' : '.txt';
}
