/** The log of the daemon: one line per event on standard error, as text or JSON, with every known secret blotted out. */
import { Writable } from 'node:stream';
import { redact } from '@sidelight/plugin-api/errors';
import winston from 'winston';
import type { Log, LogLevel } from './log.js';
import type { LogTail } from './log-tail.js';

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
  /** Asked at each line: the secrets of the running config. */
  readonly secrets: () => readonly string[];
  /** Where lines go; standard error by default. */
  readonly stream?: NodeJS.WritableStream;
  /** What is to remember the last lines. */
  readonly tail?: LogTail;
}

export function createLog(options: LogOptions): Log {
  const { combine, timestamp, json, printf } = winston.format;
  const isText = options.format === 'text';
  const blot = winston.format((info) => {
    const key = Symbol.for('message');
    const line = info[key as unknown as string];
    if (typeof line !== 'string') return info;
    const blotted = redact(line, options.secrets());
    info[key as unknown as string] = (isText ? asOneEvent(blotted) : blotted).replace(TURNING, spelt);
    return info;
  });
  const { tail } = options;
  const remembering =
    tail === undefined ? [] : [new winston.transports.Stream({ stream: into(tail, options.secrets) })];
  const logger = winston.createLogger({
    level: options.level,
    format: combine(timestamp(), isText ? printf(asText) : json(), blot()),
    transports: [new winston.transports.Stream({ stream: options.stream ?? process.stderr }), ...remembering],
  });
  return wrap(logger);
}

/** As lines of the tail: what stands in columns of their own is no part of the text. */
const into = (tail: LogTail, secrets: () => readonly string[]): Writable =>
  new Writable({
    objectMode: true,
    write({ timestamp, level, integration, ...info }: winston.Logform.TransformableInfo, _encoding, done) {
      const text = asOneEvent(redact(`${info.message}${metaText(info)}`, secrets())).replace(TURNING, spelt);
      const source = typeof integration === 'string' ? integration : '';
      tail.add({ at: String(timestamp), level: level as LogLevel, source, text });
      done();
    },
  });

/** As one object: winston takes a `%s` of a message, which may be somebody's address of a page, for a place to put the rest. */
const wrap = (logger: winston.Logger): Log => {
  const write = (level: LogLevel) => (message: string, meta?: object) => void logger.log({ ...meta, level, message });
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (meta) => wrap(logger.child(meta)),
  };
};

function asText(info: winston.Logform.TransformableInfo): string {
  const { timestamp, level, ...rest } = info;
  return `${timestamp} ${level.padEnd(5)} ${info.message}${metaText(rest)}`;
}

const metaText = ({ message: _, ...meta }: object & { readonly message: unknown }): string =>
  Object.entries(meta)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');

/** They turn the direction of what is shown beside them, so that one line could pass for another. */
const TURNING = /\p{Bidi_Control}/gu;
/** As JSON spells it, too. */
const spelt = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Further lines, such as those of a stack, are indented: only an event begins at the left. Other control characters are
 * spelt out. What somebody sent can neither pass for a line of ours nor steer a terminal.
 */
const asOneEvent = (text: string): string =>
  text
    .replace(/\r?\n/g, '\n    ')
    .replace(/(?![\n\t])\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
