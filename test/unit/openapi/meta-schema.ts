/** The parts of OpenAPI 3.1's own schema that the document uses: nothing else is allowed in it. */

const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const mapOf = (value: object, names = '.') => ({
  type: 'object',
  patternProperties: { [names]: value },
  additionalProperties: false,
});
const closed = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const text = { type: 'string', minLength: 1 };
const orRef = (name: string) => ({
  if: { type: 'object', required: ['$ref'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: closed(['$ref'], { $ref: { type: 'string', pattern: '^#/components/' } }),
  else: ref(name),
});
const security = { type: 'array', items: mapOf({ type: 'array', items: text }) };

export const openApi31 = {
  ...closed(['openapi', 'info', 'paths'], {
    openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
    info: closed(['title', 'version'], {
      title: text,
      version: text,
      description: text,
      contact: closed(['name'], { name: text, url: text }),
      license: closed(['name'], { name: text, identifier: text }),
    }),
    servers: { type: 'array', items: closed(['url'], { url: text }) },
    security,
    tags: { type: 'array', items: closed(['name'], { name: text, description: text }) },
    paths: mapOf(ref('pathItem'), '^/'),
    components: closed([], {
      schemas: mapOf({ type: 'object' }, '^[A-Za-z0-9._-]+$'),
      parameters: mapOf(ref('parameter'), '^[A-Za-z0-9._-]+$'),
      responses: mapOf(orRef('response'), '^[A-Za-z0-9._-]+$'),
      securitySchemes: mapOf(ref('securityScheme'), '^[A-Za-z0-9._-]+$'),
    }),
  }),
  definitions: {
    pathItem: mapOf(ref('operation'), '^(get|post|put)$'),
    operation: closed(['responses', 'operationId', 'summary', 'tags'], {
      operationId: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]*$' },
      summary: text,
      description: text,
      tags: { type: 'array', items: text },
      security,
      parameters: { type: 'array', items: orRef('parameter') },
      requestBody: closed(['content'], {
        required: { type: 'boolean' },
        description: text,
        content: mapOf(ref('mediaType')),
      }),
      responses: { ...mapOf(orRef('response'), '^[1-5]\\d\\d$'), minProperties: 1 },
    }),
    parameter: closed(['name', 'in', 'schema'], {
      name: text,
      in: { enum: ['query', 'path', 'header'] },
      required: { type: 'boolean' },
      description: text,
      schema: { type: 'object' },
    }),
    response: closed(['description'], {
      description: text,
      headers: mapOf(closed(['schema'], { schema: { type: 'object' }, description: text })),
      content: mapOf(ref('mediaType')),
      links: mapOf(ref('link'), '^[A-Za-z0-9._-]+$'),
    }),
    link: closed(['operationId'], {
      operationId: text,
      description: text,
      parameters: mapOf(text),
      requestBody: mapOf(text),
    }),
    mediaType: closed(['schema'], { schema: { type: 'object' }, example: {} }),
    securityScheme: {
      oneOf: [
        closed(['type', 'in', 'name'], {
          type: { const: 'apiKey' },
          in: { enum: ['header', 'cookie'] },
          name: text,
          description: text,
        }),
        closed(['type', 'scheme'], {
          type: { const: 'http' },
          scheme: { enum: ['bearer', 'basic'] },
          description: text,
        }),
      ],
    },
  },
};
