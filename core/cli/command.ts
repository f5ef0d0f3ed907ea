/** What every command of `sidelight` is given, and what it is. */
import type { Writable } from 'node:stream';
import { CodedError } from '../ground/errors.js';

export interface Flags {
  readonly config?: string;
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly 'log-level'?: string;
  readonly demo?: boolean;
  readonly strict?: boolean;
  readonly scope?: string;
  readonly expires?: string;
  readonly widgets?: string;
  readonly actions?: string;
  readonly networks?: string;
  readonly viewers?: string;
  readonly 'hide-addresses'?: boolean;
  readonly dashboard?: string;
  readonly query?: string;
  readonly all?: boolean;
  readonly starter?: boolean;
  readonly only?: string;
  readonly out?: string;
  readonly 'base-url'?: string;
  readonly merge?: boolean;
  readonly user?: string;
  readonly title?: string;
  readonly since?: string;
  readonly source?: string;
  readonly suspect?: boolean;
  readonly json?: boolean;
  readonly zone?: string;
  readonly 'dry-run'?: boolean;
  readonly yes?: boolean;
}

export interface CommandInput {
  readonly flags: Flags;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Results; a command's standard output holds nothing else. */
  readonly out: Writable;
  /** What is worth knowing beside them. */
  readonly err: Writable;
  /** Every form of the command, each a line. */
  readonly usage: string;
}

/** Resolves with the exit code. Throws CodedError. */
export type Command = (input: CommandInput) => Promise<number>;

/** A command before it is loaded: what it needs is loaded with it. */
export interface CommandEntry {
  /** Its forms. What stands there is all that it takes, beside the flags of every command; `<id …>` stands for any number. */
  readonly usage: readonly string[];
  readonly summary: string;
  load(): Promise<Command>;
}

export const print = (out: Writable, line = ''): void => void out.write(`${line}\n`);

/** An argument that a command cannot do without. @throws usage, with the sentence */
export function needed(value: string | undefined, sentence: string): string {
  if (value === undefined || value === '') throw new CodedError('usage', sentence);
  return value;
}
