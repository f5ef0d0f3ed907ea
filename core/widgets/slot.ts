/** One variant of one widget: its ready bytes, whether they are still true, and how they are made anew. */

import { isDeepStrictEqual } from 'node:util';
import { mediaUsers, type People, type Reads, type RenderContext } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { QueryValues } from '@sidelight/plugin-api/host';
import { databaseError, isDatabaseTrouble } from '../cache/database-error.js';
import { CodedError } from '../ground/errors.js';
import type { Log } from '../ground/log.js';
import { type ImageAddresses, withAddresses } from '../images/addresses.js';
import { CORE, type Notice } from '../ops/notices.js';
import { privacyKey } from '../settings/privacy.js';
import type { Clock } from '../time/clock.js';
import type { ComposedWidget } from './composed-widget.js';
import { ages, oldAnswer } from './freshness.js';
import { type Envelope, type Payload, sealPayload } from './payload.js';
import type { Answered, Reader } from './reader.js';
import type { Fields } from './twins.js';
import { type Variant, watchedContext } from './variant.js';
import type { Veil } from './veil.js';

export interface SlotParts {
  readonly reader: Pick<Reader, 'answer' | 'people' | 'veil' | 'portsOf' | 'stampOf' | 'epoch' | 'sourcesOf'>;
  readonly addresses: Pick<ImageAddresses, 'of' | 'stamp'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when its notice comes or goes. */
  onNotice(): void;
}

/** What bytes were made of: they are true as long as it is the same. */
interface Basis {
  readonly ports: readonly string[];
  /** Of the rows of these ports. */
  readonly stamp: number;
  readonly at: Date;
}

interface Snapshot extends Basis {
  readonly payload: Payload;
  readonly sources: Envelope['sources'];
  readonly usesTime: boolean;
  readonly validUntil: number;
  /** Of the addresses of pictures in it; '' where there are none. */
  readonly pictures: string;
}

interface Rendered {
  readonly fields: string;
  readonly usesTime: boolean;
  readonly usesPeople: boolean;
}

/** What a render that did not look at the time made of its answers: it makes the same of the same. */
interface Made {
  readonly of: Pick<Answered, 'answers' | 'unanswered'>;
  readonly people: People;
  readonly pictures: string;
  readonly fields: string;
  readonly usesPeople: boolean;
}

interface Good {
  readonly fields: string;
  readonly envelope: Envelope;
}

/** What a render throws, or what it gives in place of its response: as opposed to a database that fails. */
class RenderFault extends Error {
  override readonly name = 'RenderFault';
}

/** Time moves in steps: bytes that depend on it are made anew after so long, and not before. */
const TIME_STEP_MS = 15_000;
/** The states of sources are looked at so often. */
const STATES_STEP_MS = 1000;
/** Bytes that stand in for a live answer that could not be rendered. */
const STAND_IN_MS = 2000;

export class Slot {
  private snapshot: Snapshot | undefined;
  private building: { readonly stamp: number; readonly payload: Promise<Payload> } | undefined;
  private made: Made | undefined;
  private good: Good | undefined;
  private checkedAt = 0;
  /** When the snapshot was last known to be of the rows that there are. */
  private epoch = -1;
  private failure: Notice | undefined;
  /** What it renders of nothing, once somebody has asked; null: it cannot. */
  private empty: Fields | null | undefined;

  private readonly reads: Reads;
  /** Of what this variant asks. */
  readonly freshness: ComposedWidget['freshness'];

  constructor(
    readonly widget: ComposedWidget,
    readonly variant: Variant & { readonly query: QueryValues },
    private readonly parts: SlotParts,
  ) {
    this.reads = widget.readsFor(variant.query);
    this.freshness = Object.values(this.reads).some(({ freshness }) => freshness === 'live') ? 'live' : 'cached';
  }

  /** That it cannot be rendered. */
  get notice(): Notice | undefined {
    return this.failure;
  }

  /** The bytes, when they are made and still true. @param now epoch milliseconds */
  ready(now: number): Payload | undefined {
    const { snapshot } = this;
    if (snapshot === undefined) return undefined;
    const age = now - snapshot.at.getTime();
    if (age < 0 || now >= snapshot.validUntil || (snapshot.usesTime && age >= TIME_STEP_MS)) return undefined;
    if (!this.hasSameRows(snapshot) || this.stampOfPictures(now) !== snapshot.pictures) return undefined;
    return this.hasSameSources(snapshot, now, age) ? snapshot.payload : undefined;
  }

  /** The bytes, made now where they are not ready; whoever comes meanwhile shares the work. */
  payload(): Promise<Payload> {
    const { reader, clock } = this.parts;
    const ports = reader.portsOf(this.reads);
    const stamp = reader.stampOf(ports);
    if (this.building?.stamp === stamp) return this.building.payload;
    const payload = this.build({ ports, stamp, at: clock.now() }).finally(() => {
      if (this.building?.payload === payload) this.building = undefined;
    });
    this.building = { stamp, payload };
    return payload;
  }

  /** Stamps are compared once for each change, whichever ports it is of: most requests come between two. */
  private hasSameRows({ ports, stamp }: Snapshot): boolean {
    const { reader } = this.parts;
    if (this.epoch === reader.epoch) return true;
    if (reader.stampOf(ports) !== stamp) return false;
    this.epoch = reader.epoch;
    return true;
  }

  /** States at once, ages with the next step of time. Sources of live answers are as true as these are. */
  private hasSameSources(snapshot: Snapshot, now: number, age: number): boolean {
    if (this.freshness === 'live' || Math.abs(now - this.checkedAt) < STATES_STEP_MS) return true;
    const sources = this.parts.reader.sourcesOf(this.reads, this.variant, new Date(now));
    const withAges = age >= TIME_STEP_MS;
    if (keyOf(sources, withAges) !== keyOf(snapshot.sources, withAges)) return false;
    this.checkedAt = now;
    return true;
  }

  private async build(basis: Basis): Promise<Payload> {
    const { reader, clock } = this.parts;
    const stampOfPeople = reader.stampOf([mediaUsers.id]);
    try {
      const answered = await reader.answer(this.reads, this.variant, basis.at, this.widget.tile?.about);
      const { fields, usesTime, usesPeople } = this.render(answered, basis.at);
      const { sources, sourceState, freshness } = answered;
      const envelope = { updatedAt: clock.now().toISOString(), sourceState, freshness, sources };
      this.good = { fields, envelope };
      this.works();
      const validUntil = answered.validUntil ?? Number.POSITIVE_INFINITY;
      const whole = usesPeople && !basis.ports.includes(mediaUsers.id) ? withPeople(basis, stampOfPeople) : basis;
      return this.keep({
        ...whole,
        payload: sealPayload(fields, envelope, privacyKey(this.variant.privacy)),
        sources,
        usesTime: usesTime || ages(freshness),
        validUntil,
      });
    } catch (error) {
      return this.standIn(basis, error);
    }
  }

  private render(answered: Answered, now: Date): Rendered {
    const { widget, settings } = this.widget;
    const { zone, limit, query, privacy } = this.variant;
    const people = this.parts.reader.people(privacy);
    const veil = this.parts.reader.veil(privacy);
    const known = this.madeBefore(answered, people, now);
    if (known !== undefined) return known;
    const watched = watchedContext({ now, zone, limit, settings, query, people });
    const { context } = watched;
    const doubt = { reads: this.reads, unanswered: answered.unanswered, nothing: () => this.nothing(context) };
    try {
      const rendered = this.widget.fieldsOf(widget.render(answered.answers, context));
      const fields = veil === null ? rendered : (veil.payload(widget.response, rendered) as Fields);
      const made = {
        fields: shown(veil, JSON.stringify(this.pictured(this.widget.withTexts(fields, doubt), now))),
        usesTime: answered.usesTime || watched.usedTime(),
        usesPeople: answered.usesPeople || watched.usedPeople(),
      };
      // What a veil shows depends on the names that there are.
      const lasts = veil === null && !watched.usedTime();
      const { answers, unanswered } = answered;
      const pictures = this.stampOfPictures(now.getTime());
      this.made = lasts ? { ...made, of: { answers, unanswered }, people, pictures } : undefined;
      return made;
    } catch (error) {
      throw new RenderFault(messageOf(error), { cause: error });
    }
  }

  /** What was made of the same answers before: a window of time moves on more often than what is in it changes. */
  private madeBefore({ answers, unanswered, usesTime, usesPeople }: Answered, people: People, now: Date) {
    const { made } = this;
    if (made?.people !== people || made.pictures !== this.stampOfPictures(now.getTime())) return undefined;
    if (!isDeepStrictEqual(made.of, { answers, unanswered })) return undefined;
    return { fields: made.fields, usesTime, usesPeople: usesPeople || made.usesPeople };
  }

  private pictured(fields: Fields, now: Date): Fields {
    const { addresses } = this.parts;
    return withAddresses(fields, this.widget.pictures, (picture) => addresses.of(picture, now));
  }

  private nothing(context: RenderContext): Fields | null {
    if (this.empty === undefined) this.empty = this.widget.nothing(this.reads, context);
    return this.empty;
  }

  /**
   * The last good bytes, marked stale, until the next step of time.
   * @throws when there are none: widget_failed, which names the plugin, or internal where it is none’s fault
   */
  private standIn(basis: Basis, error: unknown): Payload {
    this.fails(error);
    if (this.good === undefined) throw this.refusal(error);
    const { fields, envelope } = this.good;
    const freshness = oldAnswer(envelope.updatedAt, basis.at);
    const stale: Envelope = { ...envelope, sourceState: 'stale', freshness };
    const payload = sealPayload(fields, stale, privacyKey(this.variant.privacy));
    const validUntil = this.freshness === 'live' ? basis.at.getTime() + STAND_IN_MS : Number.POSITIVE_INFINITY;
    const sources = this.parts.reader.sourcesOf(this.reads, this.variant, basis.at);
    return this.keep({ ...basis, payload, sources, usesTime: true, validUntil });
  }

  private refusal(error: unknown): CodedError {
    const { id, owner } = this.widget;
    const coded = databaseError(error);
    if (isDatabaseTrouble(coded)) return coded;
    return error instanceof RenderFault && owner !== CORE
      ? new CodedError('widget_failed', `The widget ${id} of the plugin ${owner} could not be rendered`, {
          cause: error,
        })
      : new CodedError('internal', `The widget ${id} could not be rendered`, { cause: error });
  }

  /** Told once, until it works again. */
  private fails(error: unknown): void {
    const { id, owner } = this.widget;
    if (this.failure !== undefined) return;
    const name = owner === CORE ? `The widget ${id}` : `The widget ${id} of the plugin ${owner}`;
    const text = `${name} fails: ${messageOf(error)}`;
    this.failure = { id: `widget_failed:${id}`, type: 'widget_failed', severity: 'error', text };
    this.parts.log.error(text);
    this.parts.onNotice();
  }

  private works(): void {
    if (this.failure === undefined) return;
    this.failure = undefined;
    this.parts.log.info(`the widget ${this.widget.id} works again`);
    this.parts.onNotice();
  }

  private stampOfPictures(now: number): string {
    return this.widget.pictures.size === 0 ? '' : this.parts.addresses.stamp(new Date(now));
  }

  private keep(made: Omit<Snapshot, 'pictures'>): Payload {
    const snapshot = { ...made, pictures: this.stampOfPictures(made.at.getTime()) };
    this.snapshot = snapshot;
    this.epoch = -1;
    this.checkedAt = snapshot.at.getTime();
    return snapshot.payload;
  }
}

/** Who somebody is was asked of the rows of users, though no read names them. */
const withPeople = (basis: Basis, stamp: number): Basis => ({
  ...basis,
  ports: [...basis.ports, mediaUsers.id],
  stamp: basis.stamp + stamp,
});

const shown = (veil: Veil | null, json: string): string => veil?.shown(json) ?? json;

/** The core’s own age is that of the payload. */
const keyOf = (sources: Envelope['sources'], withAges: boolean): string =>
  sources.map(({ id, state, fetchedAt }) => `${id} ${state} ${withAges && id !== CORE ? fetchedAt : ''}`).join();
