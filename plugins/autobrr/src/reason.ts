/** What autobrr says of a push, without what may hold a key. Pure. */

/** A release as the program prints it, with its address: "{Name  http://… 0 Indexer torrent …}". */
const PRINTED = /\{[^{}"]*\}/g;
const ADDRESS = /\b[a-z][a-z\d+.-]*:(?:\/\/|\?)[^\s"'<>)\]}]+/gi;
/** "tcp 10.0.0.2:8080", "[::1]:8080", "tracker.example.org:443/…" */
const HOST =
  /(?:\b(?:\d{1,3}\.){3}\d{1,3}\b|\[[\da-f:]+\]|\b[\w-]+(?:\.[\w-]+)*(?=:\d{2,5}\b))(?::\d{2,5}\b)?(?:\/[^\s"',;:]*)?/gi;
/** Keys that were told without the address that they belong to. */
const KEY = /\b(?:pass_?key|auth_?key|torrent_pass|api_?key|rss_?key|token)=[^\s&"']+|\b[\da-f]{24,}\b/gi;
const LONGEST = 300;

export function withoutAddresses(text: string): string {
  const shown = text
    .replace(PRINTED, '…')
    .replace(ADDRESS, '…')
    .replace(KEY, '…')
    .replace(HOST, '…')
    .replace(/…(?:[\s"':]*…)+/g, '…')
    .trim();
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown;
}
