/** What a render is told beside its answers, and whether it looked at the time. */
import type { RenderContext } from '@sidelight/plugin-api';

export interface WatchedContext {
  readonly context: RenderContext;
  /** true once `now` or `zone` was read: what was rendered changes as time goes by. */
  usedTime(): boolean;
}

export function watchedContext(now: Date, zone: string, limit: number): WatchedContext {
  let used = false;
  const context: RenderContext = {
    limit,
    get now() {
      used = true;
      return now;
    },
    get zone() {
      used = true;
      return zone;
    },
  };
  return { context, usedTime: () => used };
}
