/** Somebody who is signed in to the pages: an administrator of this installation. */
export interface Visitor {
  readonly name: string;
  /** `password`: the administrator of the first run; `proxy`: a reverse proxy said so; else the integration that did. */
  readonly via: string;
}

export const OWN = 'password';
export const PROXY = 'proxy';
