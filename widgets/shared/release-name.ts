/** What the name of a release tells of its title. Pure. */

/** What ends the title in a release's name: a year, a season, a resolution. */
const TAIL = /[\s._([-]+((?:19|20)\d\d|s\d{1,3}(?:e\d+)?|season[\s._]\d+|\d{3,4}[pi])(?![a-z\d]).*$/i;
const SEASON = /[\s._([-]s\d{1,3}(?:e\d+)*(?![a-z\d])|season[\s._]\d/i;

/** Lower case, without accents and signs: "Amélie: The Film" → "amelie the film". */
export const normalTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** "The.General.1926.1080p.WEB-DL" → { title: 'the general', isShow: false }. */
export const readReleaseName = (name: string): { title: string; isShow: boolean } => ({
  title: normalTitle(name.replace(TAIL, '')),
  isShow: SEASON.test(name),
});

/** Of files and of what leads to them; what else stands behind a dot belongs to the name. */
const EXTENSION = /\.(?:mkv|mp4|m4v|avi|wmv|iso|torrent|nzb|rar|zip|flac|mp3|m4b|epub)$/i;

/** The same of every way in which a release's name is written: "The.General.1926.mkv", "The General 1926" → "the general 1926". */
export const releaseKey = (name: string): string =>
  name
    .trim()
    .replace(EXTENSION, '')
    .replace(/[\s._]+/g, ' ')
    .toLowerCase();
