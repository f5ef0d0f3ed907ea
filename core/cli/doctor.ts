/** `sidelight doctor`: one page about this installation that may be shown to anybody. It changes nothing. */
import { redact } from '@sidelight/plugin-api/errors';
import type { CoreSettings } from '../config/to-settings.js';
import { CodedError } from '../ground/errors.js';
import { type Command, print } from './command.js';
import { configured } from './doctor/config.js';
import { database } from './doctor/database.js';
import { integrations } from './doctor/integrations.js';
import { permissions, versions } from './doctor/machine.js';
import { pageOf, type Section, sectionOf } from './doctor/page.js';
import { storage } from './doctor/storage.js';
import { coreSettingsFor, loadFor } from './settings.js';

export const doctor: Command = async (input) => {
  const now = new Date();
  const loaded = await orError(() => loadFor(input));
  const settings = loaded instanceof CodedError ? await orError(async () => coreSettingsFor(input)) : loaded.settings;
  const sections = [
    await sectionOf('Sidelight doctor', () => versions(now)),
    await sectionOf('Config', async () => {
      if (loaded instanceof CodedError) throw loaded;
      return configured(loaded.settings);
    }),
    ...(settings instanceof CodedError ? [] : await aboutData(settings, now)),
    ...(loaded instanceof CodedError ? [] : [await sectionOf('Integrations', () => integrations(loaded))]),
  ];
  const secrets = settings instanceof CodedError ? [] : settings.secrets;
  print(input.out, redact(pageOf(sections), secrets));
  return 0;
};

const aboutData = async (settings: CoreSettings, now: Date): Promise<readonly Section[]> => [
  await sectionOf('Database', () => database(settings)),
  await sectionOf('Disk', () => storage(settings, now)),
  await sectionOf('Permissions', () => permissions(settings)),
];

/** What a page without the config can still tell is told. */
async function orError<T>(work: () => Promise<T>): Promise<T | CodedError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError) return error;
    throw error;
  }
}
