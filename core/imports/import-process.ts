/** An import in a process of its own: a million rows keep nobody waiting who asks the daemon, and leave no memory behind. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CodedError } from '../ground/errors.js';
import { installation } from '../ground/installation.js';
import type { Settings } from '../settings/settings.js';
import type { Progress } from './import-history.js';
import type { Report } from './report.js';

export interface ImportOrder {
  readonly format: string;
  readonly file: string;
  readonly source: string;
  readonly zone: string;
  readonly isDry: boolean;
}

export interface Running {
  /** Rejects with import_file. */
  readonly report: Promise<Report>;
  /** After the present commit. */
  stop(): void;
}

export type StartImport = (order: ImportOrder, onProgress: (progress: Progress) => void) => Running;

/** The same command as on a command line, with the config of this daemon. */
export const startImport =
  ({ file: config, dataDir }: Pick<Settings, 'file' | 'dataDir'>): StartImport =>
  ({ format, file, source, zone, isDry }, onProgress) => {
    const around = ['--data', dataDir, ...(config === null ? [] : ['--config', config])];
    const how = ['--source', source, '--zone', zone, '--json', ...(isDry ? ['--dry-run'] : [])];
    const child = spawn(process.execPath, [program(), 'import', format, file, ...how, ...around], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let report: Report | undefined;
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = JSON.parse(line) as { readonly progress?: Progress; readonly report?: Report };
      if (told.progress !== undefined) onProgress(told.progress);
      report = told.report ?? report;
    });
    const ended = new Promise<Report>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => {
        if (report !== undefined) return resolve(report);
        const [message = ''] = said.replace(/^sidelight: /, '').split('\n  ');
        reject(new CodedError('import_file', message.trim() || 'The import ended without saying why'));
      });
    });
    return { report: ended, stop: () => void child.kill('SIGTERM') };
  };

/** Of this installation, as it was built. */
function program(): string {
  const bundle = join(installation, 'core', 'dist', 'bundle', 'main.js');
  return existsSync(bundle) ? bundle : join(installation, 'core', 'dist', 'main.js');
}
