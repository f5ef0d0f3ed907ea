/** Two media servers, three release managers and three download clients at once: one payload of all, and one of each. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakePlex, startFakePlex } from '../support/fake-plex.js';
import { until } from '../support/until.js';
import { startReplayed } from '../support/upstreams/replayed.js';
import { type Stack, startStack, unlimitedKey } from '../support/upstreams/stack.js';
import type { Upstream } from '../support/upstreams/upstream.js';

type Row = Readonly<Record<string, unknown>>;

const SERVERS = ['living-room', 'attic'];
const MANAGERS = ['films', 'series', 'records'];
const CLIENTS = ['torrents', 'usenet', 'news'];
const LIDARR_KEY = 'c07e5d3a9b1f4826e8d0a4c6f2b7915e';

/** Widget → those that supply it, and those of them that have rows in its list. */
const SUPPLIED: Readonly<Record<string, { readonly by: readonly string[]; readonly listed?: readonly string[] }>> = {
  users: { by: SERVERS, listed: SERVERS },
  libraries: { by: SERVERS, listed: SERVERS },
  downloads: { by: CLIENTS, listed: CLIENTS },
  calendar: { by: MANAGERS, listed: ['films', 'series'] },
};
const LISTS: Readonly<Record<string, string>> = { libraries: 'libraries' };

describe('a whole house', () => {
  let stack: Stack;
  let plex: FakePlex;
  let lidarr: Upstream;
  let nzbget: Upstream;
  let daemon: DaemonHere;
  const { key, config: budget } = unlimitedKey();

  const widget = async (path: string): Promise<Row> => {
    const { status, json } = await daemon.get(`/api/widgets/${path}`, key);
    expect(status, path).to.equal(200);
    return json;
  };
  const sourcesOf = (payload: Row): readonly string[] =>
    (payload['sources'] as readonly { id: string; state: string }[]).map(({ id }) => id);
  /** Ids say whose rows they are. */
  const ownersOf = (payload: Row, list: string): readonly string[] => [
    ...new Set((payload[list] as readonly Row[]).map((row) => String(row['source'] ?? row['id']).split(':')[0] ?? '')),
  ];

  before(async () => {
    stack = await startStack();
    plex = await startFakePlex();
    lidarr = await startReplayed('lidarr', 'ok');
    nzbget = await startReplayed('nzbget', 'ok');
    const { wishes: _, ...entries } = stack.entries();
    const integrations = {
      ...entries,
      attic: { plugin: 'plex', url: plex.url, token: plex.token },
      records: { plugin: 'lidarr', url: lidarr.url, apiKey: LIDARR_KEY },
      news: { plugin: 'nzbget', url: nzbget.url, username: 'nzbget', password: 'nzbget-pass-1' },
    };
    daemon = await startHere({ config: `${budget}\nintegrations: ${JSON.stringify(integrations)}` });
  });
  after(async () => {
    await daemon?.dispose();
    await Promise.all([stack, plex, lidarr, nzbget].map((one) => one?.close()));
  });

  for (const [id, { by, listed = [] }] of Object.entries(SUPPLIED)) {
    it(`has one payload of ${id}, each row with its source, and one of each source`, async () => {
      const list = LISTS[id] ?? 'items';
      const payload = await until(
        () => widget(`${id}?limit=100`),
        (seen) => seen['sourceState'] === 'ok' && listed.every((source) => ownersOf(seen, list).includes(source)),
      );
      expect(sourcesOf(payload)).to.include.members(by);
      for (const source of by) {
        const narrowed = await widget(`${id}?limit=100&source=${source}`);
        expect(sourcesOf(narrowed), source).to.deep.equal([source]);
        expect(ownersOf(narrowed, list).filter((owner) => owner !== source)).to.deep.equal([]);
        if (listed.includes(source)) expect(narrowed[list], source).to.not.be.empty;
      }
    });
  }

  it('adds up on the homepage, and each part is a part of it', async () => {
    const PARTS = [
      ['users', SERVERS],
      ['movies', SERVERS],
      ['storageBytes', SERVERS],
      ['downloadTotal', CLIENTS],
      ['calendarUpcoming', MANAGERS],
    ] as const;
    const told = async () => {
      const whole = await widget('homepage');
      const sums = PARTS.map(async ([field, parts]) => {
        const each = await Promise.all(parts.map(async (id) => Number((await widget(`homepage?source=${id}`))[field])));
        return each.reduce((sum, one) => sum + one, 0);
      });
      return { whole: PARTS.map(([field]) => whole[field]), sums: await Promise.all(sums) };
    };
    // While they are synced for the first time, one is asked a moment before the other.
    const { sums } = await until(
      told,
      ({ whole, sums: now }) => now.join() === whole.join() && now.every((sum) => sum > 0),
    );
    expect(sums).to.have.lengthOf(PARTS.length);
  });

  it('says of every one of them how it is', async () => {
    const all = [...SERVERS, ...MANAGERS, ...CLIENTS];
    const names = await until(
      async () => ((await widget('automation?limit=100'))['items'] as readonly Row[]).map((row) => String(row['id'])),
      (seen) => seen.length >= all.length,
    );
    for (const id of all)
      expect(
        names.some((name) => name === id || name.startsWith(`${id}:`)),
        id,
      ).to.equal(true);
  });
});
