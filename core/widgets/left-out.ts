/**
 * Of a media server that two integrations tell of, one counts: what an integration tells of another’s server is left out. It
 * stays stored, so that it counts again as soon as it is the only one to tell.
 */
import { type AnyPort, mediaServer } from '@sidelight/plugin-api';
import { portsNamedBy } from '@sidelight/plugin-api/host';
import type { Cache } from '../cache/cache.js';
import type { Log } from '../ground/log.js';
import type { Notice } from '../ops/notices.js';
import type { Source, Sources } from '../plugins/source.js';

export interface LeftOut {
  /** The integration that counts in its place. */
  readonly by: string;
  /** The entry says so; otherwise both name the same server. */
  readonly isSaid: boolean;
  /** The entry says so, and yet they name different servers. */
  readonly differs: boolean;
}

type Server = { readonly source: string; readonly instanceId?: string };

/** What a media server tells, and what the core derives of it. */
export const isMedia = (port: string): boolean => port.startsWith('media.');

const tells = ({ integration }: Source): boolean =>
  integration === null || portsNamedBy(integration).some(({ id }: AnyPort) => isMedia(id));

/** A plugin whose entries can name a media server is none itself: what it tells of one is told by somebody else as well. */
const isReporter = (source: Source): boolean => source.plugin.server === true && tells(source);

/**
 * Source → why it is left out. Two media servers are never held to be the same one: whoever copies a server copies its id. Pure.
 * @param sources in YAML order: of several that only report the first counts
 * @param servers rows of `media.server`
 */
export function leftOutOf(sources: readonly Source[], servers: readonly Server[]): ReadonlyMap<string, LeftOut> {
  const idOf = ({ id }: Source): string | undefined => servers.find(({ source }) => source === id)?.instanceId;
  const isSame = (one: Source, other: Source): boolean => Boolean(idOf(one)) && idOf(one) === idOf(other);
  const counting = sources.filter((source) => tells(source) && !isReporter(source));
  const found = new Map<string, LeftOut>();
  for (const reporter of sources.filter(isReporter)) {
    const said = counting.find(({ id }) => id === reporter.server);
    const by = said ?? counting.find((other) => isSame(reporter, other));
    if (by === undefined) {
      counting.push(reporter);
      continue;
    }
    const isKnown = idOf(reporter) !== undefined && idOf(by) !== undefined;
    found.set(reporter.id, { by: by.id, isSaid: said !== undefined, differs: isKnown && !isSame(reporter, by) });
  }
  return found;
}

const ALL = 'its plays, users, libraries and sessions are ignored';

/** What is said of it wherever it is looked at. */
export function sentenceOf(id: string, { by, isSaid, differs }: LeftOut): string {
  const counts = `${ALL}, and those of ${by} count`;
  if (differs)
    return `${id} should report on the media server of ${by}, but they name different servers; ${counts}. Correct server: in the entry of ${id}, or remove it`;
  if (isSaid) return `${id} reports on the media server of ${by}, as set in its entry: ${counts}`;
  return `${id} reports on the same media server as ${by}: ${counts}. Set server: ${by} in the entry of ${id} to confirm this, or remove ${by} to use ${id}`;
}

export class LeftOutSources {
  private found: ReadonlyMap<string, LeftOut> = new Map();
  private told = '[]';
  private changes = 0;

  constructor(
    private readonly sources: Pick<Sources, 'all'>,
    private readonly cache: Pick<Cache, 'port' | 'atHand'>,
    private readonly log: Pick<Log, 'info'>,
  ) {}

  /** Moves whenever others are left out. */
  get stamp(): number {
    return this.changes;
  }

  /** After a commit of `media.server`, and after a config was applied. false: nothing has changed. */
  look(): boolean {
    const rows = this.cache.port(mediaServer.id) === undefined ? [] : this.cache.atHand(mediaServer);
    const found = leftOutOf(this.sources.all(), rows);
    const told = JSON.stringify([...found]);
    if (told === this.told) return false;
    const before = this.found;
    [this.found, this.told] = [found, told];
    this.changes++;
    for (const [id, why] of found) if (before.get(id)?.by !== why.by) this.log.info(sentenceOf(id, why));
    for (const id of before.keys())
      if (!found.has(id)) this.log.info(`the data of ${id} about its media server counts again`);
    return true;
  }

  has(port: string, source: string): boolean {
    return this.found.has(source) && isMedia(port);
  }

  /** Those whose rows of a port do not count. */
  of(port: string): readonly string[] {
    return isMedia(port) ? [...this.found.keys()] : [];
  }

  /** Where nobody has said which of two counts, and where what was said does not fit: what needs attention. */
  notices(): readonly Notice[] {
    return this.all().filter(({ severity }) => severity === 'warn');
  }

  /** As the entry says it: to be read where the source is looked at, and nowhere else. */
  notesOf(source: string): readonly Notice[] {
    return this.all().filter((notice) => notice.severity === 'info' && notice.source === source);
  }

  private all(): readonly Notice[] {
    return [...this.found].map(([id, why]) => {
      const [type, severity] = why.differs
        ? (['other_server', 'warn'] as const)
        : (['same_server', why.isSaid ? 'info' : 'warn'] as const);
      return { id: `${type}:${id}`, type, severity, text: sentenceOf(id, why), source: id };
    });
  }
}
