/** Every pack that can be made, as texts. Pure. */
import type { Pack, PackInput } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { fileText } from './file-text.js';

export interface ComposedFile {
  /** Below `/widgets/`, and below `--out`. */
  readonly path: string;
  readonly text: string;
}

export interface ComposedPack {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** At least one. */
  readonly files: readonly ComposedFile[];
  /** `homarr-2.zip`, all files in one; null when there is one only. */
  readonly archive: string | null;
}

export interface PackFault {
  readonly pack: string;
  /** The end of a sentence. */
  readonly fault: string;
  /** It makes no file of what it was given. */
  readonly isEmpty: boolean;
}

export interface Composition {
  readonly packs: readonly ComposedPack[];
  readonly faults: readonly PackFault[];
}

/** The listing of all packs, beside their files. */
export const INDEX = 'index.json';

const NO_FILE = 'it makes no file';

const PATH = /^[a-z0-9][\w-]*(\.[\w-]+)*(\/[a-z0-9][\w-]*(\.[\w-]+)*)*$/i;

/** A pack that throws, or takes the path of an earlier one, is left out as a whole. */
export function composePacks(packs: readonly Pack[], input: PackInput): Composition {
  const steps = composing(packs, input);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same in steps of one pack each, so that whoever has other things to do can do them in between. */
export function* composing(packs: readonly Pack[], input: PackInput): Generator<void, Composition, void> {
  const made: ComposedPack[] = [];
  const faults: PackFault[] = [];
  const owners = new Map<string, string>([[INDEX, 'Sidelight itself']]);
  for (const pack of packs) {
    const result = compose(pack, input, owners);
    if (typeof result === 'string') {
      faults.push({ pack: pack.id, fault: result, isEmpty: result === NO_FILE });
    } else {
      made.push(result);
      for (const { path } of result.files) owners.set(path, `the pack ${pack.id}`);
    }
    yield;
  }
  return { packs: made, faults };
}

function compose(pack: Pack, input: PackInput, owners: ReadonlyMap<string, string>): ComposedPack | string {
  const { id, title, summary } = pack;
  try {
    const files = pack.files(input).map((file): ComposedFile => ({ path: file.path, text: fileText(file) }));
    const archive = files.length > 1 ? `${id}.zip` : null;
    return filesFault(files, owners) ?? { id, title, summary, files, archive };
  } catch (error) {
    return `it fails: ${messageOf(error)}`;
  }
}

function filesFault(files: readonly ComposedFile[], owners: ReadonlyMap<string, string>): string | undefined {
  if (files.length === 0) return NO_FILE;
  const seen = new Set<string>();
  for (const { path } of files) {
    if (!PATH.test(path) || path.endsWith('.zip')) return `its path ${path} must look like folder/file.json`;
    const owner = seen.has(path) ? 'another file of its own' : owners.get(path);
    if (owner !== undefined) return `its path ${path} is taken by ${owner}`;
    seen.add(path);
  }
  return undefined;
}
