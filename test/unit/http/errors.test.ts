/** Every error that is an answer can be had, with the status and the hint of the table. */
import { fail } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { CodedError, ERRORS, type ErrorId } from '#core/ground/errors.js';
import { type Answer, answerTo } from './exchange.js';
import { type House, openHouse } from './house.js';

/** Answered by pages: the tests of these have them. */
type PageId =
  | 'no_session'
  | 'admin_exists'
  | 'foreign_form'
  | 'sign_in_limit'
  | 'standby'
  | OidcId
  | ImportId
  | ShareId
  | ImageId;
type ImageId = 'image_forged' | 'image_expired';
type ShareId = 'share_unknown' | 'share_expired';
type OidcId = `oidc_${'down' | 'client' | 'clock' | 'invalid' | 'stale' | 'refused'}`;
type ImportId = 'import_file' | 'import_space' | 'import_busy' | 'import_source' | 'upload_slow';
type AnswerId = Exclude<{ [K in ErrorId]: (typeof ERRORS)[K] extends { status: number } ? K : never }[ErrorId], PageId>;
/** A house with a key of scope full. */
type Provoke = (house: House, key: Record<string, string>) => Promise<Answer>;

const HOME = '/api/widgets/homepage';
const PAUSE = '/api/widgets/downloads/pause';

async function until(house: House, headers: Record<string, string>, status: number): Promise<Answer> {
  let answer = await house.get(HOME, headers);
  for (let i = 0; i < 200 && answer.status !== status; i++) answer = await house.get(HOME, headers);
  return answer;
}

/** Begins a body, and says nothing more. */
function dawdle({ url, clock }: House, key: Record<string, string>): Promise<Answer> {
  const headers = { ...key, 'content-type': 'application/json', 'content-length': '100' };
  return new Promise((resolve, reject) => {
    const answered = answerTo(`${url}${PAUSE}`, { method: 'POST', headers }, (sent) => {
      sent.write('{');
      // Whenever it was let in: time goes on until it is refused.
      const going = setInterval(() => clock.advance(1000), 5);
      sent.on('close', () => clearInterval(going));
    });
    answered.then(resolve, reject);
  });
}

/** What a database fails with is told to whoever asks whether the daemon is ready. */
const readiness: Provoke = (house) => house.get('/readyz');

const PROVOKE: Readonly<Record<AnswerId, Provoke>> = {
  bad_request: (house, key) => house.get(`${HOME}?limit=-1`, key),
  body_late: dawdle,
  head_large: (house, key) => house.get(HOME, { ...key, cookie: 'x'.repeat(20_000) }),
  async idempotency_reused(house, key) {
    const headers = { ...key, 'idempotency-key': 'once' };
    await house.post(PAUSE, { id: 'seedbox:one', paused: true }, headers);
    return house.post(PAUSE, { id: 'seedbox:one', paused: false }, headers);
  },
  no_key: (house) => house.get(HOME),
  malformed_key: (house) => house.get(HOME, { 'x-api-token': 'sl_short' }),
  async unknown_key(house) {
    const key = await house.key({ name: 'gone' });
    await house.keys.revoke('gone');
    return house.get(HOME, { 'x-api-token': key });
  },
  expired_key: async (house) =>
    house.get(HOME, { 'x-api-token': await house.key({ expiresAt: '2026-01-01T00:00:00.000Z' }) }),
  webhook_secret: (house) => house.post('/api/webhooks/seedbox', {}),
  csrf: (house) => house.post(PAUSE, {}, { 'x-visitor': 'ada' }),
  scope: async (house) => house.post(PAUSE, {}, { 'x-api-token': await house.key() }),
  network: async (house) => house.get(HOME, { 'x-api-token': await house.key({ networks: ['10.0.0.0/8'] }) }),
  not_found: (house, key) => house.get('/api/widgets/nothing', key),
  webhook_off: (house) => house.post('/api/webhooks/idle', {}),
  method: (house, key) => house.get(HOME, key, 'DELETE'),
  conflict: (house, key) => house.post(PAUSE, { id: 'seedbox:refused', paused: true }, key),
  too_large: (house, key) => house.post(PAUSE, 'x'.repeat(65_537), key),
  media_type: (house, key) => house.post(PAUSE, '{}', { ...key, 'content-type': 'text/plain' }),
  rate_limit: async (house) => until(house, { 'x-api-token': await house.key() }, 429),
  widget_failed: (house, key) => house.get('/api/widgets/faulty', key),
  internal: (house, key) => house.get('/api/widgets/broken', key),
  upstream: (house, key) => house.post(PAUSE, { id: 'seedbox:unreachable', paused: true }, key),
  outcome_unknown: (house, key) => house.post(PAUSE, { id: 'seedbox:unanswered', paused: true }, key),
  not_ready: (house, key) => house.get('/api/widgets/late', { ...key, 'x-request-id': 'when-starting' }),
  data_unwritable: readiness,
  database_corrupt: readiness,
  database_failed: readiness,
  database_missing: readiness,
  database_unreachable: readiness,
  disk_full: readiness,
};

describe('errors', () => {
  it('are provoked one by one', async () => {
    let ready = true;
    let databaseFault: CodedError | null = null;
    const house = await openHouse({
      deps: { ready: () => ready, databaseFault: () => databaseFault },
      act: (id) =>
        id === 'one'
          ? Promise.resolve()
          : Promise.reject(
              fail(id === 'refused' ? 'refused' : 'unreachable', 'no', { unanswered: id === 'unanswered' }),
            ),
    });
    try {
      const key = { 'x-api-token': await house.key({ scope: 'full' }) };
      for (const [code, provoke] of Object.entries(PROVOKE) as [AnswerId, Provoke][]) {
        ready = code !== 'not_ready';
        databaseFault = provoke === readiness ? new CodedError(code, 'The database takes nothing') : null;
        const answer = await provoke(house, key);
        const { status, hint } = ERRORS[code];
        expect([answer.status, answer.error['code'], answer.error['hint']]).to.deep.equal([status, code, hint]);
        expect(answer.error['requestId']).to.equal(answer.headers['x-request-id']);
        expect(answer.headers).to.include({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
      }
    } finally {
      await house.close();
    }
  });
});
