/** Addresses that are written into the files of other programs, and therefore hold nothing that these might misread. */

const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:\d+)?$/i;
const PATH = /^(\/[\w.~%-]+)*\/?$/;

/** An http(s) address without user, query and fragment, whose host and path are of plain letters; else undefined. */
export function plainUrl(text: string): URL | undefined {
  if (/[?#\s\\]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const isAnonymous = url.username === '' && url.password === '' && !text.includes('@');
  return isWeb && isAnonymous && HOST.test(url.host) && PATH.test(url.pathname) ? url : undefined;
}
