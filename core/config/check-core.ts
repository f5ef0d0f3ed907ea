/** What the core's schema cannot say. Pure. */
import { messageOf } from '@sidelight/plugin-api/errors';
import { nearest } from '../ground/nearest.js';
import type { Path } from '../ground/path.js';
import { checkActions } from '../keys/api-key.js';
import { OIDC, OWN, PROXY } from '../settings/settings.js';
import type { CoreConfig } from './core-schema.js';
import type { Problem } from './problem.js';
import { accountOf, webhookName } from './to-settings.js';

const problem = (path: Path, text: string): Problem => ({ kind: 'invalid', path, text });

/** Only for a config that its schema accepts. */
export function checkCore(config: CoreConfig): readonly Problem[] {
  const { auth, database, integrations, keys, webhooks, history, people } = config;
  const known = Object.keys(integrations);
  return [
    ...checkDatabase(database),
    ...checkProxy(auth),
    ...checkOidc(config),
    ...auth.signInWith.flatMap((id, index) => checkSignIn(id, index, known)),
    ...keys.flatMap((key, index) => checkKey(key, index, keys)),
    ...checkWebhooks(webhooks.map(webhookName)),
    ...webhooks.flatMap(checkFormat),
    ...checkPeople(people, known),
    ...(['users', 'libraries'] as const).flatMap((list) =>
      history.ignore[list].flatMap((text, index) => checkAccount(text, ['history', 'ignore', list, index], known)),
    ),
  ];
}

function checkWebhooks(names: readonly string[]): readonly Problem[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [problem(['webhooks', index, 'name'], `another webhook has the name ${name}`)],
  );
}

/** Services that show messages sign nothing, and most of them have their secret in the address. */
function checkFormat({ format, secret, token }: CoreConfig['webhooks'][number], index: number): readonly Problem[] {
  const at = (field: string, text: string): Problem => problem(['webhooks', index, field], text);
  const isOwn = format === 'sidelight';
  return [
    ...(isOwn && secret === undefined ? [at('secret', 'is missing: it signs the deliveries')] : []),
    ...(!isOwn && secret !== undefined
      ? [at('secret', `is only for the format sidelight: ${format} checks no signature`)]
      : []),
    ...(token !== undefined && !TAKES_TOKEN.has(format)
      ? [at('token', `is only for ntfy, gotify and apprise: ${format} does not use one`)]
      : []),
  ];
}

const TAKES_TOKEN: ReadonlySet<string> = new Set(['ntfy', 'gotify', 'apprise']);

/** A header that anybody may send would let anybody in. */
function checkProxy({ proxyHeader, proxyNetworks = [] }: CoreConfig['auth']): readonly Problem[] {
  const isNamed = proxyHeader !== undefined;
  if (isNamed === proxyNetworks.length > 0) return [];
  return isNamed
    ? [problem(['auth', 'proxyHeader'], 'also needs proxyNetworks: the networks of the proxy')]
    : [
        problem(
          ['auth', 'proxyNetworks'],
          'also needs proxyHeader: the header in which the proxy names the signed-in user',
        ),
      ];
}

/** The Host header of a request is anybody's word: it must not say where the provider sends people. */
const checkOidc = ({ auth, server }: CoreConfig): readonly Problem[] =>
  auth.oidc !== undefined && server.publicUrl === undefined
    ? [problem(['auth', 'oidc'], 'also needs server.publicUrl: the provider sends people back to that address')]
    : [];

/** Sessions remember where somebody signed in: these words are for those that no integration has checked. */
const OWN_WAYS: readonly string[] = [OWN, PROXY, OIDC];

function checkSignIn(id: string, index: number, known: readonly string[]): readonly Problem[] {
  const path = ['auth', 'signInWith', index];
  if (OWN_WAYS.includes(id))
    return [problem(path, `nobody can sign in with an integration named ${id}: choose another name for it`)];
  return checkIntegration(id, path, known);
}

function checkIntegration(id: string, path: Path, known: readonly string[]): readonly Problem[] {
  if (known.includes(id)) return [];
  const meant = nearest(id, known);
  return [problem(path, `there is no integration ${id}${meant === undefined ? '' : `: did you mean ${meant}?`}`)];
}

function checkAccount(text: string, path: Path, known: readonly string[]): readonly Problem[] {
  const { source, name } = accountOf(text);
  if (name === '') return [problem(path, 'expected <integration>:<name or id>, but nothing follows the colon')];
  return source === undefined ? [] : checkIntegration(source, path, known);
}

/** Upper and lower case are one, as they are to media servers. */
function checkPeople(people: CoreConfig['people'], known: readonly string[]): readonly Problem[] {
  const owners = new Map<string, string>();
  return Object.entries(people).flatMap(([person, accounts]) =>
    accounts.flatMap((text, index) => {
      const path = ['people', person, index];
      const owner = owners.get(text.toLowerCase());
      owners.set(text.toLowerCase(), owner ?? person);
      if (!text.includes(':'))
        return [problem(path, `expected <integration>:<name or id>, such as ${known[0] ?? 'media'}:${text}`)];
      if (owner === undefined) return checkAccount(text, path, known);
      const twice = owner === person ? `${text} is in this list twice` : `${text} is already an account of ${owner}`;
      return [problem(path, `${twice}: an account belongs to one person`)];
    }),
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
    ...checkKeyActions(key, ['keys', index, 'actions']),
    ...(isRepeated ? [problem(['keys', index, 'name'], `another key has the name ${key.name}`)] : []),
  ];
}

function checkKeyActions({ actions = [] }: CoreConfig['keys'][number], path: Path): readonly Problem[] {
  try {
    checkActions(actions);
    return [];
  } catch (error) {
    return [problem(path, messageOf(error))];
  }
}
