/** The last lines of the log, for whoever has no terminal. In memory: a start begins anew, and each process has its own. */
import { LOG_LEVELS, type LogLevel } from './log.js';

export interface LogLine {
  /** Grows with each line. */
  readonly id: number;
  /** ISO. */
  readonly at: string;
  readonly level: LogLevel;
  /** The integration that it is about; '' for Sidelight itself. */
  readonly source: string;
  /** Without secrets, in several lines where it has a stack. */
  readonly text: string;
}

export interface LogQuery {
  /** This one and graver ones; not given: all. */
  readonly level?: LogLevel;
  /** '' for Sidelight itself; not given: all. */
  readonly source?: string;
  /** Somewhere in the text, whatever its case. */
  readonly text?: string;
  /** Older than the line with this id. */
  readonly before?: number;
  readonly most: number;
}

export const TAIL_LINES = 1000;
const LONGEST = 2000;

export class LogTail {
  private readonly lines: LogLine[] = [];
  private last = 0;

  add(line: Omit<LogLine, 'id'>): void {
    this.last += 1;
    const text = line.text.length <= LONGEST ? line.text : `${line.text.slice(0, LONGEST - 1)}…`;
    this.lines.push({ id: this.last, ...line, text });
    if (this.lines.length > TAIL_LINES) this.lines.shift();
  }

  /** The newest first. */
  list({ level = 'debug', source, text = '', before = Number.POSITIVE_INFINITY, most }: LogQuery): readonly LogLine[] {
    const wanted = text.toLowerCase();
    const rank = LOG_LEVELS.indexOf(level);
    const fits = (line: LogLine): boolean =>
      line.id < before &&
      LOG_LEVELS.indexOf(line.level) <= rank &&
      (source === undefined || line.source === source) &&
      line.text.toLowerCase().includes(wanted);
    return this.lines.toReversed().filter(fits).slice(0, most);
  }

  /** Those that have a line, sorted; '' is Sidelight itself. */
  sources(): readonly string[] {
    return [...new Set(this.lines.map(({ source }) => source))].sort();
  }
}
