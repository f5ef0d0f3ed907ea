/** What an upstream's push means: which sync tasks to run now. Its delivery is recorded by the core. */
export interface WebhookReceiver {
  receive(
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): { readonly event: string; readonly run: readonly string[] };
}
