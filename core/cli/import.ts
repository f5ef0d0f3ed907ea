/** `sidelight import …`: takes over the history that another program wrote, beside a running daemon or without one. */
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type CoreSettings, systemZone } from '../config/to-settings.js';
import { CodedError } from '../ground/errors.js';
import { stayNearWhatIsAlive } from '../ground/heap.js';
import { nearest } from '../ground/nearest.js';
import { FORMATS } from '../imports/formats/formats.js';
import { importHistory, type Progress } from '../imports/import-history.js';
import type { Report } from '../imports/report.js';
import { reportLines } from '../imports/report-text.js';
import { mediaServers, targetOf } from '../imports/target.js';
import type { Format } from '../imports/told.js';
import { isZone } from '../time/local-time.js';
import { type Command, type CommandInput, needed, print } from './command.js';
import { withHistory } from './open.js';

const STEPS = 20;

export const importCommand: Command = async (input) => {
  const { flags, args, usage, cwd } = input;
  const format = formatNamed(needed(args[0], `import: name the program\n  ${usage}`));
  const file = resolve(cwd, needed(args[1], `import: name the file: ${format.file}\n  ${usage}`));
  await demandFile(file);
  // Rows come and go: what is alive is little.
  stayNearWhatIsAlive();
  const stopping = stopBySignal();
  try {
    return await withHistory(input, async (cache, settings) => {
      const source = targetOf(mediaServers(cache), flags.source);
      const zone = zoneOf(flags.zone, settings);
      const onProgress = flags.json === true ? jsonProgress(input) : textProgress(input);
      if (flags.json !== true) announce(input, format, file, source, zone);
      const order = { read: await format.load(), file, source, zone, scratch: settings.dataDir };
      const isDry = flags['dry-run'] === true;
      const parts = { cache, settings, signal: stopping.signal, onProgress };
      const report = await importHistory({ ...order, isDry }, parts);
      tell(report, source, input);
      return report.isStopped ? 1 : 0;
    });
  } finally {
    stopping.end();
  }
};

function formatNamed(name: string): Format {
  const ids = FORMATS.map(({ id }) => id);
  const found = FORMATS.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const guess = nearest(name, ids);
  const hint = guess === undefined ? `choose one of ${ids.join(', ')}` : `did you mean "${guess}"?`;
  throw new CodedError('usage', `import: "${name}" is not supported: ${hint}`);
}

async function demandFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new CodedError('usage', `${file} cannot be read: ${error.code ?? error.message}`, { cause: error });
  });
  if (!found.isFile()) throw new CodedError('usage', `${file} is not a file`);
}

/** @throws usage */
function zoneOf(asked: string | undefined, settings: CoreSettings): string {
  const zone = asked ?? settings.timezone ?? systemZone();
  if (!isZone(zone)) throw new CodedError('usage', `"${zone}" is not a time zone: write one such as Europe/Berlin`);
  return zone;
}

/** The first Ctrl+C ends it in good order, after the present commit; the second one at once. */
function stopBySignal() {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  const end = (): void => {
    for (const signal of signals) process.off(signal, stop);
  };
  return { signal: stopping.signal, end };
}

function announce({ err }: CommandInput, format: Format, file: string, source: string, zone: string): void {
  const times = format.isLocal ? `; times without a zone are read as ${zone} (--zone)` : '';
  print(err, `${format.title}, ${basename(file)}: plays of ${source}${times}`);
}

type OnProgress = (progress: Progress) => void;

function textProgress({ err }: CommandInput): OnProgress {
  let step = 0;
  return ({ done, rows, added }) => {
    const now = Math.floor(done * STEPS);
    if (now <= step || now === STEPS) return;
    step = now;
    print(err, `${Math.floor(done * 100)} %: ${rows} rows, ${added} plays`);
  };
}

const PROGRESS_MS = 250;

/** For a program that watches: a line for each quarter of a second at most. */
function jsonProgress({ out }: CommandInput): OnProgress {
  let toldAt = 0;
  return (progress) => {
    const now = performance.now();
    if (now - toldAt < PROGRESS_MS) return;
    toldAt = now;
    print(out, JSON.stringify({ progress }));
  };
}

function tell(report: Report, source: string, { out, flags }: CommandInput): void {
  const lines = flags.json === true ? [JSON.stringify({ report })] : reportLines(report, source);
  for (const line of lines) print(out, line);
}
