/** What a form of the key page came to, as its address says it and as it is told. */

interface Told {
  readonly isDone: boolean;
  readonly text: string;
}

export const OUTCOMES = {
  revoked: { isDone: true, text: 'The key is revoked: it is refused from now on.' },
  scope: { isDone: true, text: 'The scope is changed: it holds from the next request on.' },
  gone: { isDone: false, text: 'Nothing was changed: that key was revoked before.' },
  declared: { isDone: false, text: 'Nothing was changed: that key stands in the config, change it there.' },
} as const satisfies Record<string, Told>;

export type Outcome = keyof typeof OUTCOMES;

export const isOutcome = (text: string): text is Outcome => Object.hasOwn(OUTCOMES, text);
