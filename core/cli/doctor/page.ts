/**
 * The page of `sidelight doctor`, to be pasted where everybody reads it. What it says is made of our own words, figures, codes of
 * errors and ids of bundled plugins: no text of the config, of an upstream or of the system gets into it.
 */
import { CodedError, ERRORS, type ErrorId } from '../../ground/errors.js';

/** What is wrong, and how to mend it. */
export interface Finding {
  readonly what: string;
  readonly mend: string;
}

export interface Section {
  readonly title: string;
  readonly lines: readonly (readonly [what: string, how: string])[];
  readonly findings: readonly Finding[];
}

/** The table's own hint: that of an error may name a path. */
export const findingOf = (where: string, code: ErrorId): Finding => ({
  what: `${where}: ${code}`,
  mend: ERRORS[code].hint,
});

/** A section that cannot be made says by a code why not. */
export async function sectionOf(title: string, make: () => Promise<Omit<Section, 'title'>>): Promise<Section> {
  try {
    return { title, ...(await make()) };
  } catch (error) {
    if (error instanceof CodedError) {
      return { title, lines: [['not checked', error.code]], findings: [findingOf(title, error.code)] };
    }
    return { title, lines: [['not checked', systemCode(error)]], findings: [] };
  }
}

/** ENOENT and the like, else the kind of error: messages hold paths. */
export function systemCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^E[A-Z0-9_]{2,30}$/.test(code)) return code;
  return error instanceof Error && /^[A-Z][A-Za-z]{2,30}$/.test(error.name) ? error.name : 'an error';
}

/** What somebody else calls his version, as far as it is one. */
export function versionOf(text: string | undefined): string | undefined {
  const found = /^v?\d{1,6}(?:\.\d{1,6}){0,4}(?=$|[-+ ])/.exec(text ?? '');
  return found?.[0];
}

export function pageOf(sections: readonly Section[]): string {
  const widest = Math.max(...sections.flatMap(({ lines }) => lines.map(([what]) => what.length)));
  const parts = sections.map(({ title, lines }) =>
    [title, ...lines.map(([what, how]) => `  ${what.padEnd(widest)}  ${how}`)].join('\n'),
  );
  const findings = sections.flatMap((section) => section.findings);
  const told = findings.map(({ what, mend }, index) => `  ${index + 1}. ${what}\n     ${mend}`);
  const wrong = told.length === 0 ? ['  nothing found'] : told;
  return [...parts, ['Problems', ...wrong].join('\n')].join('\n\n');
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`;
}

const MINUTE = 60_000;

export function durationText(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.round(ms / 1000)} s`;
  if (ms < 120 * MINUTE) return `${Math.round(ms / MINUTE)} min`;
  return ms < 2880 * MINUTE ? `${Math.round(ms / 60 / MINUTE)} h` : `${Math.round(ms / 1440 / MINUTE)} days`;
}

export const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
