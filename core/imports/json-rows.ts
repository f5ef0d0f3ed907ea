/** The rows of a large JSON file, one after the other: never more of it in memory than a part and a row. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { JSONParser } from '@streamparser/json';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';

export interface JsonRow {
  /** The key of the list that it stands in. */
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface JsonChunk {
  readonly rows: readonly JsonRow[];
  /** From 0 to 1. */
  readonly done: number;
}

const PART = 64 * 1024;

/**
 * @param path of the rows: `$.*.*.*`
 * @throws import_file
 */
export async function* jsonRows(file: string, path: string): AsyncGenerator<JsonChunk> {
  const { size } = await stat(file);
  const parser = new JSONParser({ paths: [path], keepStack: false });
  let rows: JsonRow[] = [];
  parser.onValue = ({ value, stack }) => {
    if (isRecord(value)) rows.push({ table: String(stack.at(-1)?.key ?? ''), row: value });
  };
  let read = 0;
  try {
    for await (const part of createReadStream(file, { highWaterMark: PART }) as AsyncIterable<Buffer>) {
      parser.write(part);
      read += part.length;
      yield { rows, done: read / size };
      rows = [];
    }
  } catch (error) {
    const place = read === 0 ? 'at its beginning' : `after ${read.toLocaleString('en-GB')} bytes`;
    throw new CodedError('import_file', `It is not JSON, or it is damaged ${place}`, { cause: error });
  }
  if (!parser.isEnded) throw new CodedError('import_file', 'It is not JSON, or it is incomplete');
}
