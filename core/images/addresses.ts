/** Signed addresses of pictures: whoever has one sees that picture, until it ends or all of them are revoked. No key is in them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import { inject, injectable } from 'tsyringe';
import { DATABASE } from '../cache/sql.js';
import { isRecord } from '../ground/path.js';

/** What an address names. */
export interface Picture {
  readonly source: string;
  readonly name: string;
}

const DAY_MS = 86_400_000;
/** A dashboard may show for a while what it was told. */
const DAYS = 30;
const SECRET = 'images.secret';
const LENGTH = 27;

@injectable()
export class ImageAddresses {
  /** Before it is opened nobody asks: nothing that it signs holds after that. */
  private secret = randomBytes(32).toString('hex');
  private changes = 0;

  constructor(@inject(DATABASE) private readonly db: Knex) {}

  /** All replicas sign with the same secret. */
  async open(): Promise<void> {
    await this.db('meta').insert({ name: SECRET, value: this.secret }).onConflict('name').ignore();
    await this.refresh();
  }

  /** What another replica, or a command, has revoked. */
  async refresh(): Promise<void> {
    const row = await this.db('meta').where({ name: SECRET }).first<{ value: string } | undefined>('value');
    if (row === undefined || row.value === this.secret) return;
    this.secret = row.value;
    this.changes += 1;
  }

  /** Makes all addresses that were ever told worthless. */
  async revoke(): Promise<void> {
    const value = randomBytes(32).toString('hex');
    await this.db('meta').insert({ name: SECRET, value }).onConflict('name').merge();
    await this.refresh();
  }

  /** Another one than before: addresses that are told from now on differ from those. */
  stamp(now: Date): string {
    return `${dayOf(now)} ${this.changes}`;
  }

  /** Below the base path: `/images/<source>/<name>?until=<day>&sign=<signature>`. */
  of({ source, name }: Picture, now: Date): string {
    const until = dayOf(now) + DAYS;
    const path = `${encodeURIComponent(source)}/${encodeURIComponent(name)}`;
    return `/images/${path}?until=${until}&sign=${this.sign({ source, name }, String(until))}`;
  }

  /** `expired`: it held once. `forged`: it never did, or all were revoked since. */
  judge(picture: Picture, until: string, sign: string, now: Date): 'good' | 'expired' | 'forged' {
    const wanted = Buffer.from(this.sign(picture, until));
    const given = Buffer.from(sign);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'forged';
    return Number(until) * DAY_MS > now.getTime() ? 'good' : 'expired';
  }

  private sign({ source, name }: Picture, until: string): string {
    const text = JSON.stringify(['image', source, name, until]);
    return createHmac('sha256', this.secret).update(text).digest('base64url').slice(0, LENGTH);
  }
}

/** Days since 1970, in UTC. */
const dayOf = (now: Date): number => Math.floor(now.getTime() / DAY_MS);

/** Where pictures stand in a payload: the fields of the rows of its lists. */
export type PicturePlaces = ReadonlyMap<string, readonly string[]>;

/** Those that a response declares with `picture()`. */
export function picturePlaces({
  properties,
}: {
  readonly properties: Readonly<Record<string, unknown>>;
}): PicturePlaces {
  const places = Object.entries(properties).flatMap(([list, schema]) => {
    const items = isRecord(schema) && isRecord(schema['items']) ? schema['items'] : {};
    const fields = isRecord(items['properties']) ? Object.entries(items['properties']) : [];
    const pictures = fields.flatMap(([name, field]) => (isPicture(field) ? [name] : []));
    return pictures.length === 0 ? [] : [[list, pictures] as const];
  });
  return new Map(places);
}

/** Also where it may be null. */
function isPicture(field: unknown): boolean {
  if (!isRecord(field)) return false;
  const { anyOf } = field;
  return field['x-picture'] === true || (Array.isArray(anyOf) && anyOf.some(isPicture));
}

/** A payload whose pictures have addresses in place of `<source>:<name>`. */
export function withAddresses(
  fields: Readonly<Record<string, unknown>>,
  places: PicturePlaces,
  addressOf: (picture: Picture) => string,
): Readonly<Record<string, unknown>> {
  if (places.size === 0) return fields;
  const lists = [...places].flatMap(([list, names]) => {
    const rows = fields[list];
    if (!Array.isArray(rows)) return [];
    return [[list, rows.map((row) => (isRecord(row) ? rowWith(row, names, addressOf) : row))] as const];
  });
  return { ...fields, ...Object.fromEntries(lists) };
}

function rowWith(
  row: Readonly<Record<string, unknown>>,
  names: readonly string[],
  addressOf: (picture: Picture) => string,
): Readonly<Record<string, unknown>> {
  const addressed = names.map((name) => {
    const [, source, called] = /^([^:]+):(.+)$/s.exec(String(row[name] ?? '')) ?? [];
    return [name, source === undefined || called === undefined ? '' : addressOf({ source, name: called })];
  });
  return { ...row, ...Object.fromEntries(addressed) };
}
