/** `?explain=1`: what a payload was made of, for keys of scope full. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';

interface Why {
  readonly groups: readonly {
    readonly name: string;
    readonly fields: readonly string[];
    readonly reads: readonly string[];
  }[];
  readonly reads: Readonly<Record<string, Read>>;
}
interface Read {
  readonly ports: readonly string[];
  readonly kind: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly answeredBy: string;
  readonly count: number;
  readonly decides: readonly string[];
  readonly sources: readonly { readonly id: string; readonly rows: number; readonly ageSeconds: number | null }[];
}

describe('what a payload was made of', () => {
  let daemon: DaemonHere;
  let full: string;

  const why = async (path: string): Promise<Why> => (await daemon.get(path, full)).json['explain'] as Why;

  before(async () => {
    daemon = await startHere({ config: 'integrations: { home: { plugin: demo }, cabin: { plugin: demo, seed: 2 } }' });
    full = await daemon.key('full');
    await until(
      () => daemon.get('/api/widgets/libraries', full),
      ({ json }) => (json['sources'] as readonly unknown[]).length === 2 && json['sourceState'] === 'ok',
    );
  });
  after(() => daemon.dispose());

  it('names reads, ports, sources, rows counted and their age', async () => {
    const { json } = await daemon.get('/api/widgets/users?explain=1', full);
    const { json: plain } = await daemon.get('/api/widgets/users', full);
    expect(json).to.include.keys(Object.keys(plain));
    const { groups, reads } = json['explain'] as Why;
    expect(groups).to.have.lengthOf(1);
    expect(groups[0]?.fields).to.include('users');
    const users = Object.values(reads).filter(({ ports }) => ports.includes('media.users'));
    expect(users).to.not.have.lengthOf(0);
    for (const { sources, count } of users) {
      expect(sources.map(({ id }) => id)).to.deep.equal(['home', 'cabin']);
      expect(sources.reduce((sum, { rows }) => sum + rows, 0)).to.equal(count);
      for (const { ageSeconds } of sources) expect(ageSeconds).to.be.at.least(0);
    }
    expect(users.flatMap(({ decides }) => decides)).to.include('users');
  });

  it('says whether a counter, the table, memory, the rules or an integration answered', async () => {
    const paths = ['homepage', 'health', 'jobs'].map((id) => `/api/widgets/${id}?explain=1`);
    const payloads = await Promise.all(paths.map(why));
    const answered = payloads.flatMap(({ reads }) => Object.values(reads));
    const ways = new Set(answered.map(({ answeredBy }) => answeredBy));
    expect([...ways]).to.include.members(['counter', 'table', 'memory', 'rules']);
    const live = Object.values((await why('/api/widgets/nowplaying?explain=1')).reads);
    expect(live.map(({ answeredBy }) => answeredBy)).to.deep.equal(['live']);
  });

  it('groups the fields of the homepage by what brings them', async () => {
    const { json } = await daemon.get('/api/widgets/homepage?explain=1', full);
    const { groups, reads } = json['explain'] as Why;
    const known = groups.flatMap(({ fields }) => fields);
    const own = ['service', 'updatedAt', 'sourceState', 'freshness', 'sources', 'explain', 'unknown'];
    expect(
      Object.keys(json)
        .filter((key) => !own.includes(key) && !key.endsWith('Text'))
        .sort(),
    ).to.deep.equal([...known].sort());
    for (const group of groups) for (const read of group.reads) expect(reads, group.name).to.have.property(read);
  });

  it('follows the query: one source, as asked', async () => {
    const { reads } = await why('/api/widgets/users?explain=1&source=cabin');
    for (const { sources } of Object.values(reads)) expect(sources.map(({ id }) => id)).to.deep.equal(['cabin']);
  });

  it('is for keys of scope full, for widgets, and for 1', async () => {
    const narrow = await daemon.key('widgets-only');
    expect((await daemon.get('/api/widgets/users', narrow)).status).to.equal(200);
    const { status, json } = await daemon.get('/api/widgets/users?explain=1', narrow);
    expect([status, json['error']]).to.deep.include(403);
    expect((await daemon.get('/api/widgets/users?explain=yes', full)).status).to.equal(400);
    expect((await daemon.get('/api/widgets?explain=1', full)).status).to.equal(400);
    const { json: document } = await daemon.get('/openapi.json');
    expect(JSON.stringify((document['paths'] as Record<string, unknown>)['/api/widgets/users'])).to.include(
      'parameters/Explain"',
    );
  });
});
