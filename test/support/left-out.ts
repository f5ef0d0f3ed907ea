/** The daemon with two integrations that tell of the same media server, on a database of any kind. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from './daemon-here.js';
import { type FakePlex, startFakePlex } from './fake-plex.js';
import { type FakeTautulli, startFakeTautulli } from './fake-tautulli.js';
import { textOf } from './page-text.js';
import { until } from './until.js';
import { unlimitedKey } from './upstreams/stack.js';
import { Visitor } from './visitor.js';

type Row = Readonly<Record<string, unknown>>;

/** Of the recorded household, its plays those of the last week. */
const [PLAYS, USERS, PLAYING, NEWSLETTERS] = [10, 6, 3, 8];
/** Of the server itself. */
const PLEX_USERS = 2;

/** @param open the line of the config that names the database, and what removes it */
export function onTheSameServer(title: string, open: () => Promise<{ line: string; drop(): Promise<void> }>): void {
  describe(`one media server told of twice, on ${title}`, () => {
    let database: Awaited<ReturnType<typeof open>>;
    let tautulli: FakeTautulli;
    let plex: FakePlex;
    let daemon: DaemonHere;
    const { key, config: budget } = unlimitedKey();

    const entry = (more = ''): string =>
      `{ plugin: tautulli, url: "${tautulli.url}", apiKey: "${tautulli.apiKey}", schedule: { media.server: 1s }${more} }`;
    const attic = (): string => `{ plugin: plex, url: "${plex.url}", token: "${plex.token}" }`;
    const configOf = (entries: Readonly<Record<string, string>>): string =>
      [
        database.line,
        budget,
        'auth: { proxyHeader: X-User, proxyNetworks: ["127.0.0.1"] }',
        'integrations:',
        ...Object.entries(entries).map(([id, text]) => `  ${id}: ${text}`),
      ].join('\n');
    const widget = async (id: string): Promise<Row> => (await daemon.get(`/api/widgets/${id}`, key)).json;
    const numbers = async () => ({
      plays: (await widget('statistics'))['plays'],
      users: (await widget('users'))['users'],
      playing: (await widget('nowplaying'))['playing'],
      campaigns: (await widget('newsletter'))['campaigns'],
    });
    const settled = (wanted: Row): Promise<Row> =>
      until(numbers, (now) => JSON.stringify(now) === JSON.stringify(wanted));
    const digest = async (): Promise<readonly unknown[]> =>
      ((await widget('digest'))['items'] as readonly Row[])
        .filter(({ type }) => type === 'same_server')
        .map((item) => item['text']);
    const page = async (): Promise<string> =>
      textOf((await new Visitor(daemon.url, { 'x-user': 'ada' }).open('/settings/sources')).text);

    before(async () => {
      database = await open();
      plex = await startFakePlex();
      tautulli = await startFakeTautulli(plex.serverId);
      daemon = await startHere({ config: configOf({ first: entry(), second: entry() }) });
    });
    after(async () => {
      await daemon?.dispose();
      await plex?.close();
      await tautulli?.close();
      await database?.drop();
    });

    const told =
      'second reports on the same media server as first: its plays, users, libraries and sessions are ignored, and those of first count. Set server: first in the entry of second to confirm this, or remove first to use second';

    it('counts once, and says who is left out; newsletters go on', async () => {
      await settled({ plays: PLAYS, users: USERS, playing: PLAYING, campaigns: 2 * NEWSLETTERS });
      expect(await until(digest, ({ length }) => length > 0)).to.deep.equal([told]);
      expect(await page()).to.include(told);
      expect(daemon.log()).to.include(told);
      expect(((await widget('users'))['sources'] as readonly Row[]).map(({ id }) => id)).to.deep.equal(['first']);
      expect(tautulli.asked.filter((call) => !call.startsWith('POST /api/v2 '))).to.deep.equal([]);
    });

    it('counts what was left out as soon as it is alone', async () => {
      await daemon.reload(configOf({ second: entry() }));
      await settled({ plays: 2 * PLAYS, users: USERS, playing: PLAYING, campaigns: NEWSLETTERS });
      expect(await until(digest, ({ length }) => length === 0)).to.deep.equal([]);
    });

    it('is settled where an entry names the server, with a note on its page alone', async () => {
      await daemon.reload(configOf({ attic: attic(), second: entry(', server: attic') }));
      // The plays of an integration that has left stay.
      await settled({ plays: PLAYS, users: PLEX_USERS, playing: 0, campaigns: NEWSLETTERS });
      expect(await digest()).to.deep.equal([]);
      expect(await page()).to.include('second reports on the media server of attic, as set in its entry');
    });

    it('is told beside the server itself, where nobody says so', async () => {
      await daemon.reload(configOf({ second: entry(), attic: attic() }));
      const [text] = await until(digest, ({ length }) => length > 0);
      expect(text).to.match(
        /^second reports on the same media server as attic: .*, and those of attic count\. Set server: attic/,
      );
      await settled({ plays: PLAYS, users: PLEX_USERS, playing: 0, campaigns: NEWSLETTERS });
    });
  });
}
