/** The files for dashboards, as they are for a base URL. */
import type { AnyAction, Pack, PackAction, PackInput, PackWidget } from '@sidelight/plugin-api';
import { strToU8, zipSync } from 'fflate';
import { LRUCache } from 'lru-cache';
import type { Log } from '../ground/log.js';
import type { Notice } from '../ops/notices.js';
import type { ComposedWidget } from '../widgets/composed-widget.js';
import { refusal } from '../widgets/refusal.js';
import { type ComposedPack, composePacks } from './compose-packs.js';

export interface PackRegistry extends PackSource {
  packs(): readonly Pack[];
  packOwner(id: string): string;
}

/** How many base URLs are remembered: dashboards and browsers use one or two. */
const REMEMBERED = 4;

/** The same files give the same archive, whenever it is made. */
const ARCHIVE_TIME = '2000-01-01 00:00:00';

export class Packs {
  private readonly made = new LRUCache<string, readonly ComposedPack[]>({ max: REMEMBERED });
  private madeOf: readonly unknown[] = [];
  private readonly notices = new Map<string, Notice>();

  constructor(
    private readonly registry: PackRegistry,
    private readonly log: Log,
  ) {}

  /** @param baseUrl without a slash at the end */
  list(baseUrl: string): readonly ComposedPack[] {
    this.follow();
    const known = this.made.get(baseUrl) ?? this.compose(baseUrl);
    this.made.set(baseUrl, known);
    return known;
  }

  /** undefined: no pack has such a file. */
  file(path: string, baseUrl: string): string | undefined {
    return this.list(baseUrl)
      .flatMap(({ files }) => files)
      .find((file) => file.path === path)?.text;
  }

  /** undefined: there is no pack of several files by that name. */
  archive(name: string, baseUrl: string): Uint8Array | undefined {
    const pack = this.list(baseUrl).find(({ archive }) => archive === name);
    if (pack === undefined) return undefined;
    const entries = pack.files.map(({ path, text }) => [path, strToU8(text)] as const);
    return zipSync(Object.fromEntries(entries), { mtime: ARCHIVE_TIME });
  }

  /** What was left out when packs were made. */
  refused(): readonly Notice[] {
    this.follow();
    return [...this.notices.values()];
  }

  /** What was made of other contributions than there are now is forgotten. */
  private follow(): void {
    const widgets = this.registry.widgets();
    if (this.madeOf === widgets) return;
    this.made.clear();
    this.notices.clear();
    this.madeOf = widgets;
  }

  private compose(baseUrl: string): readonly ComposedPack[] {
    const { packs, faults } = composePacks(this.registry.packs(), packInput(this.registry, baseUrl));
    for (const { pack, fault } of faults) {
      const owner = this.registry.packOwner(pack);
      const notice = refusal({ plugin: owner, name: owner }, 'pack', pack, fault);
      if (!this.notices.has(notice.id)) this.log.warn(notice.text);
      this.notices.set(notice.id, notice);
    }
    return packs;
  }
}

/** What packs are made from: the widgets that have a tile, and the actions that some tile offers. */
export interface PackSource {
  /** Another array whenever something was added. */
  widgets(): readonly ComposedWidget[];
  actions(): readonly AnyAction[];
}

export function packInput(source: PackSource, baseUrl: string): PackInput {
  const widgets = source.widgets().flatMap(packWidget);
  const offered = new Set(widgets.flatMap(({ tile }) => tile.actions ?? []));
  // Packs are made for keys of the three scopes: what is of a family takes a key that was given it.
  const actions = source.actions().filter(({ id, family }) => offered.has(id) && family === undefined);
  return { baseUrl, widgets, actions: actions.map(packAction) };
}

const packWidget = ({ id, path, summary, freshness, response, tile }: ComposedWidget): readonly PackWidget[] =>
  tile === undefined ? [] : [{ id, path, summary, freshness, response, tile }];

const packAction = ({ id, path, summary, input, target }: AnyAction): PackAction => ({
  id,
  path,
  summary,
  input,
  target,
});
