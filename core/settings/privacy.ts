/** What a dashboard, or whoever is told of events, need not know. Shared by everything that has readers of its own. */
export const VIEWERS = ['names', 'initials', 'none'] as const;
export type Viewers = (typeof VIEWERS)[number];

export interface Privacy {
  /** How people are called: by name, by initials, or not at all. */
  readonly viewers: Viewers;
  /** Hosts and urls of the household are left out. */
  readonly hidesAddresses: boolean;
}

/** In the YAML, of a key, a webhook and a broker. */
export interface PrivacySettings {
  readonly viewers?: Viewers;
  readonly addresses?: 'show' | 'hide';
}

/** null: everything is shown. */
export function privacyOf({ viewers = 'names', addresses = 'show' }: PrivacySettings): Privacy | null {
  const hidesAddresses = addresses === 'hide';
  return viewers === 'names' && !hidesAddresses ? null : { viewers, hidesAddresses };
}

export const isViewers = (text: string): text is Viewers => (VIEWERS as readonly string[]).includes(text);

/** The same text for the same; '' where everything is shown. */
export const privacyKey = (privacy: Privacy | null | undefined): string =>
  privacy === null || privacy === undefined ? '' : `${privacy.viewers}${privacy.hidesAddresses ? '-hidden' : ''}`;

/** What is not shown, in words. */
export const privacyText = ({ viewers, hidesAddresses }: Privacy): readonly string[] => [
  ...(viewers === 'names' ? [] : [viewers === 'initials' ? 'people by initials' : 'nobody’s name']),
  ...(hidesAddresses ? ['no addresses'] : []),
];
