import type { Knex } from 'knex';

/** From nothing to a tile on a dashboard: which steps are done, and which one is next. Pure. */

export interface StepFacts {
  readonly signedIn: boolean;
  /** There is an administrator, or somebody else who may sign in. */
  readonly hasMembers: boolean;
  /** Entries of `integrations:` that are switched on. */
  readonly sources: number;
  /** Some source answers, or has answered before. */
  readonly connected: boolean;
  readonly keys: number;
  /** A file for a dashboard was downloaded. */
  readonly packTaken: boolean;
  /** Some key was used. */
  readonly asked: boolean;
}

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly state: 'done' | 'next' | 'later';
  /** Of the next step only. `href`: below the base path. */
  readonly action: { readonly text: string; readonly href: string } | null;
}

interface Draft extends Pick<Step, 'title' | 'text'> {
  readonly done: boolean;
  readonly action: NonNullable<Step['action']>;
}

const SIGN_IN = { text: 'Sign in', href: '/login' };

/** Who is not signed in learns no names and no counts. */
export function stepsOf(facts: StepFacts): readonly Step[] {
  const drafts = draftsOf(facts);
  const next = drafts.find(({ done }) => !done);
  return drafts.map((draft): Step => {
    const { title, text, done } = draft;
    const action = facts.signedIn || !facts.hasMembers ? draft.action : SIGN_IN;
    return {
      title,
      text,
      state: done ? 'done' : draft === next ? 'next' : 'later',
      action: draft === next ? action : null,
    };
  });
}

export const isComplete = (steps: readonly Step[]): boolean => steps.every(({ state }) => state === 'done');

const draftsOf = (facts: StepFacts): readonly Draft[] => [
  {
    title: 'Create the administrator',
    text: facts.hasMembers
      ? 'An administrator exists.'
      : 'Choose a name and a password; the log has the one-time token that this takes.',
    done: facts.hasMembers,
    action: { text: 'Create the administrator', href: '/setup' },
  },
  connecting(facts),
  {
    title: 'Make a key',
    text:
      facts.signedIn && facts.keys > 0
        ? `There ${facts.keys === 1 ? 'is one key' : `are ${facts.keys} keys`}.`
        : 'A dashboard reads with a key of its own, which can do nothing else.',
    done: facts.keys > 0,
    action: { text: 'Make a key', href: '/settings/api-key' },
  },
  {
    title: 'Take the pack for your dashboard',
    text: 'Files with a tile for every widget, ready to be imported or pasted.',
    done: facts.packTaken || facts.asked,
    action: { text: 'Choose a dashboard', href: '/widgets/' },
  },
  {
    title: 'See a tile on your dashboard',
    text: 'Put the pack and the key into your dashboard; this ticks itself as soon as it asks.',
    done: facts.asked,
    action: { text: 'How to do this, step by step', href: '/docs/dashboards' },
  },
];

function connecting({ signedIn, sources, connected }: StepFacts): Draft {
  const step = {
    title: 'Connect something',
    text: 'Write the address and the key of your services into sidelight.yaml.',
    done: connected && sources > 0,
    action: { text: 'See what to write', href: '/settings/sources' },
  };
  if (!signedIn || sources === 0) return step;
  const which = sources === 1 ? 'One integration is configured' : `${sources} integrations are configured`;
  if (connected) return { ...step, text: `${which}.` };
  return { ...step, text: `${which}, but none has answered yet.`, action: { ...step.action, text: 'See why' } };
}

const NAME = 'start.pack-taken';

/** Whether a file for a dashboard was ever downloaded from this installation. */
export class PackMemory {
  private taken = false;

  constructor(private readonly db: Knex) {}

  async isTaken(): Promise<boolean> {
    this.taken ||= (await this.db('meta').where({ name: NAME }).first('name')) !== undefined;
    return this.taken;
  }

  /** Written once. */
  async take(): Promise<void> {
    if (await this.isTaken()) return;
    await this.db('meta').insert({ name: NAME, value: 'yes' }).onConflict('name').ignore();
    this.taken = true;
  }
}
