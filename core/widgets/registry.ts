/**
 * Every contribution that is in use. Whoever needs one holds this object; what it holds is built anew by a reload and
 * swapped as a whole, so nobody sees half of it.
 */
import type { AnyAction, AnyLookup, AnyPort, AnySummary, DigestRule, Pack, Read } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { LOG, type Log } from '../ground/log.js';
import type { Notice } from '../ops/notices.js';
import type { PluginSettings } from '../settings/settings.js';
import type { ComposedAlias } from './alias.js';
import type { ComposedWidget } from './composed-widget.js';
import { Contents } from './contents.js';
import type { Contributions, Origin } from './contributions.js';

@injectable()
export class Registry {
  private contents: Contents;
  private changed: readonly Notice[] = [];
  private told: ReadonlySet<string> = new Set();

  constructor(@inject(LOG) private readonly log: Log) {
    this.contents = this.empty();
  }

  /** Contents to fill and to swap in. */
  empty(): Contents {
    return new Contents(this.log);
  }

  /** @param changed ports that cannot be had any more as they are declared now */
  swap(contents: Contents, changed: readonly Notice[] = []): void {
    this.contents = contents;
    this.changed = changed;
    this.tell();
  }

  /** Adds to what is there. */
  add(plugin: string, contributions: Contributions, origin?: Origin): void {
    this.contents.add(plugin, contributions, origin);
    this.tell();
  }

  /** The homepage first. Another array whenever there are others. */
  widgets(): readonly ComposedWidget[] {
    return this.contents.widgets();
  }

  widget(id: string): ComposedWidget | undefined {
    return this.contents.widget(id);
  }

  aliases(): readonly ComposedAlias[] {
    return this.contents.aliases();
  }

  summaries(): readonly AnySummary[] {
    return this.contents.summaries();
  }

  lookups(): readonly AnyLookup[] {
    return this.contents.lookups();
  }

  /** Another array whenever there are others. */
  rules(): readonly DigestRule[] {
    return this.contents.rules();
  }

  actions(): readonly AnyAction[] {
    return this.contents.actions();
  }

  packs(): readonly Pack[] {
    return this.contents.packs();
  }

  /** The plugin that brought a pack, or `core`. */
  packOwner(id: string): string {
    return this.contents.packOwner(id);
  }

  /** Of the plugin that brought it. */
  settingsOf(contribution: object): PluginSettings {
    return this.contents.settingsOf(contribution);
  }

  /** Every read of every contribution, so that the cache can count ahead. What lookups ask is not known before. */
  reads(): readonly Read[] {
    return this.contents.reads();
  }

  /** The vocabulary's ports and those that reads name beside them. */
  ports(): readonly AnyPort[] {
    return this.contents.ports();
  }

  /** What was left out, and the ports that cannot be had as they are declared. */
  refused(): readonly Notice[] {
    return [...this.contents.refused(), ...this.changed];
  }

  /** Each sentence once, for as long as it is true. */
  private tell(): void {
    const texts = this.refused().map(({ text }) => text);
    for (const text of texts) if (!this.told.has(text)) this.log.warn(text);
    this.told = new Set(texts);
  }
}
