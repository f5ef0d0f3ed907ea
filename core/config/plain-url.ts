/** Addresses that are written into the files of other programs, and therefore hold nothing that these might misread. */

/** No user, query and fragment, and nothing that a shell, a template or a YAML file gives a meaning to. */
const PLAIN = /^https?:\/\/[\w.:[\]-]+(\/[\w.~%/-]*)?$/i;

/** An http(s) address of plain letters; undefined for everything else. */
export const plainUrl = (text: string): URL | undefined =>
  PLAIN.test(text) && URL.canParse(text) ? new URL(text) : undefined;
