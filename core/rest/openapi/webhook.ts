/** `POST` and `PUT /api/webhooks/{integration}`: for upstreams, with a secret of their own instead of a key. */
import { COMMON_ERRORS, errorRefs } from './responses.js';

const STATUSES = [...COMMON_ERRORS, 401, 404, 413, 415, 429, 500, 502, 503];

export const WEBHOOK_SECURITY = {
  webhookSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'x-webhook-secret',
    description:
      'The webhookSecret of the integration; can also be sent as `Authorization: Bearer` or as the Basic password',
  },
};

const description = `Runs the affected sync tasks immediately. The integration needs a \`webhookSecret\` in the config. \
The body is up to 1 MiB of JSON, whatever its content type says, text, or a form of which one field is JSON.`;

export const webhookPaths = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  // Some programs let their user choose between the two.
  '/api/webhooks/{integration}': { post: operation('postWebhook'), put: operation('putWebhook') },
});

const operation = (operationId: string) => ({
  operationId,
  summary: 'Receive a webhook from a service',
  description,
  tags: ['Service'],
  // Either the header or the parameter `secret`.
  security: [{ webhookSecret: [] }, {}],
  parameters: [
    {
      name: 'integration',
      in: 'path',
      required: true,
      description: 'The id of the integration in the config',
      schema: { type: 'string' },
    },
    {
      name: 'secret',
      in: 'query',
      required: false,
      description: 'The webhookSecret, for senders that cannot set a header',
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    content: {
      'application/json': { schema: {} },
      'multipart/form-data': { schema: { type: 'object' } },
      'text/plain': { schema: { type: 'string' } },
    },
  },
  responses: {
    204: { description: 'Taken' },
    ...errorRefs(STATUSES),
  },
});
