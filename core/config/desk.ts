/** Where a running daemon's config is changed: entries are tried, written into the file and made true, or nothing happens. */
import { hash } from 'node:crypto';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';
import type { Log } from '../ground/log.js';
import { pluginNamed } from '../plugins/plugin-set.js';
import { type Tried, tryEntry } from '../plugins/try-entry.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { ConfigFile } from './config-file.js';
import { type EntryFields, entryIn, withEntry, withoutEntry } from './edit.js';
import type { ConfigLoader, LoadedSettings } from './load-settings.js';

/** Of `integrations:`. */
export interface EntryChange {
  readonly id: string;
  /** As `revisionOf` gave it when the change was begun: what was changed since is not overwritten. */
  readonly revision: string;
  /** undefined: taken away. */
  readonly fields: EntryFields;
  /** Field → text that goes into a file of its own. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface DeskParts {
  readonly load: ConfigLoader;
  /** Makes a config true that was loaded. */
  readonly apply: (loaded: LoadedSettings) => Promise<void>;
  /** Of the config that holds now. */
  readonly settings: () => Pick<Settings, 'file' | 'dataDir'>;
  /** Where a config is begun that is not there yet. */
  readonly freshFile: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export class ConfigDesk {
  private rejection: string | null = null;
  private turns: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: DeskParts) {}

  /** Why the config is not in force as it is written now; null: it is. */
  get rejected(): string | null {
    return this.rejection;
  }

  get file(): ConfigFile {
    const { file, dataDir } = this.parts.settings();
    return new ConfigFile(file ?? this.parts.freshFile, dataDir);
  }

  /** Makes the config true as it is written now; what is wrong with it is told by the log and `rejected`. Never rejects. */
  reload(): Promise<void> {
    return this.inTurn(() => this.reloadNow());
  }

  /** The entry as it is written, and what tells whether it was changed since. */
  async entry(id: string): Promise<{ readonly fields: EntryFields | undefined; readonly revision: string }> {
    const fields = entryIn(await this.file.read(), id);
    return { fields, revision: revisionOf(fields) };
  }

  /** Asks the upstream of an entry that is not written yet. @throws config_invalid and whatever else keeps it from being loaded */
  async try(change: EntryChange): Promise<Tried> {
    const file = this.file;
    const { settings, plugins } = await this.parts.load(this.drafted(file, await file.read(), change));
    const entry = settings.integrations.find(({ id }) => id === change.id);
    const plugin = entry && pluginNamed(plugins, entry.plugin);
    if (entry === undefined || plugin === undefined) return { ok: false, text: 'its plugin cannot be loaded' };
    return tryEntry(
      entry,
      plugin,
      settings,
      plugins.loaded.map((one) => one.plugin),
    );
  }

  /** @throws config_changed, config_edit, config_invalid, config_unwritable, disk_full: nothing was written */
  save(change: EntryChange): Promise<void> {
    return this.inTurn(async () => {
      const file = this.file;
      const before = await file.read();
      demandUnchanged(before, change.id, change.revision);
      await this.write(file, before, this.drafted(file, before, change));
    });
  }

  /** @throws as `save` */
  remove(id: string, revision: string): Promise<void> {
    return this.inTurn(async () => {
      const file = this.file;
      const before = await file.read();
      demandUnchanged(before, id, revision);
      await this.write(file, before, { text: withoutEntry(before, id), secrets: new Map() });
    });
  }

  private async write(file: ConfigFile, before: string, drafted: Drafted): Promise<void> {
    const { text, secrets } = drafted;
    // What the daemon would refuse is not written.
    await this.parts.load({ file: file.path, text, secrets });
    await file.write({ before, text, secrets }, this.parts.clock.now());
    await this.reloadNow();
  }

  private drafted(file: ConfigFile, before: string, { id, fields, secrets }: EntryChange): Drafted & { file: string } {
    const places = Object.entries(secrets).map(([field, text]) => ({ field, text, ...file.secretPlace(id, field) }));
    const named = Object.fromEntries(places.map(({ field, named }) => [field, named]));
    return {
      file: file.path,
      text: withEntry(before, id, { ...fields, ...named }),
      secrets: new Map(places.map(({ path, text }) => [path, text])),
    };
  }

  private async reloadNow(): Promise<void> {
    try {
      await this.parts.apply(await this.parts.load());
      this.rejection = null;
    } catch (error) {
      this.rejection = messageOf(error);
      this.parts.log.error(`the changed config was not applied: ${messageOf(error)}`);
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turns.then(work);
    this.turns = done.catch(() => undefined);
    return done;
  }
}

/** @throws config_changed */
function demandUnchanged(text: string, id: string, revision: string): void {
  if (revisionOf(entryIn(text, id)) === revision) return;
  throw new CodedError('config_changed', `${id} was changed in the meantime`);
}

interface Drafted {
  readonly text: string;
  readonly secrets: ReadonlyMap<string, string>;
}

/** The revision of an entry that is not there. */
export const ABSENT = 'new';

const revisionOf = (fields: EntryFields | undefined): string =>
  fields === undefined ? ABSENT : hash('sha256', JSON.stringify(fields)).slice(0, 16);
