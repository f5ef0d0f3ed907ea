/** A command that fetches a widget, ready to be pasted into a shell. */

/** @param path below the base URL */
export const curlWith = (key: string, baseUrl: string, path: string): string =>
  `curl -H 'x-api-token: ${key}' ${address(baseUrl + path)}`;

/** For a key that is not known here: the shell puts it in. */
export const curlWithVariable = (baseUrl: string, path: string): string =>
  `curl -H "x-api-token: $SIDELIGHT_KEY" ${address(baseUrl + path)}`;

/** The brackets of an IPv6 address mean something to a shell. */
const address = (url: string): string => (/[[\]]/.test(url) ? `-g '${url}'` : url);
