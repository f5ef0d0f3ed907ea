/** The document: OpenAPI 3.1 by its own rules, and true in both directions. */
import { AjvCompiler } from '@fastify/ajv-compiler';
import { mismatch } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { ERRORS } from '#core/ground/errors.js';
import { silentLog } from '#core/ground/log.js';
import { apiRoutes, BUNDLE, EVENTS } from '#core/rest/routes.js';
import { Catalog } from '#core/widgets/catalog.js';
import { Registry } from '#core/widgets/registry.js';
import { loadContributions } from '../../support/contributions.js';
import { manualClock } from '../../support/manual-clock.js';
import { HOMEPAGE, type House, openHouse } from '../http/house.js';
import { openApi31 } from './meta-schema.js';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: Readonly<Record<string, unknown>> }>>;
  };
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

const compile = AjvCompiler()(
  {},
  { customOptions: { strict: false, removeAdditional: false, useDefaults: false, coerceTypes: false } },
);

describe('the OpenAPI document', () => {
  let house: House;
  let document: Document;
  before(async () => {
    const registry = new Registry(silentLog);
    registry.add('core', await loadContributions());
    const payload = async () => HOMEPAGE;
    house = await openHouse({
      deps: {
        registry,
        catalog: new Catalog(registry, manualClock()),
        snapshots: { ready: () => undefined, payload, explained: payload },
      },
    });
    document = (await house.get('/openapi.json')).json as unknown as Document;
  });
  after(() => house.close());

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );

  it('has the shape of OpenAPI 3.1', () => {
    const validate = compile({ schema: openApi31 });
    expect(validate(document), JSON.stringify(validate.errors)).to.equal(true);
  });

  it('holds schemas that a validator takes', () => {
    const { schemas } = document.components;
    for (const name of Object.keys(schemas)) {
      const schema = { components: { schemas }, $ref: `#/components/schemas/${name}` };
      expect(() => compile({ schema }), name).to.not.throw();
    }
  });

  it('refers to nothing that it does not hold', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(refs).to.have.lengthOf.at.least(10);
    for (const ref of refs) {
      let target: unknown = document;
      for (const step of ref.split('/')) target = (target as Record<string, unknown>)?.[step];
      expect(target, ref).to.be.an('object');
    }
  });

  it('gives each operation a name of its own, and widgets their group', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const { path, operation } of operations()) {
      if (path.startsWith('/api/widgets')) expect(operation.tags, path).to.deep.equal(['Widgets']);
    }
    expect(document.components.securitySchemes['apiKey']).to.include({
      type: 'apiKey',
      in: 'header',
      name: 'x-api-token',
    });
  });

  it('gives each action an example that its schema takes', () => {
    for (const action of house.deps.registry.actions()) {
      const { requestBody } = document.paths[action.path]?.['post'] ?? {};
      const { example } = requestBody?.content['application/json'] ?? {};
      expect(mismatch(action.input, example), action.id).to.equal(undefined);
      expect(example?.[action.target]).to.match(/^(integration:id|[0-9a-f]{16})$/);
    }
  });

  it('takes a session for what is known of one thing, and says so', () => {
    const lookup = operations().find(({ path }) => path === '/api/item-summary/{id}')?.operation;
    expect(lookup?.security).to.deep.equal([{ apiKey: [] }, { bearer: [] }, { session: [] }, { hostSession: [] }]);
    expect(document.components.securitySchemes['session']).to.include({ in: 'cookie', name: 'sidelight_session' });
    const overHttps = document.components.securitySchemes['hostSession'];
    expect(overHttps).to.include({ in: 'cookie', name: '__Host-sidelight_session' });
  });

  it('names every code of an error that is an answer', () => {
    const text = JSON.stringify(document.components.responses);
    const codes = JSON.stringify(document.components.schemas['ErrorCode']);
    for (const [code, entry] of Object.entries(ERRORS)) {
      if (!('status' in entry)) continue;
      expect(codes).to.include(`"${code}"`);
      // Those of another status are answered to other methods, or by pages.
      if (`Error${entry.status}` in document.components.responses) expect(text).to.include(`\`${code}\``);
    }
  });

  it('documents each route', () => {
    for (const route of apiRoutes(house.deps)) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
      expect(document.paths[path]?.[route.method.toLowerCase()], `${route.method} ${path}`).to.be.an('object');
    }
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json'])
      expect(document.paths).to.have.property(path);
  });

  it('agrees with the catalog on what there is and who may use it', async () => {
    const catalog = await house.get('/api/widgets', { 'x-api-token': await house.key() });
    const endpoints = catalog.json['endpoints'] as { path: string; method: string; scope: string }[];
    expect(endpoints).to.have.lengthOf.at.least(30);
    const listed = endpoints.map(({ path, method, scope }) => `${method} ${path} ${scope}`);
    // Who walks through what is listed expects JSON that ends, and that needs no parameter.
    const routes = apiRoutes(house.deps).filter(({ kind }) => !['events', 'bundle', 'agenda'].includes(kind));
    expect(catalog.json['events']).to.equal(EVENTS);
    expect(catalog.json['bundle']).to.equal(BUNDLE);
    const served = routes.map(({ path, method, guard }) => `${method} ${path} ${guard.scope}`);
    expect(served.filter((line) => !line.startsWith('GET /api/widgets '))).to.have.members(listed);
  });

  // A widget's route documents no 404, so one that is not there is found.
  it('documents no route that does not answer, and each status that it gives', async () => {
    const key = { 'x-api-token': await house.key({ scope: 'full', perMinute: 0 }) };
    for (const { path, method, operation } of operations()) {
      const url = path.replaceAll(/\{\w+\}/g, 'seedbox:1');
      const answer = method === 'get' ? await house.get(url, key) : await house.post(url, {}, key);
      expect(operation.responses, path).to.have.property(String(answer.status));
    }
  });
});
