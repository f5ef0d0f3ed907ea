/** The passwords that are tried first: a list of leaked ones, which the library keeps up to date. To be imported when one is chosen. */
import { dictionary } from '@zxcvbn-ts/language-common';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));

/** Capitals, and the digits and marks at the end that rules ask for, make a common password no better. */
export function isCommon(password: string): boolean {
  const plain = password.trim().toLowerCase();
  return common.has(plain) || common.has(plain.replace(/[^\p{L}]+$/u, ''));
}
