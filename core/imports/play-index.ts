/**
 * Which plays of a source are there, in a few bytes each: a million of them are to be compared with a million rows of a file.
 * Ids and accounts are held as hashes of 52 bits.
 */
import { hash } from 'node:crypto';
import type { Playback } from '../derivations/core-plays.js';
import { NumberTable } from './number-table.js';

const NEAR_MS = 25_000;
/** Where one of the two does not know when it began. */
const FAR_MS = 5 * 60_000;
const FIRST_ROOM = 1024;
const [HELD, MET] = [1, 2];

/** Of what is to be compared, and found again. */
type Compared = Pick<Playback, 'id' | 'userId' | 'viewer' | 'itemId' | 'title' | 'episode' | 'startedAt'> &
  Pick<Playback, 'origin' | 'approximate'>;

export class PlayIndex {
  /** Id → whether its play is held, or the file has told it. */
  private readonly ids = new NumberTable();
  /** Who played what → the number of the play of theirs that was added last. */
  private readonly latest = new NumberTable();
  private readonly families: string[] = [];
  /** By the number of the play. */
  private starts = new Float64Array(FIRST_ROOM);
  private previous = new Int32Array(FIRST_ROOM);
  /** Its family, doubled, and one more where it does not know when it began. */
  private marks = new Uint16Array(FIRST_ROOM);
  private count = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** A play that is there before the file is read. */
  hold(play: Compared): void {
    this.ids.set(short(play.id), HELD);
    this.add(play);
  }

  /** A row of the file: whether its play is there, whether it stood in the file before, or neither. */
  meet(id: string): 'there' | 'repeated' | 'new' {
    const key = short(id);
    const known = this.ids.get(key);
    if (known !== MET) this.ids.set(key, MET);
    return known === undefined ? 'new' : known === HELD ? 'there' : 'repeated';
  }

  /** From now on others are compared with it. */
  add(play: Compared): void {
    const number = this.count;
    if (number === this.starts.length) this.grow();
    this.count += 1;
    const subject = subjectOf(play);
    this.starts[number] = Date.parse(play.startedAt);
    this.previous[number] = this.latest.get(subject) ?? -1;
    this.marks[number] = this.numberOf(familyOf(play)) * 2 + (play.approximate === true ? 1 : 0);
    this.latest.set(subject, number);
  }

  /** Whether another program wrote down the same play: the same user and item, begun at the same time. */
  hasNear(play: Compared): boolean {
    const family = this.numberOf(familyOf(play));
    const start = Date.parse(play.startedAt);
    for (let at = this.latest.get(subjectOf(play)) ?? -1; at >= 0; at = this.previous[at] ?? -1) {
      const mark = this.marks[at] ?? 0;
      // What one program wrote down twice are two plays.
      if (mark >> 1 === family) continue;
      const most = play.approximate === true || (mark & 1) === 1 ? FAR_MS : NEAR_MS;
      if (Math.abs((this.starts[at] ?? 0) - start) <= most) return true;
    }
    return false;
  }

  private numberOf(family: string): number {
    const known = this.families.indexOf(family);
    return known >= 0 ? known : this.families.push(family) - 1;
  }

  private grow(): void {
    const room = this.count * 2;
    const [starts, previous, marks] = [new Float64Array(room), new Int32Array(room), new Uint16Array(room)];
    starts.set(this.starts);
    previous.set(this.previous);
    marks.set(this.marks);
    Object.assign(this, { starts, previous, marks });
  }
}

/** What wrote a play down: the words before the id of an imported one, and us. */
const familyOf = ({ id, origin }: Compared): string =>
  origin === 'imported' ? (/^(?:[a-z-]+:)+/.exec(id)?.[0] ?? '') : '';

/** Ids of users and items are written with hyphens or without. */
const plain = (id: string): string => id.replaceAll('-', '').toLowerCase();

function subjectOf({ userId, viewer, itemId, title, episode }: Compared): number {
  const who = userId === undefined ? `name:${viewer?.toLowerCase() ?? ''}` : plain(userId);
  const what = itemId === undefined ? `title:${title.toLowerCase()}:${episode?.toLowerCase() ?? ''}` : plain(itemId);
  return short(`${who}\u001f${what}`);
}

const short = (text: string): number => Number.parseInt(hash('sha1', text, 'hex').slice(0, 13), 16);
