/** Where to go after a sign-in: a page below our base path, and nothing that a browser could take for another host. */
const HERE = 'http://here';
/** To be sent there again would be of no use. */
const NOWHERE = /^\/(?:login|logout|setup)(?:[/?#]|$)/;

/**
 * @param text as it came with the request, without the base path
 * @param base '' or '/path'
 */
export function localPath(text: string, base: string): string {
  const isPlain = /^\/(?![/\\])[!-~]*$/.test(text) && !text.includes('\\') && !NOWHERE.test(text);
  if (!isPlain || !URL.canParse(base + text, HERE)) return '/';
  const { origin, pathname } = new URL(base + text, HERE);
  return origin === HERE && pathname.startsWith(`${base}/`) && !pathname.startsWith('//') ? text : '/';
}
