import type { SourceState } from '@sidelight/plugin-api';

/** `Offline`: nothing is configured. `Down`: configured, and nothing answers. */
export function linkFacts(...answers: readonly { readonly sources: readonly SourceState[] }[]) {
  const sources = answers.flatMap((answer) => answer.sources);
  const online = sources.some((source) => source.state !== 'down');
  const status = online ? ('Online' as const) : sources.length === 0 ? ('Offline' as const) : ('Down' as const);
  return { connected: online, status, statusText: status === 'Offline' ? 'Not connected' : status };
}
