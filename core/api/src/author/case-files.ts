/** The cases that every plugin has, for the plugin of the templates: what the service answers, and what is to come of it. Pure. */
import type { AnyPort } from '../port.js';
import { brokenRows, sampleRows } from './port-code.js';

const HOST = (id: string): string => `${id}.test:8080`;

/** As path below `test/cases` → text. */
export function caseFiles({
  id,
  title,
  port,
}: {
  readonly id: string;
  readonly title: string;
  readonly port: AnyPort;
}) {
  const task = `task:${port.id}`;
  const headers = { reqheaders: { 'X-Api-Key': 'example-api-key' } };
  const status = { path: '/api/status', ...headers, response: { version: '1.2.3' } };
  const items = (rows: readonly object[]) => ({ path: '/api/items', ...headers, response: { items: rows } });
  const health = { step: 'check', health: { name: title, version: '1.2.3' } };
  const kind = port.keep === 'snapshot' ? 'replace' : 'append';
  const published = (rows: readonly object[]) => ({ step: task, published: [{ port: port.id, kind, items: rows }] });
  const failed = (step: string, code: string, message: string) => ({ step, error: { code, message } });
  const refusal = (path: string): string => `GET ${path} answered 401: the server rejected the API key or password`;
  const rows = sampleRows(port);
  const broken = brokenRows(port);
  const page = '<!DOCTYPE html><html><body>Please sign in</body></html>';

  const cases: readonly (readonly [name: string, upstream: readonly object[], expected: readonly object[]])[] = [
    ['ok', [status, items(rows)], [health, published(rows)]],
    ['empty', [status, items([])], [health, published([])]],
    [
      'unauthorized',
      ['/api/status', '/api/items'].map((path) => ({ path, status: 401, response: { error: 'Unauthorized' } })),
      [failed('check', 'auth_failed', refusal('/api/status')), failed(task, 'auth_failed', refusal('/api/items'))],
    ],
    [
      'down',
      [
        { path: '/api/status', replyWithError: 'ECONNREFUSED' },
        { path: '/api/items', status: 502, response: 'Bad Gateway' },
      ],
      [
        failed('check', 'unreachable', `GET /api/status at ${HOST(id)}: nothing listens at this address`),
        failed(task, 'unreachable', 'GET /api/items answered 502'),
      ],
    ],
    [
      'unexpected-payload',
      [{ path: '/api/status', response: page, rawHeaders: { 'Content-Type': 'text/html' } }, items(broken.rows)],
      [
        failed(
          'check',
          'bad_response',
          'GET /api/status answered with a web page, not with data: check the url and any login page in front of it',
        ),
        failed(task, 'bad_response', `GET /api/items answered something unexpected at ${broken.sentence}`),
      ],
    ],
  ];
  return new Map(
    cases.flatMap(([name, upstream, expected]): [string, string][] => [
      [`${name}/config.yaml`, `integration: { url: "http://${HOST(id)}", apiKey: example-api-key }\n`],
      [`${name}/upstream.json`, json(upstream)],
      [`${name}/expected.json`, json(expected)],
    ]),
  );
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
