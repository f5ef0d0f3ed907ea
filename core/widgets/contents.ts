/** What was contributed, taken in piece by piece. What cannot be taken in is left out with a sentence; the rest works without it. */
import type {
  AnyAction,
  AnyLookup,
  AnyPort,
  AnySummary,
  AnyWidget,
  DigestRule,
  Pack,
  Read,
  Reads,
} from '@sidelight/plugin-api';
import * as api from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Log } from '../ground/log.js';
import { isRecord } from '../ground/path.js';
import { CORE, type Notice } from '../ops/notices.js';
import { PortBook } from '../plugins/port-book.js';
import { actionFault, lookupFault, packFault, ruleFault, summaryFault, widgetFault } from './check-contribution.js';
import { type ComposedWidget, composeWidget } from './composed-widget.js';
import type { Contributions } from './contributions.js';
import { fitTile } from './fit-tile.js';
import { createHomepage, HOMEPAGE } from './homepage.js';
import { type Owner, refusal, tileChange } from './refusal.js';
import { projectorOf } from './serialise.js';
import { Shelf } from './shelf.js';

const isAction = (value: unknown): value is api.AnyAction => isRecord(value) && 'touches' in value && 'target' in value;

/** The actions that `@sidelight/plugin-api` names. */
const vocabularyActions: readonly api.AnyAction[] = Object.values(api as Readonly<Record<string, unknown>>).filter(
  isAction,
);

type Kind = 'widget' | 'summary' | 'lookup' | 'digest rule' | 'action' | 'pack';

/** Which integration brought it; a plugin brings its own without one. */
export interface Origin {
  readonly source?: string;
}

interface Composed {
  readonly list: readonly ComposedWidget[];
  readonly byId: ReadonlyMap<string, ComposedWidget>;
}

export class Contents {
  private readonly book = new PortBook();
  private readonly ownWidgets = new Shelf<AnyWidget>();
  private readonly ownSummaries = new Shelf<AnySummary>();
  private readonly ownLookups = new Shelf<AnyLookup>();
  private readonly ownRules = new Shelf<DigestRule>();
  private readonly ownActions = new Shelf<AnyAction>();
  private readonly ownPacks = new Shelf<Pack>();
  private readonly notices = new Map<string, Notice>();
  /** Made when it is first asked for. */
  private composed: Composed | undefined;

  constructor(private readonly log: Log) {
    this.add(CORE, { actions: vocabularyActions });
  }

  /**
   * Takes in what it can; what is there already stays.
   * @param plugin its id, or `core`
   */
  add(plugin: string, contributions: Contributions, { source }: Origin = {}): void {
    const { ports = [], widgets = [], summaries = [], lookups = [] } = contributions;
    const { rules = [], actions = [], packs = [] } = contributions;
    const owner = { plugin, name: source ?? plugin, ...(source === undefined ? {} : { source }) };
    const { name } = owner;
    for (const port of ports) this.book.adopt(port, plugin);
    for (const widget of widgets) this.take(owner, 'widget', widget, () => this.takeWidget(owner, widget));
    for (const summary of summaries) this.take(owner, 'summary', summary, () => this.takeSummary(name, summary));
    for (const lookup of lookups) this.take(owner, 'lookup', lookup, () => this.takeLookup(name, lookup));
    for (const rule of rules) this.take(owner, 'digest rule', rule, () => this.takeRule(name, rule));
    for (const action of actions) this.take(owner, 'action', action, () => this.takeAction(name, action));
    for (const pack of packs) this.take(owner, 'pack', pack, () => this.takePack(name, pack));
    this.composed = undefined;
  }

  /** The homepage first. Another array whenever something was added. */
  widgets(): readonly ComposedWidget[] {
    return this.compose().list;
  }

  widget(id: string): ComposedWidget | undefined {
    return this.compose().byId.get(id);
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

  /** Every read of every contribution, so that the cache can count ahead. What lookups ask is not known before. */
  reads(): readonly Read[] {
    const contributions: readonly { readonly reads: Reads }[] = [
      ...this.ownWidgets.all(),
      ...this.ownSummaries.all(),
      ...this.ownRules.all(),
    ];
    return contributions.flatMap(({ reads }) => Object.values(reads));
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
    if (fault === undefined) return;
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
    const fault = widgetFault(widget, this.book);
    if (fault !== undefined) return fault;
    const { id, path } = composeWidget(widget, owner.plugin);
    if (id === HOMEPAGE) return `${HOMEPAGE} is made of all summaries: contribute one of these`;
    const taken =
      this.ownWidgets.taken(`widget ${id}`) ?? this.ownWidgets.takenPath(path) ?? this.ownLookups.takenPath(path);
    if (taken !== undefined) return taken;
    this.ownWidgets.put(owner.name, widget, { names: [`widget ${id}`], path });
    this.tellChanges(owner, id, fitTile(widget)?.changed ?? []);
    return this.adoptPorts(owner.plugin, widget.reads);
  }

  private takeSummary(owner: string, summary: AnySummary): string | undefined {
    if (this.ownSummaries.holds(summary)) return undefined;
    const fault = summaryFault(summary, this.book);
    if (fault !== undefined) return fault;
    const names = [`summary ${summary.id}`, ...Object.keys(summary.fields.properties).map((key) => `key ${key}`)];
    const taken = names.map((name) => this.ownSummaries.taken(name)).find((one) => one !== undefined);
    if (taken !== undefined) return taken;
    projectorOf(summary.fields);
    this.ownSummaries.put(owner, summary, { names });
    return this.adoptPorts(owner, summary.reads);
  }

  private takeLookup(owner: string, lookup: AnyLookup): string | undefined {
    if (this.ownLookups.holds(lookup)) return undefined;
    const fault = lookupFault(lookup);
    const { path } = lookup;
    const taken = fault ?? this.ownLookups.takenPath(path) ?? this.ownWidgets.takenPath(path);
    if (taken !== undefined) return taken;
    projectorOf(lookup.response);
    this.ownLookups.put(owner, lookup, { names: [], path });
    return undefined;
  }

  private takeRule(owner: string, rule: DigestRule): string | undefined {
    if (this.ownRules.holds(rule)) return undefined;
    const fault = ruleFault(rule, this.book) ?? this.ownRules.taken(`digest rule ${rule.id}`);
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

  private adoptPorts(owner: string, reads: Reads): undefined {
    for (const { port } of Object.values(reads)) if (port !== undefined) this.book.adopt(port, owner);
    return undefined;
  }

  private compose(): Composed {
    if (this.composed === undefined) {
      const homepage = createHomepage(this.ownSummaries.all(), this.log);
      const list = [
        composeWidget(homepage, CORE, { isChecked: true }),
        ...this.ownWidgets.owned().map(({ item, owner }) => composeWidget(item, owner)),
      ];
      this.composed = { list, byId: new Map(list.map((widget) => [widget.id, widget])) };
    }
    return this.composed;
  }
}

/** Plugins need no types: what they contribute may be anything. */
function attempt(take: () => string | undefined): string | undefined {
  try {
    return take();
  } catch (error) {
    return `it is malformed: ${messageOf(error)}`;
  }
}

function nameOf(contribution: unknown): string {
  const { id, path } = Object(contribution) as { readonly id?: unknown; readonly path?: unknown };
  return String(id ?? path ?? 'without an id');
}

const isSameAction = (a: AnyAction, b: AnyAction): boolean =>
  a === b || (a.path === b.path && a.target === b.target && JSON.stringify(a.input) === JSON.stringify(b.input));
