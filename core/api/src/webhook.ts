/** What a push means. */
export interface WebhookMeaning {
  readonly event: string;
  /** Sync tasks to run now. */
  readonly run: readonly string[];
  /** Tasks to run once more, where the upstream shows a little later what it has told of; after ten minutes at most. */
  readonly again?: { readonly run: readonly string[]; readonly afterMs: number };
}

/** Says of an upstream's push which sync tasks to run. Its delivery is recorded by the core. */
export interface WebhookReceiver {
  /** Headers in which the upstream sends the secret by itself, beside those that Sidelight takes from any: 'Access-Token'. */
  readonly secretHeaders?: readonly string[];
  receive(body: unknown, headers: Readonly<Record<string, string>>): WebhookMeaning;
}
