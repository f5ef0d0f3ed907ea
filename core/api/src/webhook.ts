/** What an upstream's push means: which sync tasks to run now. Its delivery is recorded by the core. */
export interface WebhookReceiver {
  /** Headers in which the upstream sends the secret by itself, beside those that Sidelight takes from any: 'Access-Token'. */
  readonly secretHeaders?: readonly string[];
  receive(
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): { readonly event: string; readonly run: readonly string[] };
}
