/** Which versions of the contract a plugin may have been made for: the same major, no later minor. Pure. */
import { API_VERSION } from '@sidelight/plugin-api';

/** Whether this daemon offers what the version asks for: `1.2.0`. */
export function offers(wanted: string, offered: string = API_VERSION): boolean {
  const [major, minor] = numbersOf(wanted);
  const [ownMajor, ownMinor] = numbersOf(offered);
  return major === ownMajor && (minor ?? 0) <= (ownMinor ?? 0);
}

/** The same for a range of a package.json: `^1.0.0`, `>=1.1 <2`, `1.x || 2.x`. One without a lower bound asks for nothing. */
export function offersRange(range: string, offered: string = API_VERSION): boolean {
  const lowerBounds = range.split('||').map((one) => one.replace(/<=?\s*\S+/g, '').trim());
  return lowerBounds.some((bound) => !/^[v=^~>\s]*\d/.test(bound) || offers(bound, offered));
}

const numbersOf = (version: string): readonly (number | undefined)[] =>
  (/(\d+)(?:\.(\d+))?/.exec(version) ?? []).slice(1).map((part) => (part === undefined ? undefined : Number(part)));
