/** What is worth a look of what Plex says of plays. */
import { expect } from 'chai';
import { listenTo, type SocketInput } from '../src/socket.js';

type Received = { opened?(send: () => void): void; received(text: string, send: () => void): void };

const playing = (state: string, viewOffset: number, more: object = {}) =>
  JSON.stringify({
    NotificationContainer: {
      type: 'playing',
      size: 1,
      PlaySessionStateNotification: [{ sessionKey: '41', ratingKey: '9405', state, viewOffset, ...more }],
    },
  });
const timeline = JSON.stringify({ NotificationContainer: { type: 'timeline', TimelineEntry: [{ itemID: '7024' }] } });

/** How often it woke the sessions after each of these texts, a second apart, and whether it covers them by then. */
async function wakes(texts: readonly string[], apart = 1000): Promise<readonly string[]> {
  const told: string[] = [];
  let now = Date.parse('2026-11-20T18:00:00.000Z');
  const socket = async (_path: string, { opened, received }: Received): Promise<void> => {
    opened?.(() => undefined);
    for (const text of texts) {
      now += apart;
      const before = told.length;
      received(text, () => undefined);
      if (told.length === before) told.push('nothing');
    }
  };
  const input = { http: { socket }, clock: { now: () => new Date(now) }, headers: {} };
  const listen = listenTo(input as unknown as SocketInput);
  await listen(
    (task) => told.push(`wake ${task}`),
    new AbortController().signal,
    () => undefined,
  );
  return told.slice(1);
}

const WAKE = 'wake media.sessions';

describe('plex: what its socket tells', () => {
  it('looks when it is opened: what changed before was told to nobody', async () => {
    const told: string[] = [];
    const http = { socket: async (_: string, { opened }: Received) => opened?.(() => undefined) };
    const input = { http, clock: { now: () => new Date() }, headers: {} } as unknown as SocketInput;
    await listenTo(input)(
      (task) => told.push(task),
      new AbortController().signal,
      () => told.push('covers'),
    );
    expect(told, 'and it covers nothing before it has told of a play').to.deep.equal(['media.sessions']);
  });

  it('looks when a play begins, pauses, goes on and ends, and not while it goes on as it did', async () => {
    const texts = [playing('playing', 0), playing('playing', 1000), playing('paused', 2000), playing('paused', 2000)];
    expect(await wakes([...texts, playing('playing', 2000), playing('stopped', 3000)])).to.deep.equal([
      WAKE,
      'nothing',
      WAKE,
      'nothing',
      WAKE,
      WAKE,
    ]);
  });

  it('looks when somebody jumps, or when another title plays', async () => {
    const texts = [playing('playing', 0), playing('playing', 600_000), playing('playing', 0, { ratingKey: 9406 })];
    expect(await wakes(texts)).to.deep.equal([WAKE, WAKE, WAKE]);
  });

  it('takes the time between two reports for played', async () => {
    expect(await wakes([playing('playing', 0), playing('playing', 60_000)], 60_000)).to.deep.equal([WAKE, 'nothing']);
  });

  it('leaves alone what is not about plays, and ends with what is no notification', async () => {
    expect(await wakes([timeline])).to.deep.equal(['nothing']);
    const error = await wakes(['<html>']).catch((thrown: Error) => thrown);
    expect(error).to.have.property('code', 'bad_response');
    expect(await wakes(['{"hello":1}']).catch((thrown: Error) => thrown)).to.have.property('code', 'bad_response');
  });
});
