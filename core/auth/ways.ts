/** The ways to sign in with a name and a password: the administrator that is kept here, and those of media servers. */
import { codeOf, messageOf, redact } from '@sidelight/plugin-api/errors';
import type { Log } from '../ground/log.js';
import type { Source, Sources } from '../plugins/source.js';
import { type AuthSettings, OWN, type Visitor } from '../settings/settings.js';
import { within } from '../time/deadline.js';
import type { Admins } from './admins.js';
import { Turns } from './turns.js';

export interface Way {
  /** `password`, or the id of an integration. */
  readonly id: string;
  readonly title: string;
  readonly isOwn: boolean;
}

export interface WayParts {
  readonly admins: Admins;
  readonly sources: Pick<Sources, 'get'>;
  /** As they are now. */
  readonly auth: () => AuthSettings;
  readonly log: Log;
  /** How long a media server may take. */
  readonly timeoutMs?: number;
}

interface User {
  readonly name: string;
  readonly admin: boolean;
}

export type Answer = { readonly visitor: Visitor } | { readonly refused: string };

/** The same for a name that is not known. */
export const WRONG = 'Name or password is wrong';
const TIMEOUT_MS = 10_000;
/** Media servers are asked a few at a time: what they do for a password is costly there, too. */
const ASKING = { atOnce: 4, waiting: 20 };

export class Ways {
  private readonly asking = new Turns(ASKING);

  constructor(private readonly parts: WayParts) {}

  async list(): Promise<readonly Way[]> {
    const own = (await this.parts.admins.exist()) ? [{ id: OWN, title: 'This Sidelight', isOwn: true }] : [];
    const others = this.integrations().map((source) => ({ id: source.id, title: titleOf(source), isOwn: false }));
    return [...own, ...others];
  }

  /** How people know it, also when it can be used no more. */
  titleOf(way: string): string {
    const source = this.parts.sources.get(way);
    return source === undefined ? way : titleOf(source);
  }

  /** @throws sign_in_limit */
  async signIn(way: string, name: string, password: string): Promise<Answer> {
    if (way !== OWN) return this.signInWith(way, name, password);
    const matches = await this.parts.admins.matches(name, password);
    return matches ? { visitor: { name: name.trim(), via: OWN } } : { refused: WRONG };
  }

  private async signInWith(id: string, name: string, password: string): Promise<Answer> {
    const source = this.integrations().find((known) => known.id === id);
    return source === undefined ? { refused: WRONG } : this.asking.run(() => this.ask(source, name, password));
  }

  private async ask(source: Source, name: string, password: string): Promise<Answer> {
    try {
      const user = await this.userOf(source, name, password);
      if (user.admin !== true) return { refused: `${user.name} is no administrator of ${titleOf(source)}` };
      return { visitor: { name: user.name, via: source.id } };
    } catch (error) {
      if (codeOf(error) === 'auth_failed') return { refused: WRONG };
      this.parts.log.warn(`nobody can sign in with ${source.id}: ${redact(messageOf(error), [password])}`);
      return { refused: `${titleOf(source)} does not answer: try again later` };
    }
  }

  private async userOf({ integration }: Source, name: string, password: string): Promise<User> {
    const { timeoutMs = TIMEOUT_MS } = this.parts;
    const asked = integration?.signIn?.(name, password, AbortSignal.timeout(timeoutMs));
    const user = await within(timeoutMs, Promise.resolve(asked), 'it does not answer');
    if (typeof user?.name !== 'string') throw new Error('it does not say who that is');
    return user;
  }

  private integrations(): readonly Source[] {
    const sources = this.parts.auth().signInWith.map((id) => this.parts.sources.get(id));
    return sources.filter((source) => source?.integration?.signIn !== undefined) as Source[];
  }
}

const titleOf = ({ id, plugin }: Source): string => (id === plugin.id ? plugin.title : `${plugin.title} (${id})`);
