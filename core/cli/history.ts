/** `sidelight history …`: lists the plays on record, removes wrong ones and corrects them, beside a running daemon or without one. */
import type { Cache } from '../cache/cache.js';
import type { CoreSettings } from '../config/to-settings.js';
import { amendHistory, corrected, isSuspect } from '../derivations/amend-history.js';
import type { Playback } from '../derivations/core-plays.js';
import { CodedError } from '../ground/errors.js';
import { type Command, type CommandInput, needed, print } from './command.js';
import { type Found, findPlays, isFiltered } from './find-plays.js';
import { withHistory } from './open.js';

interface Place {
  readonly cache: Cache;
  readonly settings: CoreSettings;
  readonly args: readonly string[];
  readonly input: CommandInput;
}

type Subcommand = (place: Place) => Promise<void>;

/** A change of plays, and how it is told. */
interface Deed {
  /** "removed" */
  readonly done: string;
  /** "would be removed" */
  readonly meant: string;
  change(play: Playback): Playback | null;
}

const REMOVE: Deed = { done: 'removed', meant: 'would be removed', change: () => null };
const CORRECT: Deed = { done: 'corrected', meant: 'would be corrected', change: corrected };

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  async list({ cache, settings, input }) {
    const found = await findPlays(cache, settings, input.flags);
    if (input.flags.json === true) return print(input.out, JSON.stringify(found.map(jsonOf), null, 2));
    show(found, input);
    const suspect = found.filter(({ play }) => isSuspect(play)).length;
    if (found.length === 0) print(input.err, 'no play matches');
    if (suspect > 0) {
      const hint = `sidelight history correct --suspect`;
      print(
        input.err,
        `${counted(suspect)} marked ! lasted at least twice as long as the title: ${hint} shortens them`,
      );
    }
  },
  remove: (place) => amend(place, REMOVE),
  correct: (place) => amend(place, CORRECT),
};

async function amend({ cache, settings, args, input }: Place, deed: Deed): Promise<void> {
  const { flags, usage } = input;
  const isByFilter = isFiltered(flags) && args.length === 0;
  const ids = isByFilter
    ? []
    : [needed(args[0], `history: give the id of a play, or a filter\n  ${usage}`), ...args.slice(1)];
  if (ids.length > 0 && isFiltered(flags)) throw new CodedError('usage', 'history: give ids or filters, not both');
  const all = await findPlays(cache, settings, flags);
  const found = isByFilter ? all : ids.map((id) => playOf(id, all));
  // A play that is right already is not touched.
  const meant =
    deed === CORRECT ? found.filter(({ play }) => corrected(play).playedSeconds !== play.playedSeconds) : found;
  if (meant.length === 0) return print(input.err, found.length === 0 ? 'no play matches' : 'nothing to correct');
  if (isByFilter && flags.yes !== true) {
    show(meant, input);
    return print(input.err, `${counted(meant.length)} ${deed.meant}: add --yes to do it`);
  }
  for (const source of new Set(meant.map((one) => one.source))) {
    const plays = meant.filter((one) => one.source === source).map(({ play }) => play);
    await amendHistory(cache, { source, plays, change: deed.change }, settings, new Date());
  }
  print(input.out, `${counted(meant.length)} ${deed.done}`);
}

/** @param id as `list` shows it, or its last part while that is unique */
function playOf(id: string, all: readonly Found[]): Found {
  const [found, other] = all.filter((one) => one.id === id || one.play.id === id);
  if (found === undefined) throw new CodedError('usage', `Unknown play ${id}: list them with sidelight history list`);
  if (other !== undefined)
    throw new CodedError('usage', `Several integrations have a play ${id}: use ${found.id} or ${other.id}`);
  return found;
}

const counted = (n: number): string => `${n} play${n === 1 ? '' : 's'}`;

function show(found: readonly Found[], { out }: CommandInput): void {
  for (const { id, viewer, play } of found) {
    const { title, episode, playedSeconds, runtimeSeconds, startedAt } = play;
    const played = `${minutes(playedSeconds)} of ${minutes(runtimeSeconds)} min`;
    const name = episode === undefined ? title : `${title} – ${episode}`;
    print(
      out,
      [
        startedAt.slice(0, 16).replace('T', ' '),
        viewer.padEnd(16),
        played.padEnd(16),
        isSuspect(play) ? '!' : ' ',
        name,
        id,
      ].join('  '),
    );
  }
}

const minutes = (seconds: number | undefined): string =>
  seconds === undefined ? '?' : String(Math.round(seconds / 60));

const jsonOf = ({ id, source, viewer, play }: Found) => ({ ...play, id, source, viewer, suspect: isSuspect(play) });

export const history: Command = async (input) => {
  const [name = 'list', ...args] = input.args;
  const subcommand = SUBCOMMANDS[name];
  if (subcommand === undefined) throw new CodedError('usage', `history: unknown "${name}"\n  ${input.usage}`);
  await withHistory(input, (cache, settings) => subcommand({ cache, settings, args, input }));
  return 0;
};
