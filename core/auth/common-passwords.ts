/** The passwords that are tried first: a list of leaked ones, which the library keeps up to date. */

let loading: Promise<ReadonlySet<string>> | undefined;

/** Read when a password is chosen, which is seldom. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

/** Capitals, and the digits and marks at the end that rules ask for, make a common password no better. */
export async function isCommon(password: string): Promise<boolean> {
  loading ??= load();
  const common = await loading;
  const plain = password.trim().toLowerCase();
  return common.has(plain) || common.has(plain.replace(/[^\p{L}]+$/u, ''));
}
