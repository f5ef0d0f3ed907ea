/** The files for dashboards, as they are for a base URL. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyAction, Pack, PackAction, PackInput, PackWidget } from '@sidelight/plugin-api';
import { LRUCache } from 'lru-cache';
import type { Log } from '../ground/log.js';
import { tooMany } from '../http/refusal.js';
import { type Budget, Budgets } from '../keys/budget.js';
import { householdOf } from '../keys/networks.js';
import type { Notice } from '../ops/notices.js';
import type { Source } from '../plugins/source.js';
import { type Clock, systemClock } from '../time/clock.js';
import type { ComposedWidget } from '../widgets/composed-widget.js';
import { refusal } from '../widgets/refusal.js';
import { archiveOf } from './archive.js';
import { type Choice, chosen, isFilled, isTiled, suppliedBy, type Tiled } from './choice.js';
import { type ComposedPack, type Composition, composing } from './compose-packs.js';

export interface PackRegistry extends PackSource {
  packs(): readonly Pack[];
  packOwner(id: string): string;
}

export interface PackParts {
  readonly clock?: Pick<Clock, 'now'>;
  /** Those that are enabled; not given: somebody supplies everything. */
  readonly sources?: () => readonly Source[];
  /** Where browsers reach Sidelight, as the config says; undefined: it does not. */
  readonly publicUrl?: () => string | undefined;
}

export interface PackAsk {
  /** The address of somebody who is not signed in. */
  readonly stranger?: string | undefined;
  /** Not given: what enabled integrations fill. */
  readonly choice?: Choice | undefined;
}

export interface OfferedWidget extends PackWidget {
  readonly isChosen: boolean;
  /** An enabled integration fills it. */
  readonly isFilled: boolean;
}

/** How many base URLs and choices are remembered: dashboards and browsers use one or two. */
const REMEMBERED = 8;
/** How often an address that nobody has signed in from may ask for files that have to be made. */
const MAKING: Budget = { perMinute: 12, burst: 12 };

/** Files of one base URL, as far as they are made. */
type Made = Promise<readonly ComposedPack[]>;

export class Packs {
  private readonly made = new LRUCache<string, Made>({ max: REMEMBERED });
  private readonly archives = new WeakMap<ComposedPack, Promise<Uint8Array>>();
  private readonly budgets = new Budgets();
  private madeOf: readonly unknown[] = [];
  private readonly notices = new Map<string, Notice>();

  constructor(
    private readonly registry: PackRegistry,
    private readonly log: Log,
    private readonly parts: PackParts = {},
  ) {}

  /**
   * Made once for each base URL and choice, a pack at a time. A pack that can make nothing of a choice is left out.
   * @param baseUrl without a slash at the end
   * @throws rate_limit for a stranger who has files made for too many base URLs; bad_request for a widget that there is not
   */
  async list(baseUrl: string, { stranger, choice = 'filled' }: PackAsk = {}): Promise<readonly ComposedPack[]> {
    this.follow();
    const widgets = chosen(this.registry.widgets(), choice, this.supplied());
    const key = JSON.stringify([baseUrl, this.parts.publicUrl?.() ?? '', ...widgets.map(({ id }) => id)]);
    const known = this.made.get(key);
    if (known !== undefined) return known;
    if (stranger !== undefined) this.charge(stranger);
    const made = this.compose(baseUrl, widgets, choice);
    this.made.set(key, made);
    // What fails is made anew by whoever asks next.
    made.catch(() => this.made.delete(key));
    return made;
  }

  /** Those that a choice may name, and whether it holds them. */
  offered(choice: Choice): readonly OfferedWidget[] {
    const widgets = this.registry.widgets();
    const supplied = this.supplied();
    const taken = chosen(widgets, choice, supplied);
    const all = chosen(widgets, 'all');
    return all.map((widget) => ({
      ...packWidget(widget),
      isChosen: taken.includes(widget),
      isFilled: supplied === undefined || isFilled(widget, supplied),
    }));
  }

  /** undefined: no pack has such a file. */
  async file(path: string, baseUrl: string, ask?: PackAsk): Promise<string | undefined> {
    const packs = await this.list(baseUrl, ask);
    return packs.flatMap(({ files }) => files).find((file) => file.path === path)?.text;
  }

  /** Zipped once for each base URL and choice. undefined: there is no pack of several files by that name. */
  async archive(name: string, baseUrl: string, ask?: PackAsk): Promise<Uint8Array | undefined> {
    const packs = await this.list(baseUrl, ask);
    const pack = packs.find(({ archive }) => archive === name);
    if (pack === undefined) return undefined;
    const archive = this.archives.get(pack) ?? archiveOf(pack.files);
    this.archives.set(pack, archive);
    return archive;
  }

  /** What was left out when packs were made. */
  refused(): readonly Notice[] {
    this.follow();
    return [...this.notices.values()];
  }

  private supplied(): ReadonlySet<string> | undefined {
    const { sources } = this.parts;
    const enabled = sources?.() ?? [];
    // Before the first one nobody can tell what somebody will connect.
    return enabled.length === 0 ? undefined : suppliedBy(enabled);
  }

  private charge(stranger: string): void {
    const wait = this.budgets.take(householdOf(stranger), MAKING, (this.parts.clock ?? systemClock).now().getTime());
    if (wait > 0)
      throw tooMany('Files for too many different addresses were requested from here', wait, MAKING.perMinute);
  }

  /** What was made of other contributions than there are now is forgotten. */
  private follow(): void {
    const widgets = this.registry.widgets();
    if (this.madeOf === widgets) return;
    this.made.clear();
    this.notices.clear();
    this.madeOf = widgets;
  }

  private async compose(baseUrl: string, widgets: readonly Tiled[], choice: Choice): Promise<readonly ComposedPack[]> {
    const of = this.madeOf;
    const publicUrl = this.parts.publicUrl?.();
    const input = {
      ...packInput({ widgets: () => widgets, actions: () => this.registry.actions() }, baseUrl),
      ...(publicUrl === undefined ? {} : { publicUrl }),
    };
    const { packs, faults } = await inTurns(composing(this.registry.packs(), input));
    // Whoever chooses what a pack makes nothing of has done nothing wrong.
    const isWhole = widgets.length === this.registry.widgets().filter(isTiled).length;
    const told = faults.filter(({ isEmpty }) => isWhole || (choice === 'filled' && !isEmpty));
    for (const { pack, fault } of this.madeOf === of ? told : []) {
      const owner = this.registry.packOwner(pack);
      const notice = refusal({ plugin: owner, name: owner }, 'pack', pack, fault);
      if (!this.notices.has(notice.id)) this.log.warn(notice.text);
      this.notices.set(notice.id, notice);
    }
    return packs;
  }
}

/** A turn of the loop for each step. */
async function inTurns(steps: Generator<void, Composition, void>): Promise<Composition> {
  let step = steps.next();
  while (step.done !== true) {
    await nextTurn();
    step = steps.next();
  }
  return step.value;
}

/** What packs are made from: the widgets that have a tile, and the actions that some tile offers. */
export interface PackSource {
  /** Another array whenever something was added. */
  widgets(): readonly ComposedWidget[];
  actions(): readonly AnyAction[];
}

export function packInput(source: PackSource, baseUrl: string): PackInput {
  const widgets = source.widgets().filter(isTiled).map(packWidget);
  const offered = new Set(widgets.flatMap(({ tile }) => tile.actions ?? []));
  // Packs are made for keys of the three scopes: what is of a family takes a key that was given it.
  const actions = source.actions().filter(({ id, family }) => offered.has(id) && family === undefined);
  return { baseUrl, widgets, actions: actions.map(packAction) };
}

const packWidget = ({ id, path, summary, freshness, response, query, tile }: Tiled): PackWidget => ({
  ...{ id, path, summary, freshness },
  response,
  ...(query === undefined ? {} : { query }),
  tile,
});

const packAction = ({ id, path, summary, input, target }: AnyAction): PackAction => ({
  id,
  path,
  summary,
  input,
  target,
});
