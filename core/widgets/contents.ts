/** What was contributed, taken in piece by piece. What cannot be taken in is left out with a sentence; the rest works without it. */
import {
  type Alias,
  type AnyAction,
  type AnyLookup,
  type AnyPort,
  type AnySummary,
  type AnyWidget,
  type DigestRule,
  type Pack,
  type Read,
  type Reads,
  twinOf,
} from '@sidelight/plugin-api';
import {
  actionFault,
  askedReads,
  lookupFault,
  PortBook,
  packFault,
  projectorOf,
  ruleFault,
  settingsFault,
  summaryFault,
  widgetFault,
} from '@sidelight/plugin-api/host';
import type { Log } from '../ground/log.js';
import { CORE, type Notice } from '../ops/notices.js';
import type { PluginSettings } from '../settings/settings.js';
import { type AliasTarget, aliasFault, type ComposedAlias, targetOf } from './alias.js';
import { type ComposedWidget, composeWidget } from './composed-widget.js';
import type { Contributions, Origin, Owner } from './contributions.js';
import { fitTile } from './fit-tile.js';
import { createHomepage, HOMEPAGE, homepageTwins } from './homepage.js';
import { attempt, nameOf, refusal, tileChange } from './refusal.js';
import { Shelf } from './shelf.js';
import { vocabularyActions } from './vocabulary.js';

type Kind = 'widget' | 'summary' | 'lookup' | 'digest rule' | 'action' | 'pack' | 'alias';

const NO_SETTINGS: PluginSettings = {};

interface Composed {
  readonly list: readonly ComposedWidget[];
  readonly byId: ReadonlyMap<string, ComposedWidget>;
  readonly aliases: readonly ComposedAlias[];
}

export class Contents {
  private readonly book = new PortBook();
  private readonly ownWidgets = new Shelf<AnyWidget>();
  private readonly ownSummaries = new Shelf<AnySummary>();
  private readonly ownLookups = new Shelf<AnyLookup>();
  private readonly ownRules = new Shelf<DigestRule>();
  private readonly ownActions = new Shelf<AnyAction>();
  private readonly ownPacks = new Shelf<Pack>();
  private readonly ownAliases = new Shelf<Alias>();
  /** Contribution → who brought it first. */
  private readonly owners = new Map<object, Owner>();
  private readonly notices = new Map<string, Notice>();
  /** Made when it is first asked for. */
  private composed: Composed | undefined;

  constructor(private readonly log: Log) {
    this.ownWidgets.claim(CORE, { names: [], path: `/api/widgets/${HOMEPAGE}` });
    this.add(CORE, { actions: vocabularyActions });
  }

  /**
   * Takes in what it can; what is there already stays.
   * @param plugin its id, or `core`
   */
  add(plugin: string, contributions: Contributions, origin: Origin = {}): void {
    const { ports = [], widgets = [], summaries = [], lookups = [] } = contributions;
    const { rules = [], actions = [], packs = [], aliases = [] } = contributions;
    const owner: Owner = { ...origin, plugin, name: origin.source ?? plugin };
    const { name } = owner;
    for (const port of ports) this.book.adopt(port, plugin);
    for (const widget of widgets) this.take(owner, 'widget', widget, () => this.takeWidget(owner, widget));
    for (const summary of summaries) this.take(owner, 'summary', summary, () => this.takeSummary(owner, summary));
    for (const lookup of lookups) this.take(owner, 'lookup', lookup, () => this.takeLookup(owner, lookup));
    for (const rule of rules) this.take(owner, 'digest rule', rule, () => this.takeRule(owner, rule));
    for (const action of actions) this.take(owner, 'action', action, () => this.takeAction(name, action));
    for (const pack of packs) this.take(owner, 'pack', pack, () => this.takePack(name, pack));
    this.composed = undefined;
    for (const alias of aliases) this.take(owner, 'alias', alias, () => this.takeAlias(name, alias));
    this.composed = undefined;
  }

  /** The homepage first. Another array whenever something was added. */
  widgets(): readonly ComposedWidget[] {
    return this.compose().list;
  }

  widget(id: string): ComposedWidget | undefined {
    return this.compose().byId.get(id);
  }

  aliases(): readonly ComposedAlias[] {
    return this.compose().aliases;
  }

  summaries(): readonly AnySummary[] {
    return this.ownSummaries.all();
  }

  lookups(): readonly AnyLookup[] {
    return this.ownLookups.all();
  }

  /** Another array whenever one was added. */
  rules(): readonly DigestRule[] {
    return this.ownRules.all();
  }

  actions(): readonly AnyAction[] {
    return this.ownActions.all();
  }

  packs(): readonly Pack[] {
    return this.ownPacks.all();
  }

  /** The plugin that brought a pack, or `core`. */
  packOwner(id: string): string {
    return this.ownPacks.owner(`pack ${id}`) ?? CORE;
  }

  /** Of the plugin that brought it. */
  settingsOf(contribution: object): PluginSettings {
    return this.owners.get(contribution)?.settings ?? NO_SETTINGS;
  }

  /** Every read of every contribution, so that the cache can count ahead. What lookups ask is not known before. */
  reads(): readonly Read[] {
    const asked: readonly Reads[] = [
      ...this.ownWidgets.all().flatMap((widget) => [...askedReads(widget).values()]),
      ...this.ownSummaries.all().map(({ reads }) => reads),
      ...this.ownRules.all().map(({ reads }) => reads),
    ];
    return asked.flatMap((reads) => Object.values(reads));
  }

  /** The vocabulary's ports and those that reads name beside them. */
  ports(): readonly AnyPort[] {
    return this.book.all();
  }

  refused(): readonly Notice[] {
    return [...this.notices.values()];
  }

  private take(owner: Owner, kind: Kind, contribution: object, take: () => string | undefined): void {
    const fault = attempt(take);
    if (fault === undefined) {
      if (!this.owners.has(contribution)) this.owners.set(contribution, owner);
      return;
    }
    const notice = refusal(owner, kind, nameOf(contribution), fault);
    this.notices.set(notice.id, notice);
  }

  /** A tile is never left out for a word that dashboards do not know. */
  private tellChanges(owner: Owner, widget: string, changed: readonly string[]): void {
    if (changed.length === 0) return;
    const notice = tileChange(owner, widget, changed);
    this.notices.set(notice.id, notice);
  }

  private takeWidget(owner: Owner, widget: AnyWidget): string | undefined {
    if (this.ownWidgets.holds(widget)) return undefined;
    const fault = settingsFault(widget, owner.schema) ?? widgetFault(widget, this.book);
    if (fault !== undefined) return fault;
    const { id, path } = composeWidget(widget, { owner: owner.plugin, settings: NO_SETTINGS });
    if (id === HOMEPAGE) return `${HOMEPAGE} is made of all summaries: contribute one of these`;
    const taken = this.ownWidgets.taken(`widget ${id}`) ?? this.takenPath(path);
    if (taken !== undefined) return taken;
    this.ownWidgets.put(owner.name, widget, { names: [`widget ${id}`], path });
    this.tellChanges(owner, id, fitTile(widget)?.changed ?? []);
    for (const reads of askedReads(widget).values()) this.adoptPorts(owner.plugin, reads);
    return undefined;
  }

  private takeSummary({ name: owner, schema }: Owner, summary: AnySummary): string | undefined {
    if (this.ownSummaries.holds(summary)) return undefined;
    const fault = settingsFault(summary, schema) ?? summaryFault(summary, this.book);
    if (fault !== undefined) return fault;
    const keys = Object.keys(summary.fields.properties).flatMap((key) => [key, twinOf(key)]);
    const names = [`summary ${summary.id}`, ...new Set(keys.map((key) => `key ${key}`))];
    const taken = names.map((name) => this.ownSummaries.taken(name)).find((one) => one !== undefined);
    if (taken !== undefined) return taken;
    projectorOf(summary.fields);
    this.ownSummaries.put(owner, summary, { names });
    return this.adoptPorts(owner, summary.reads);
  }

  private takeLookup({ name: owner, schema }: Owner, lookup: AnyLookup): string | undefined {
    if (this.ownLookups.holds(lookup)) return undefined;
    const fault = settingsFault(lookup, schema) ?? lookupFault(lookup);
    const { path } = lookup;
    const taken = fault ?? this.takenPath(path);
    if (taken !== undefined) return taken;
    projectorOf(lookup.response);
    this.ownLookups.put(owner, lookup, { names: [], path });
    return undefined;
  }

  private takeRule({ name: owner, schema }: Owner, rule: DigestRule): string | undefined {
    if (this.ownRules.holds(rule)) return undefined;
    const fault =
      settingsFault(rule, schema) ?? ruleFault(rule, this.book) ?? this.ownRules.taken(`digest rule ${rule.id}`);
    if (fault !== undefined) return fault;
    this.ownRules.put(owner, rule, { names: [`digest rule ${rule.id}`] });
    return this.adoptPorts(owner, rule.reads);
  }

  /** Any number of integrations may handle the same action. */
  private takeAction(owner: string, action: AnyAction): string | undefined {
    const fault = actionFault(action);
    if (fault !== undefined) return fault;
    const known = this.ownActions.all().find(({ id }) => id === action.id);
    if (known !== undefined && isSameAction(known, action)) return undefined;
    const name = `action ${action.id}`;
    const taken = this.ownActions.taken(name) ?? this.ownActions.takenPath(action.path);
    if (taken === undefined) this.ownActions.put(owner, action, { names: [name], path: action.path });
    return taken;
  }

  private takePack(owner: string, pack: Pack): string | undefined {
    if (this.ownPacks.holds(pack)) return undefined;
    const fault = packFault(pack) ?? this.ownPacks.taken(`pack ${pack.id}`);
    if (fault === undefined) this.ownPacks.put(owner, pack, { names: [`pack ${pack.id}`] });
    return fault;
  }

  private takeAlias(owner: string, alias: Alias): string | undefined {
    const fault = aliasFault(alias, targetOf(alias, this.targets())) ?? this.takenPath(alias.path);
    if (fault === undefined) this.ownAliases.put(owner, alias, { names: [], path: alias.path });
    return fault;
  }

  /** By whatever answers a GET. */
  private takenPath(path: string): string | undefined {
    const shelves = [this.ownWidgets, this.ownLookups, this.ownAliases];
    return shelves.map((shelf) => shelf.takenPath(path)).find((taken) => taken !== undefined);
  }

  private targets(widgets = this.compose().list): readonly AliasTarget[] {
    return [
      ...widgets.map((widget): AliasTarget => ({ kind: 'widget', widget })),
      ...this.ownLookups.all().map((lookup): AliasTarget => ({ kind: 'lookup', lookup })),
    ];
  }

  private adoptPorts(plugin: string, reads: Reads): undefined {
    for (const { port } of Object.values(reads)) if (port !== undefined) this.book.adopt(port, plugin);
    return undefined;
  }

  private compose(): Composed {
    if (this.composed === undefined) {
      const settingsOf = (contribution: object): PluginSettings => this.settingsOf(contribution);
      const homepage = createHomepage(this.ownSummaries.all(), settingsOf, this.log);
      const list = [
        composeWidget(homepage, {
          ...{ owner: CORE, settings: NO_SETTINGS, isChecked: true },
          twins: homepageTwins(this.ownSummaries.all(), homepage),
        }),
        ...this.ownWidgets
          .all()
          .map((widget) =>
            composeWidget(widget, { owner: this.owners.get(widget)?.plugin ?? CORE, settings: settingsOf(widget) }),
          ),
      ];
      const targets = this.targets(list);
      const aliases = this.ownAliases.all().flatMap((alias): ComposedAlias[] => {
        const target = targetOf(alias, targets);
        return target === undefined ? [] : [{ ...alias, target }];
      });
      this.composed = { list, byId: new Map(list.map((widget) => [widget.id, widget])), aliases };
    }
    return this.composed;
  }
}

const isSameAction = (a: AnyAction, b: AnyAction): boolean =>
  a === b || (a.path === b.path && a.target === b.target && JSON.stringify(a.input) === JSON.stringify(b.input));
