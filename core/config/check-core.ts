/** What the core's schema cannot say. Pure. */
import { nearest } from '../ground/nearest.js';
import type { Path } from '../ground/path.js';
import { OWN, PROXY } from '../settings/settings.js';
import type { CoreConfig } from './core-schema.js';
import type { Problem } from './problem.js';
import { webhookName } from './to-settings.js';

const problem = (path: Path, text: string): Problem => ({ kind: 'invalid', path, text });

/** Only for a config that its schema accepts. */
export function checkCore({ auth, database, integrations, keys, webhooks }: CoreConfig): readonly Problem[] {
  return [
    ...checkDatabase(database),
    ...checkProxy(auth),
    ...auth.signInWith.flatMap((id, index) => checkSignIn(id, index, Object.keys(integrations))),
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

/** A header that anybody may send would let anybody in. */
function checkProxy({ proxyHeader, proxyNetworks = [] }: CoreConfig['auth']): readonly Problem[] {
  const isNamed = proxyHeader !== undefined;
  if (isNamed === proxyNetworks.length > 0) return [];
  return isNamed
    ? [
        problem(
          ['auth', 'proxyHeader'],
          'needs proxyNetworks, too: the networks of the proxy, from which alone it is believed',
        ),
      ]
    : [
        problem(
          ['auth', 'proxyNetworks'],
          'needs proxyHeader, too: the header in which the proxy names who is signed in',
        ),
      ];
}

/** Sessions remember where somebody signed in: these words are for those that no integration has checked. */
const OWN_WAYS: readonly string[] = [OWN, PROXY];

function checkSignIn(id: string, index: number, known: readonly string[]): readonly Problem[] {
  const path = ['auth', 'signInWith', index];
  if (OWN_WAYS.includes(id))
    return [problem(path, `nobody can sign in with an integration named ${id}: choose another name for it`)];
  if (known.includes(id)) return [];
  const meant = nearest(id, known);
  return [problem(path, `there is no integration ${id}${meant === undefined ? '' : `: did you mean ${meant}?`}`)];
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
