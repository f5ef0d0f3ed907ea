/** Which requests come from pages of other sites. Pure. */

/** Whether a browser says that a form was sent by a page of another site. */
export interface Sender {
  /** Sec-Fetch-Site: told by browsers on https and localhost, and by no page. */
  readonly site: string | undefined;
  readonly origin: string | undefined;
  /** As the browser sees it: the Host header, or what a trusted proxy says that it was. */
  readonly host: string | undefined;
  readonly publicUrl: string | undefined;
}

/**
 * The other site, in words; null when it is our own. What is no browser says nothing of itself: the token of the form
 * has to do.
 */
export function otherSite({ site, origin, host, publicUrl }: Sender): string | null {
  if (site !== undefined) return OWN_SITES.has(site) ? null : (origin ?? 'another site');
  if (origin === undefined) return null;
  const { protocol, host: sender } = URL.canParse(origin) ? new URL(origin) : NOWHERE;
  if (sender === '') return 'another site';
  const own = [host === undefined ? '' : `${protocol}//${host}`, publicUrl ?? ''];
  return own.some((url) => URL.canParse(url) && new URL(url).host === sender) ? null : origin;
}

const NOWHERE = { protocol: '', host: '' };
/** `none`: the reader’s own doing, such as loading the answer to a form again. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);
