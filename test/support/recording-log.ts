/** A log that remembers its lines: "warn living-room is down: …". */
import type { Log } from '#core/ground/log.js';

export interface RecordingLog extends Log {
  readonly lines: readonly string[];
}

export function recordingLog(): RecordingLog {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const log: RecordingLog = {
    lines,
    debug: () => undefined,
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => log,
  };
  return log;
}
