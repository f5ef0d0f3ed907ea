/** The import that was begun on the page, one at a time: first a look at the file, then, when that is wanted, the import. */
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';
import type { Log } from '../ground/log.js';
import type { Clock } from '../time/clock.js';
import type { Progress } from './import-history.js';
import type { ImportOrder, Running, StartImport } from './import-process.js';
import type { Report } from './report.js';
import type { Spool } from './spool.js';

/** `looking` and `importing` go on; the others wait for somebody, `done` and `failed` only to be read. */
type Stage = 'looking' | 'looked' | 'importing' | 'done' | 'failed';

export interface Job {
  readonly order: Omit<ImportOrder, 'isDry'>;
  /** As whoever uploaded it calls it. */
  readonly name: string;
  readonly stage: Stage;
  readonly progress: Progress;
  /** Of the look, then of the import. */
  readonly report: Report | null;
  readonly error: string | null;
}

/** A file that nobody does anything with goes. */
const UNUSED_MS = 3_600_000;
const BEGIN: Progress = { done: 0, rows: 0, added: 0 };

export interface ImportJobsParts {
  readonly spool: Spool;
  readonly start: StartImport;
  readonly clock: Clock;
  readonly log: Log;
}

export class ImportJobs {
  private job: Job | null = null;
  private running: Running | null = null;
  private forget: () => void = () => undefined;
  private uploading = false;

  constructor(private readonly parts: ImportJobsParts) {}

  get current(): Job | null {
    return this.job;
  }

  /**
   * While a file comes nobody else's does, and the job before it has to be over.
   * @throws import_busy, and what `work` does
   */
  async upload(work: () => Promise<Pick<Job, 'order' | 'name'>>): Promise<void> {
    if (this.uploading || this.running !== null || this.job?.stage === 'looked')
      throw new CodedError('import_busy', 'Another import is running');
    this.uploading = true;
    try {
      await this.discard();
      const { order, name } = await work();
      this.job = { order, name, stage: 'looking', progress: BEGIN, report: null, error: null };
      this.begin(true);
    } finally {
      this.uploading = false;
    }
  }

  /** After a look. @throws import_busy */
  import(): void {
    if (this.job?.stage !== 'looked') throw new CodedError('import_busy', 'There is no file to import');
    this.job = { ...this.job, stage: 'importing', progress: BEGIN };
    this.begin(false);
  }

  /** Stops what goes on: what was imported stays. Else forgets the file. */
  async discard(): Promise<void> {
    if (this.running !== null) {
      this.running.stop();
      return;
    }
    this.forget();
    const { job } = this;
    this.job = null;
    if (job !== null) await this.parts.spool.drop(job.order.file);
  }

  /** Resolves when nothing of it is left. */
  async close(): Promise<void> {
    const { running } = this;
    running?.stop();
    // How it ended is told below; here only that it has.
    await running?.report.catch(() => undefined);
    await this.discard();
  }

  private begin(isDry: boolean): void {
    const { job, parts } = this;
    if (job === null) return;
    this.forget();
    const running = parts.start({ ...job.order, isDry }, (progress) => this.become({ progress }));
    this.running = running;
    void running.report.then(
      (report) => this.end(isDry && !report.isStopped ? 'looked' : 'done', { report }),
      (error: unknown) => this.end('failed', { error: messageOf(error) }),
    );
  }

  private end(stage: Stage, more: Partial<Job>): void {
    const { spool, clock, log } = this.parts;
    this.running = null;
    this.become({ ...more, stage });
    const { job } = this;
    if (job === null) return;
    const { report, order } = job;
    if (stage === 'done' && report?.isDry === false)
      log.info(`${report.added} plays of ${order.format} were imported into ${order.source}`);
    if (stage === 'failed') log.warn('an import failed', { format: order.format, error: job.error });
    const drop = (): void => {
      spool.drop(order.file).catch((error: unknown) => {
        log.warn('the file of an import could not be removed', { error: messageOf(error) });
      });
    };
    if (stage !== 'looked') {
      drop();
      return;
    }
    this.forget = clock.after(UNUSED_MS, () => {
      this.job = null;
      drop();
    });
  }

  private become(change: Partial<Job>): void {
    if (this.job !== null) this.job = { ...this.job, ...change };
  }
}
