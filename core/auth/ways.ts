/** The ways to sign in with a name and a password: the administrator that is kept here, and those of media servers. */
import { mediaUsers, type SignedIn } from '@sidelight/plugin-api';
import { codeOf, factOf, messageOf, redact } from '@sidelight/plugin-api/errors';
import { readable } from '@sidelight/plugin-api/host';
import type { Cache } from '../cache/cache.js';
import type { Log } from '../ground/log.js';
import type { Source, Sources } from '../plugins/source.js';
import { type AuthSettings, OIDC, OWN, type Visitor } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { within } from '../time/deadline.js';
import type { Admins } from './admins.js';
import { Turns } from './turns.js';

export interface Way {
  /** `password`, or the id of an integration. */
  readonly id: string;
  readonly title: string;
  readonly isOwn: boolean;
  /** An app of theirs can confirm a code in place of a password. */
  readonly byCode: boolean;
}

export interface WayParts {
  readonly admins: Admins;
  readonly sources: Pick<Sources, 'get'>;
  /** Where the users of media servers are kept at hand. */
  readonly cache: Pick<Cache, 'atHand' | 'fetchedAt'>;
  /** As they are now. */
  readonly auth: () => AuthSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a media server may take. */
  readonly timeoutMs?: number;
}

interface Refused {
  readonly refused: string;
}

export type Answer = { readonly visitor: Visitor } | Refused;
/** `code`: for the app of the media server; `secret`: for us, to ask whether it was confirmed. */
export interface BegunCode {
  readonly code: string;
  readonly secret: string;
}

/** The same for a name that is not known. */
export const WRONG = 'Wrong name or password';
const NO_CODES = 'Codes are not available: sign in with a password';
const ENDED = 'The code has expired: start again';
const TIMEOUT_MS = 10_000;
/** The page of the sign-in waits for no media server longer than that, and asks seldom. */
const OFFER = { waitMs: 1_500, holdsMs: 60_000 };
/** Media servers are asked a few at a time: what they do for a password is costly there, too. */
const ASKING = { atOnce: 4, waiting: 20 };

export class Ways {
  private readonly asking = new Turns(ASKING);
  private readonly offers = new Map<string, { readonly until: number; readonly isOffered: Promise<boolean> }>();

  constructor(private readonly parts: WayParts) {}

  async list(): Promise<readonly Way[]> {
    const own = (await this.parts.admins.exist())
      ? [{ id: OWN, title: 'This Sidelight', isOwn: true, byCode: false }]
      : [];
    const others = this.integrations().map(async (source): Promise<Way> => {
      return { id: source.id, title: titleOf(source), isOwn: false, byCode: await this.offersCode(source) };
    });
    return [...own, ...(await Promise.all(others))];
  }

  /** How people know it, also when it can be used no more. */
  titleOf(way: string): string {
    if (way === OIDC) return 'single sign-on';
    const source = this.parts.sources.get(way);
    return source === undefined ? way : titleOf(source);
  }

  /** @param isKnown comes from where this name has signed in before @throws sign_in_limit */
  async signIn(way: string, name: string, password: string, isKnown = false): Promise<Answer> {
    if (way !== OWN) return this.signInWith(way, name, password, isKnown);
    const matches = await this.parts.admins.matches(name, password, isKnown);
    return matches ? { visitor: { name: name.trim(), via: OWN } } : { refused: WRONG };
  }

  /** @throws sign_in_limit */
  async beginCode(way: string): Promise<BegunCode | Refused> {
    const source = this.integration(way);
    const byCode = source?.integration?.signInByCode;
    if (source === undefined || byCode === undefined) return { refused: NO_CODES };
    return this.asking.run(() =>
      this.asked(source, [], NO_CODES, async () => {
        const { code, secret } = await this.bounded((signal) => byCode.begin(signal));
        if (typeof code !== 'string' || typeof secret !== 'string') throw new Error('it gives no code');
        return { code, secret };
      }),
    );
  }

  /** null: nobody has confirmed the code yet. @throws sign_in_limit */
  async settleCode(way: string, secret: string): Promise<Answer | null> {
    const source = this.integration(way);
    const byCode = source?.integration?.signInByCode;
    if (source === undefined || byCode === undefined) return { refused: NO_CODES };
    return this.asking.run(() =>
      this.asked(source, [secret], NO_CODES, async () => {
        const user = await this.bounded((signal) => byCode.settle(secret, signal));
        return user === null ? null : visitorOf(source, user);
      }),
    );
  }

  /**
   * Whether somebody who signed in with a media server is an administrator there still, as far as is known: by what was synced
   * of its users since.
   * @param since ISO: when they signed in
   */
  isStillAdmin({ name, via, userId }: Visitor, since: string): boolean {
    const { cache } = this.parts;
    const syncedAt = cache.fetchedAt(mediaUsers.id).get(via);
    if (syncedAt === undefined || syncedAt <= since) return true;
    const users = cache.atHand(mediaUsers).filter(({ source }) => source === via);
    const user = users.find((one) => (userId === undefined ? one.name === name : one.id === userId));
    return user?.admin === true && user.disabled !== true;
  }

  private async signInWith(id: string, name: string, password: string, isKnown: boolean): Promise<Answer> {
    const source = this.integration(id);
    if (source === undefined) return { refused: WRONG };
    const ask = async (): Promise<Answer> => {
      const { integration } = source;
      return visitorOf(source, await this.bounded(async (signal) => integration?.signIn?.(name, password, signal)));
    };
    return this.asking.run(() => this.asked(source, [password], WRONG, ask), isKnown);
  }

  /** @param turnedAway what to say of credentials that are not taken */
  private async asked<T>(
    source: Source,
    secrets: readonly string[],
    turnedAway: string,
    ask: () => Promise<T>,
  ): Promise<T | Refused> {
    try {
      return await ask();
    } catch (error) {
      const code = codeOf(error);
      if (code === 'auth_failed') return { refused: turnedAway };
      if (code === 'refused') return { refused: redact(factOf(error), secrets) };
      if (code === 'not_found') return { refused: ENDED };
      this.parts.log.warn(`nobody can sign in with ${source.id}: ${redact(messageOf(error), secrets)}`);
      return { refused: `${titleOf(source)} does not answer: try again later` };
    }
  }

  private bounded<T>(ask: (signal: AbortSignal) => Promise<T>, ms = this.parts.timeoutMs ?? TIMEOUT_MS): Promise<T> {
    return within(ms, ask(AbortSignal.timeout(ms)), 'it does not answer');
  }

  private async offersCode({ id, integration }: Source): Promise<boolean> {
    const byCode = integration?.signInByCode;
    if (byCode === undefined) return false;
    const now = this.parts.clock.now().getTime();
    const known = this.offers.get(id);
    if (known !== undefined && known.until > now) return known.isOffered;
    // One that does not say so in time is asked again when its button would be of use.
    const isOffered = this.bounded((signal) => byCode.offered(signal), OFFER.waitMs).then(
      (answer) => answer === true,
      () => false,
    );
    this.offers.set(id, { until: now + OFFER.holdsMs, isOffered });
    return isOffered;
  }

  private integration(id: string): Source | undefined {
    return this.integrations().find((known) => known.id === id);
  }

  private integrations(): readonly Source[] {
    const sources = this.parts.auth().signInWith.map((id) => this.parts.sources.get(id));
    return sources.filter((source) => source?.integration?.signIn !== undefined) as Source[];
  }
}

function visitorOf(source: Source, user: SignedIn | undefined): Answer {
  if (typeof user?.name !== 'string') throw new Error('it does not say who that is');
  if (user.admin !== true) return { refused: `${user.name} is not an administrator of ${titleOf(source)}` };
  const known = typeof user.userId === 'string' ? { userId: user.userId } : {};
  return { visitor: { name: readable(user.name), via: source.id, ...known } };
}

const titleOf = ({ id, plugin }: Source): string => (id === plugin.id ? plugin.title : `${plugin.title} (${id})`);
