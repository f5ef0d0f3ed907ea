import type { Knex } from 'knex';

/** From nothing to a tile on a dashboard: which steps are done, and which one is next. Pure. */

export interface StepFacts {
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

/** For whoever is signed in, and for everybody as long as nobody could be. */
export function stepsOf(facts: StepFacts): readonly Step[] {
  const drafts = draftsOf(facts);
  const next = drafts.find(({ done }) => !done);
  return drafts.map((draft): Step => {
    const { title, text, done } = draft;
    return {
      title,
      text,
      state: done ? 'done' : draft === next ? 'next' : 'later',
      action: draft === next ? draft.action : null,
    };
  });
}

/** A dashboard that asks needs no pack any more. */
export const isComplete = (facts: StepFacts): boolean =>
  facts.asked && draftsOf(facts).every(({ done, title }) => done || title === PACK_TITLE);

const PACK_TITLE = 'Download the pack for your dashboard';

const draftsOf = (facts: StepFacts): readonly Draft[] => [
  {
    title: 'Create the administrator',
    text: facts.hasMembers
      ? 'An administrator exists.'
      : 'Choose a name and a password. You need the one-time token from the log.',
    done: facts.hasMembers,
    action: { text: 'Create the administrator', href: '/setup' },
  },
  connecting(facts),
  {
    title: 'Create a key',
    text:
      facts.keys > 0
        ? facts.keys === 1
          ? 'One key exists.'
          : `${facts.keys} keys exist.`
        : 'Each dashboard reads with its own key, which can do nothing else.',
    done: facts.keys > 0,
    action: { text: 'Create a key', href: '/settings/api-key' },
  },
  {
    title: PACK_TITLE,
    text: 'Ready-made files with a tile for every widget, to import or paste.',
    done: facts.packTaken,
    action: { text: 'Choose a dashboard', href: '/widgets/' },
  },
  {
    title: 'See a tile on your dashboard',
    text: 'Add the pack and the key to your dashboard. This step is done with its first request.',
    done: facts.asked,
    action: { text: 'How to do this, step by step', href: '/docs/dashboards' },
  },
];

function connecting({ sources, connected }: StepFacts): Draft {
  const step = {
    title: 'Connect a service',
    text: 'Add a service with its address and key, or let Sidelight find services on your hosts.',
    done: connected && sources > 0,
    action: { text: 'Add an integration', href: '/settings/sources/add' },
  };
  if (sources === 0) return step;
  const which = sources === 1 ? 'One integration is configured' : `${sources} integrations are configured`;
  if (connected) return { ...step, text: `${which}.` };
  return {
    ...step,
    text: `${which}, but none has answered yet.`,
    action: { text: 'See why', href: '/settings/sources' },
  };
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
