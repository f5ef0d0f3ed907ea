/** JSONata, with limits: an expression of the YAML must not be able to hold up the daemon. */
import { createRequire } from 'node:module';
import { messageOf } from '@sidelight/plugin-api';
import type jsonata from 'jsonata';

/** Loads JSONata with the first expression: every start imports this plugin, and few have an entry for it. */
const load = createRequire(import.meta.url);

/** How long one expression may take, in milliseconds. */
const TIME_MS = 500;
/** How deep it may call itself. */
const DEPTH = 200;
/** How many elements a list may have that it makes. */
const LENGTH = 100_000;

export interface Expression {
  readonly text: string;
  /** Over JSON data. Rejects with a sentence when it cannot be evaluated. */
  evaluate(data: unknown): Promise<unknown>;
}

/** @throws Error with a sentence that says what is wrong, and where */
export function compile(text: string): Expression {
  const compiled = parse(text);
  return {
    text,
    async evaluate(data) {
      try {
        return plain(await compiled.evaluate(data));
      } catch (error) {
        throw new Error(sentence(error), { cause: error });
      }
    },
  };
}

function parse(text: string): jsonata.Expression {
  try {
    const make = load('jsonata') as typeof jsonata;
    return make(text, { timeout: TIME_MS, stack: DEPTH, sequence: LENGTH });
  } catch (error) {
    throw new Error(sentence(error), { cause: error });
  }
}

/** JSONata throws plain objects with a message and the position in the text. */
function sentence(error: unknown): string {
  const { message, position } = Object(error) as { readonly message?: unknown; readonly position?: unknown };
  const text = typeof message === 'string' ? message : messageOf(error);
  return typeof position === 'number' ? `${text} (at character ${position})` : text;
}

/** Its lists carry marks of their own, and functions are values to it. */
function plain(value: unknown): unknown {
  if (value === undefined || typeof value === 'function') return undefined;
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}
