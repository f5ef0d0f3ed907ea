/** What the core's schema cannot say. Pure. */
import type { CoreConfig } from './core-schema.js';
import type { Path } from './path.js';
import type { Problem } from './problem.js';
import { webhookName } from './to-settings.js';

const problem = (path: Path, text: string): Problem => ({ kind: 'invalid', path, text });

/** Only for a config that its schema accepts. */
export function checkCore({ database, keys, webhooks }: CoreConfig): readonly Problem[] {
  return [
    ...checkDatabase(database),
    ...keys.flatMap((key, index) => checkKey(key, index, keys)),
    ...checkWebhooks(webhooks.map(webhookName)),
  ];
}

function checkWebhooks(names: readonly string[]): readonly Problem[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [problem(['webhooks', index, 'name'], `another webhook is called ${name}, too`)],
  );
}

function checkDatabase({ path, url }: CoreConfig['database']): readonly Problem[] {
  const isTwice = path !== undefined && url !== undefined;
  return isTwice ? [problem(['database'], 'expected either path (SQLite) or url (PostgreSQL), not both')] : [];
}

function checkKey(key: CoreConfig['keys'][number], index: number, keys: CoreConfig['keys']): readonly Problem[] {
  const isOne = (key.hash === undefined) !== (key.key === undefined);
  const isRepeated = keys.findIndex(({ name }) => name === key.name) !== index;
  return [
    ...(isOne ? [] : [problem(['keys', index], 'expected either hash or key')]),
    ...(isRepeated ? [problem(['keys', index, 'name'], `another key is called ${key.name}, too`)] : []),
  ];
}
