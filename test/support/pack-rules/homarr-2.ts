/** What Homarr 2 takes on import, but for its template. All objects are strict. */
import { type Static, Type } from '@sidelight/plugin-api';
import { type Faults, namesIn, repeated, shapeFaults, strict, textOf, textsIn } from './rule.js';

const ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const PLACEHOLDER = /\{(?:option|param):[A-Za-z][A-Za-z0-9_-]*\}/g;
const CREDENTIAL_NAME = /(api[-_]?key|authorization|password|secret|token)/i;
/** A word for a credential before a value: `token: xyz`, `API key: paste it`, `bearer abcdefgh`. */
const CREDENTIAL_TEXT =
  /\b(api[ _-]?keys?|access[ _-]?keys?|private[ _-]?keys?|keys?|tokens?|secrets?|passwords?|passwd|credentials?|auth(entication|orization)?)["']?\s*[:=]\s*["']?[^\s,;"'}<>]|\b(bearer|basic)[\s:_-]+["']?[\w.~+/%=-]{8,}/i;

const source = strict({
  name: Type.Optional(textOf(1, 128)),
  baseUrl: Type.String({ maxLength: 2048, pattern: '^https?://[^\\s?#@{}]+$' }),
  networkScope: Type.Enum(['public', 'private', 'loopback']),
  auth: Type.Union([
    Type.Enum(['none', 'bearer', 'basic']),
    strict({ type: Type.Literal('apiKeyHeader'), name: textOf(1, 256) }),
    strict({ type: Type.Literal('apiKeyQuery'), name: textOf(1, 256) }),
  ]),
});

const request = strict({
  source: Type.Optional(Type.String()),
  kind: Type.Optional(Type.Enum(['query', 'action'])),
  method: Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])),
  path: Type.String({ maxLength: 2048, pattern: '^/(?!/)[^\\\\]*$' }),
  trigger: Type.Optional(Type.Enum(['load', 'manual'])),
  query: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  body: Type.Optional(Type.Unknown()),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  auth: Type.Optional(Type.Enum(['inherit', 'none'])),
  permission: Type.Optional(Type.Enum(['view', 'modify', 'full'])),
  cacheSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600 })),
  confirmation: Type.Optional(
    strict({
      title: textOf(1, 128),
      message: textOf(1, 512),
      confirmLabel: Type.Optional(textOf(1, 64)),
      destructive: Type.Optional(Type.Boolean()),
    }),
  ),
  invalidates: Type.Optional(Type.Array(Type.String(), { maxItems: 32 })),
});

const option = strict({
  label: textOf(1, 128),
  description: Type.Optional(textOf(0, 512)),
  control: Type.Literal('switch'),
  default: Type.Boolean(),
});

const definition = strict({
  $schema: Type.Literal('homarr-custom-widget-v2'),
  name: textOf(1, 128),
  description: Type.Optional(textOf(0, 512)),
  iconUrl: Type.Optional(Type.String({ maxLength: 2048, pattern: '^https?://[^@]+$' })),
  sources: Type.Record(Type.String(), source),
  requests: Type.Record(Type.String(), request),
  options: Type.Record(Type.String(), option),
  template: textOf(1, 50_000),
});

export type Homarr2 = Static<typeof definition>;
type Request = Static<typeof request>;

export function homarr2Faults(file: unknown): Faults {
  const wrong = shapeFaults(definition, file);
  if (wrong.length > 0) return wrong;
  const it = file as Homarr2;
  return [
    ...mapFaults('sources', it.sources, 8),
    ...mapFaults('requests', it.requests, 64),
    ...mapFaults('options', it.options, 64),
    ...('default' in it.sources ? [] : ['sources: there is no default']),
    ...Object.entries(it.requests).flatMap(([id, one]) =>
      requestFaults(it, one).map((fault) => `requests/${id}: ${fault}`),
    ),
    ...buttonFaults(it),
    ...credentialFaults(it),
  ];
}

function mapFaults(name: string, map: object, max: number): Faults {
  const ids = Object.keys(map);
  return [
    ...(ids.length > max ? [`${name}: more than ${max}`] : []),
    ...ids.filter((id) => !ID.test(id)).map((id) => `${name}: ${id} is no id`),
    ...repeated(ids.map((id) => id.toLowerCase())).map((id) => `${name}: ${id} comes twice`),
  ];
}

function requestFaults({ sources, requests }: Homarr2, one: Request): Faults {
  const kind = one.kind ?? 'query';
  const takesParams = /\{param:/.test(one.path) || namesIn([one.query, one.body]).includes('$param');
  const targets = one.invalidates ?? [];
  return [
    ...((one.source ?? 'default') in sources ? [] : ['its source is unknown']),
    ...(/[{}]/.test(one.path.replaceAll(PLACEHOLDER, '')) ? ['its path has another placeholder'] : []),
    ...(kind === 'query' && one.method === 'DELETE' ? ['a query cannot delete'] : []),
    ...(kind === 'query' && one.trigger !== 'manual' && takesParams ? ['what is loaded has no parameters'] : []),
    ...targets
      .filter((id) => (requests[id]?.kind ?? 'query') !== 'query' || !(id in requests))
      .map((id) => `${id} is no query`),
    ...Object.keys(one.headers ?? {})
      .filter((name) => CREDENTIAL_NAME.test(name))
      .map((name) => `${name} must be the auth of the source`),
  ];
}

/** A button names an action, by a literal. */
function buttonFaults({ template, requests }: Homarr2): Faults {
  return [...template.matchAll(/<(?:ActionButton|ToggleSwitch)\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const id = /\brequestId="([^"]+)"/.exec(attributes)?.[1];
    if (id === undefined) return ['a button without a literal requestId'];
    return requests[id]?.kind === 'action' ? [] : [`a button names ${id}, which is no action`];
  });
}

/** `sources/…/auth` alone may speak of credentials. JSX names the key of an element, which is none. */
function credentialFaults({ sources, ...rest }: Homarr2): Faults {
  const bare = Object.values(sources).map(({ auth: _, ...other }) => other);
  const texts = textsIn([rest, bare]).map((text) => text.replaceAll(/ key=\{/g, ' '));
  return [
    ...texts
      .filter((text) => CREDENTIAL_TEXT.test(text))
      .map((text) => `looks like a credential: ${CREDENTIAL_TEXT.exec(text)?.[0]}`),
    ...namesIn([rest, bare])
      .filter((name) => CREDENTIAL_NAME.test(name))
      .map((name) => `${name} is a field for a credential`),
  ];
}
