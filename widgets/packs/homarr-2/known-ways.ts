/** How the actions of the vocabulary are offered: in words of their own. */
import {
  downloadPause,
  downloadRemove,
  mediaFlaws,
  repairRefresh,
  requestAct,
  sessionMessage,
  sessionStop,
} from '@sidelight/plugin-api';

export interface Way {
  readonly label: string;
  /** Asked before it is done. */
  readonly question: string;
  readonly destructive: boolean;
  /** The rest of the action's input. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The field of the input that takes a text of the viewer. */
  readonly asks?: string;
  /** Shown only in rows whose field has one of the values; not given: in each row. */
  readonly shown?: { readonly field: string; readonly values: readonly string[] };
}

const RUNNING = { field: 'state', values: ['downloading', 'queued', 'stalled'] };
const PAUSED = { field: 'state', values: ['paused'] };
const PENDING = { field: 'status', values: ['pending'] };
const FAILED = { field: 'status', values: ['failed'] };
/** Not what services say: those rows name no title. */
const FLAWED = { field: 'issue', values: mediaFlaws.item.properties.issue.enum };

export const KNOWN: Readonly<Record<string, readonly Way[]>> = {
  [downloadPause.id]: [
    {
      label: 'Pause',
      question: 'Pause this download?',
      destructive: false,
      input: { paused: true },
      shown: RUNNING,
    },
    {
      label: 'Resume',
      question: 'Resume this download?',
      destructive: false,
      input: { paused: false },
      shown: PAUSED,
    },
  ],
  [downloadRemove.id]: [
    {
      label: 'Remove',
      question: 'Remove this download? Its data is kept.',
      destructive: true,
      input: { deleteData: false },
    },
  ],
  [sessionStop.id]: [{ label: 'Stop', question: 'Stop this play?', destructive: true, input: {} }],
  [sessionMessage.id]: [
    {
      label: 'Send',
      question: 'Show the message on this viewer’s screen?',
      destructive: false,
      input: {},
      asks: 'text',
    },
  ],
  [requestAct.id]: [
    {
      label: 'Approve',
      question: 'Approve this request?',
      destructive: false,
      input: { action: 'approve' },
      shown: PENDING,
    },
    {
      label: 'Decline',
      question: 'Decline this request?',
      destructive: true,
      input: { action: 'decline' },
      shown: PENDING,
    },
    {
      label: 'Retry',
      question: 'Try this request again?',
      destructive: false,
      input: { action: 'retry' },
      shown: FAILED,
    },
  ],
  [repairRefresh.id]: [
    {
      label: 'Look again',
      question: 'Let the media server look for what this title lacks?',
      destructive: false,
      input: { recursive: true },
      shown: FLAWED,
    },
  ],
};
