/** What dashboards may do to the household: once each, refused with a sentence, and shown by the next poll. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import type { Answer } from '../support/requests.js';
import { until } from '../support/until.js';
import { TITLES } from '../support/upstreams/media-server.js';
import {
  CREDENTIALS,
  integrations,
  type SourceId,
  type Stack,
  startStack,
  unlimitedKey,
} from '../support/upstreams/stack.js';
import { KEYS } from '../support/world/keys.js';

type Row = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

const ACT = 'requests/actions';
const REMOVE = 'downloads/remove';
const PAUSE = 'downloads/pause';
const torrent = (download: string): string => `torrents:${download.toLowerCase()}`;
const messageOf = ({ json }: Answer): string => String((json['error'] as Row | undefined)?.['message']);

describe('actions', () => {
  const { key, config } = unlimitedKey();
  let stack: Stack;
  let daemon: DaemonHere;
  const widget = async (id: string): Promise<Row> => (await daemon.get(`/api/widgets/${id}`, key)).json;
  const post = (path: string, body: object, headers: Headers = {}): Promise<Answer> =>
    daemon.post(`/api/widgets/${path}`, body, key, headers);
  const calls = (id: SourceId, route: string): number => stack.upstream(id).calls(route).length;
  const rowOf = async (path: string, id: string): Promise<Row | undefined> =>
    ((await widget(`${path}?limit=100`))['items'] as readonly Row[]).find(
      (item) => (item['sessionId'] ?? item['id']) === id,
    );

  before(async () => {
    stack = await startStack();
    daemon = await startHere({ config: config + integrations(stack.entries()) });
    await until(
      async () => [await widget('downloads'), await widget('requests'), await widget('nowplaying')] as const,
      ([downloads, requests, { sourceState }]) =>
        downloads['total'] === 10 && requests['total'] === 12 && sourceState === 'ok',
    );
  });
  after(async () => {
    await daemon.dispose();
    await stack.close();
  });

  describe('on requests', () => {
    const act = (id: number, action: string, headers: Headers = {}): Promise<Answer> =>
      post(ACT, { requestId: `wishes:${id}`, action }, headers);

    it('never show a secret that a refusal holds', async () => {
      stack.wishes.refusal = `the key ${CREDENTIALS.wishes} may not do this`;
      const answer = await act(1, 'decline');
      delete stack.wishes.refusal;
      expect(answer.status).to.equal(409);
      expect(messageOf(answer)).to.include('may not do this').and.not.include(CREDENTIALS.wishes);
    });

    it('are done once for two that ask at the same time, and shown by the next poll', async () => {
      await stack.wishes.upstream.fail('slow', { only: /approve$/, delayMs: 1000 });
      const answers = await Promise.all([act(1, 'approve'), act(1, 'approve')]);
      await stack.wishes.upstream.fail(null);
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(answers[0]?.json).to.include({ ok: true, source: 'wishes', action: 'request.act' });
      expect(calls('wishes', 'POST /api/v1/request/1/approve')).to.equal(1);
      expect(await widget('requests')).to.include({ pending: 1, approved: 6 });
      expect(await rowOf('requests', 'wishes:1')).to.include({ status: 'approved' });
    });

    it('are done once under one Idempotency-Key', async () => {
      const headers = { 'idempotency-key': 'decline-12' };
      const [first, again] = [await act(12, 'decline', headers), await act(12, 'decline', headers)];
      expect([first.status, again.status]).to.deep.equal([200, 200]);
      expect(again.json).to.deep.equal(first.json);
      expect(calls('wishes', 'POST /api/v1/request/12/decline')).to.equal(1);
      expect(await rowOf('requests', 'wishes:12')).to.include({ status: 'declined' });
    });

    it('try a failed one again', async () => {
      expect((await act(5, 'retry')).status).to.equal(200);
      expect(await widget('requests')).to.include({ failed: 0 });
      expect(await rowOf('requests', 'wishes:5')).to.include({ status: 'processing' });
    });

    it('are refused where they would overwrite what was decided, and the manager is not asked to', async () => {
      for (const [id, action, sentence] of [
        [3, 'decline', 'Only pending requests can be approved or declined'],
        [4, 'retry', 'Only failed requests can be retried'],
      ] as const) {
        const answer = await act(id, action);
        expect(answer.status).to.equal(409);
        expect(messageOf(answer)).to.include(sentence);
        expect(calls('wishes', `POST /api/v1/request/${id}/${action}`)).to.equal(0);
      }
      expect(await rowOf('requests', 'wishes:4')).to.include({ status: 'available' });
    });
  });

  describe('on downloads', () => {
    it('pause and resume a torrent', async () => {
      const id = torrent(KEYS.harbor);
      expect((await post(PAUSE, { id, paused: true })).status).to.equal(200);
      expect(await rowOf('downloads', id)).to.include({ state: 'paused' });
      expect((await post(PAUSE, { id, paused: false })).status).to.equal(200);
      expect(await rowOf('downloads', id)).to.include({ state: 'downloading' });
    });

    it('resume and pause a job, and do it again under another Idempotency-Key alone', async () => {
      const id = `usenet:${KEYS.tears}`;
      const resume = (name: string) => post(PAUSE, { id, paused: false }, { 'idempotency-key': name });
      const statuses = [await resume('one'), await resume('one'), await resume('two')].map(({ status }) => status);
      expect(statuses).to.deep.equal([200, 200, 200]);
      expect(calls('usenet', 'queue resume')).to.equal(2);
      expect(await rowOf('downloads', id)).to.include({ state: 'queued' });
      expect((await post(PAUSE, { id, paused: true })).status).to.equal(200);
      expect(await rowOf('downloads', id)).to.include({ state: 'paused' });
    });

    it('remove a torrent and a failed job, from every list that showed them', async () => {
      for (const id of [torrent(KEYS.general), `usenet:${KEYS.lanterns}`]) {
        expect((await post(REMOVE, { id, deleteData: true })).status, id).to.equal(200);
        expect(await rowOf('downloads', id), id).to.equal(undefined);
        expect(await rowOf('stitched', id), id).to.equal(undefined);
      }
      expect(await widget('downloads')).to.include({ total: 8 });
      expect(calls('torrents', 'POST /api/v2/torrents/delete')).to.equal(1);
    });
  });

  describe('on plays and titles', () => {
    const start = async (play: Parameters<Stack['livingRoom']['sessions']['start']>[0]): Promise<string> => {
      const id = stack.livingRoom.sessions.start(play);
      await until(
        () => rowOf('nowplaying', `living-room:${id}`),
        (row) => row !== undefined,
      );
      return id;
    };

    it('show a message, then stop the play', async () => {
      const id = await start({ user: 'Ada', title: 'Metropolis' });
      const sessionId = `living-room:${id}`;
      expect((await post('sessions/message', { sessionId, text: 'Dinner is ready' })).status).to.equal(200);
      expect(stack.livingRoom.sessions.messagesOf(id)).to.deep.equal(['Dinner is ready']);
      expect((await post('sessions/stop', { sessionId })).status).to.equal(200);
      expect(stack.livingRoom.sessions.has(id)).to.equal(false);
      expect(await rowOf('nowplaying', sessionId)).to.equal(undefined);
    });

    it('are refused by a client that takes no commands', async () => {
      const id = await start({ user: 'Grace', device: 'Radio', remote: false });
      const answer = await post('sessions/stop', { sessionId: `living-room:${id}` });
      expect(answer.status).to.equal(409);
      expect(messageOf(answer)).to.include('cannot be controlled');
      expect(stack.livingRoom.sessions.has(id)).to.equal(true);
    });

    it('have the server look for what a title lacks', async () => {
      expect((await post('repair/refresh', { itemId: `living-room:${TITLES.lanterns}` })).status).to.equal(200);
      expect(stack.livingRoom.refreshed).to.deep.equal([TITLES.lanterns]);
    });
  });

  describe('that cannot be done', () => {
    it('say so of what has vanished', async () => {
      const gone: readonly (readonly [string, object])[] = [
        [ACT, { requestId: 'wishes:999', action: 'approve' }],
        [PAUSE, { id: `torrents:${'0'.repeat(40)}`, paused: true }],
        [REMOVE, { id: 'usenet:SABnzbd_nzo_gone', deleteData: false }],
        ['sessions/stop', { sessionId: `living-room:${'0'.repeat(32)}` }],
        ['sessions/message', { sessionId: `living-room:${'0'.repeat(32)}`, text: 'hello' }],
        ['repair/refresh', { itemId: `living-room:${'0'.repeat(32)}` }],
        [PAUSE, { id: 'attic:1', paused: true }],
      ];
      for (const [path, body] of gone) {
        const answer = await post(path, body);
        expect(answer.status, path).to.equal(404);
        expect(messageOf(answer), path).to.match(/\w+ \w+ \w+/);
      }
    });

    it('say so of a source that does not do such things', async () => {
      const foreign: readonly (readonly [string, object])[] = [
        [PAUSE, { id: 'films:1', paused: true }],
        [ACT, { requestId: 'series:1', action: 'approve' }],
        ['sessions/stop', { sessionId: 'torrents:1' }],
        ['repair/refresh', { itemId: 'wishes:1' }],
      ];
      for (const [path, body] of foreign) {
        const answer = await post(path, body);
        expect(answer.status, path).to.equal(409);
        expect(messageOf(answer), path).to.include('does not support');
      }
    });

    it('say what is wrong with the body, before anyone is asked', async () => {
      const before = calls('torrents', '/torrents/');
      for (const body of [
        {},
        { id: torrent(KEYS.harbor) },
        { id: 'harbor', paused: true },
        { id: 'torrents:all', paused: true },
        { id: 1, paused: 'yes' },
      ]) {
        expect((await post(PAUSE, body)).status, JSON.stringify(body)).to.equal(400);
      }
      expect(calls('torrents', '/torrents/')).to.equal(before);
    });

    it('need a key that may write', async () => {
      const body = { id: torrent(KEYS.harbor), paused: true };
      expect((await daemon.post(`/api/widgets/${PAUSE}`, body, await daemon.key('widgets-only'))).status).to.equal(403);
      expect((await daemon.post(`/api/widgets/${PAUSE}`, body)).status).to.equal(401);
    });

    it('tell why the upstream failed, but no secret of it, and may be tried again under the same Idempotency-Key', async () => {
      const { upstream } = stack.torrents;
      const location = `${upstream.url}/login/${encodeURIComponent(CREDENTIALS.torrents)}`;
      const stop = () => post(PAUSE, { id: torrent(KEYS.sintel), paused: true }, { 'idempotency-key': 'stop-sintel' });
      for (const [fault, words] of [
        ['failing', /answered 500/],
        ['reset', /cut off/],
        ['redirect', /redirects/],
      ] as const) {
        await upstream.fail(fault, { only: /torrents\/stop/, location });
        const answer = await stop();
        expect(answer.status, fault).to.equal(502);
        expect(messageOf(answer), fault).to.match(words);
        expect(decodeURIComponent(answer.text), fault).to.not.include(CREDENTIALS.torrents);
      }
      await upstream.fail(null);
      expect((await stop()).status).to.equal(200);
      expect(await rowOf('downloads', torrent(KEYS.sintel))).to.include({ state: 'paused' });
    });
  });
});
