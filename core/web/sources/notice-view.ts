import type { Severity } from '@sidelight/plugin-api';
import type { Tone } from './source-state.js';

/** A notice, or something else that needs attention. */
export interface NoticeView {
  readonly tone: Tone;
  /** "Error". */
  readonly severity: string;
  readonly text: string;
}

const SEVERITIES: Readonly<Record<Severity, Omit<NoticeView, 'text'>>> = {
  error: { tone: 'bad', severity: 'Error' },
  warn: { tone: 'warn', severity: 'Warning' },
  info: { tone: 'idle', severity: 'Note' },
};

export const noticeView = (severity: Severity, text: string): NoticeView => ({ ...SEVERITIES[severity], text });
