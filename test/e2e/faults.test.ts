/**
 * Every upstream with every fault. Two households are connected, so that a round tries two faults of each kind of service
 * at the same time, on others' neighbours that fail in other ways or not at all.
 */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { skippingClock } from '../support/skipping-clock.js';
import { until } from '../support/until.js';
import { FAULTS, type Fault } from '../support/upstreams/faults.js';
import {
  integrations,
  SOURCES,
  type SourceId,
  type Stack,
  startStack,
  unlimitedKey,
} from '../support/upstreams/stack.js';
import type { Upstream } from '../support/upstreams/upstream.js';
import { factsOf, metricOf, type Row, rowsOf, statesOf, type View, viewOf } from '../support/upstreams/watch.js';

/** null: well. What is slow takes a round of its own, as it is noticed later. */
const TRIED: readonly (Fault | null)[] = [null, ...FAULTS.filter((fault) => fault !== 'slow')];
const ROUNDS = Math.ceil(TRIED.length / 2);

const SCHEDULES: Readonly<Record<SourceId, readonly string[]>> = {
  'living-room': ['items', 'sweep', 'media.users', 'media.libraries', 'media.sessions', 'media.server', 'media.jobs'],
  wishes: ['request.items', 'request.counts', 'issue.items', 'issue.counts'],
  films: ['release.queue', 'release.titles', 'release.calendar', 'release.wanted', 'release.grabs', 'server.disks'],
  series: ['release.queue', 'release.titles', 'release.calendar', 'release.wanted', 'release.grabs', 'server.disks'],
  torrents: ['download.queue'],
  usenet: ['download.queue'],
};

/** The first pause after a failure, at its shortest; later ones are longer. */
const SHORTEST_PAUSE_MS = 4000;
/** How often it is looked whether those that fail are asked, and how much later it is each time. */
const LOOKS = 4;
const LOOK_EVERY_MS = 600;
/** Waiting goes on by so much at a time: tasks run each second. */
const STEP_MS = 500;
/** What one attempt to reach an upstream may consist of: a check, and what is asked live as soon as it may be asked again. */
const CALLS_OF_AN_ATTEMPT: Readonly<Record<SourceId, number>> = {
  'living-room': 4,
  wishes: 7,
  films: 1,
  series: 1,
  torrents: 3,
  usenet: 1,
};

describe('faults of upstreams', () => {
  const { key, config } = unlimitedKey();
  const clock = skippingClock();
  const upstreams = new Map<string, Upstream>();
  let stacks: readonly Stack[];
  let daemon: DaemonHere;
  let well: View;
  let generations: ReadonlyMap<string, number>;
  let lives = 0;

  /** Another time-out makes another entry: it begins afresh, without the pauses that it has earned. */
  function configText(): string {
    const options = (id: SourceId) => ({
      timeout: `${3500 + ++lives}ms`,
      schedule: Object.fromEntries(SCHEDULES[id].map((task) => [task, '1s'])),
    });
    const entries = stacks.flatMap((stack, index) =>
      Object.entries(stack.entries(options)).map(([id, entry]) => [nameOf(id, index), entry] as const),
    );
    return `timezone: UTC\nmetrics: { open: true }\n${config}${integrations(Object.fromEntries(entries))}`;
  }
  const nameOf = (id: string, stack: number): string => (stack === 0 ? id : `${id}-${stack + 1}`);
  const view = (): Promise<View> => viewOf(daemon, key);
  const laterView = (): Promise<View> => {
    clock.skip(STEP_MS);
    return view();
  };

  async function recover(): Promise<void> {
    for (const upstream of upstreams.values()) {
      await upstream.fail(null);
      upstream.resetCalls();
    }
    await daemon.reload(configText());
    let wholeAt: string | null = null;
    await until(async () => {
      const now = await laterView();
      const missing = [
        ...unlike(now, 'ok'),
        // An entry that begins afresh looks titles up anew, and publishes what has come in time.
        ...(isWhole(now) ? [] : ['something is missing']),
        ...[...upstreams].flatMap(([id, upstream]) => (upstream.calls().length > 2 ? [] : `${id} was not asked`)),
      ];
      wholeAt = missing.length > 0 ? null : (wholeAt ?? clock.now().toISOString());
      // A run that began before may have less to publish: there is nothing new once each task has run anew.
      return wholeAt === null ? missing : notRunSince(now, wholeAt);
    }, isEmpty);
    generations = await generationsOf(daemon);
  }

  /** What an upstream was asked, as it counts itself, or as the daemon counts where nobody listens. */
  async function callsSince(before: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    const sent = await metricOf(daemon, 'sidelight_upstream_calls_total');
    return new Map(
      [...upstreams].map(([id, upstream]) => [
        id,
        Math.max(upstream.calls().length, (sent.get(id) ?? 0) - (before.get(id) ?? 0)),
      ]),
    );
  }

  async function isNotHammered(failing: readonly string[], refused: ReadonlySet<string>): Promise<void> {
    const before = await metricOf(daemon, 'sidelight_upstream_calls_total');
    for (const upstream of upstreams.values()) upstream.resetCalls();
    const began = clock.now().getTime();
    for (let look = 0; look < LOOKS; look++) {
      await Promise.all([view(), view()]);
      clock.skip(LOOK_EVERY_MS);
    }
    const calls = await callsSince(before);
    const attempts = 1 + Math.floor((clock.now().getTime() - began) / SHORTEST_PAUSE_MS);
    for (const id of failing) {
      const allowed = refused.has(id) ? 0 : attempts * CALLS_OF_AN_ATTEMPT[id.replace(/-2$/, '') as SourceId];
      expect(calls.get(id), `calls of ${id}`).to.be.at.most(allowed);
    }
  }

  async function untilTold(failing: readonly string[]): Promise<View> {
    let shown: View = {};
    await until(async () => {
      shown = await laterView();
      return failing.flatMap((id) => untold(shown, id));
    }, isEmpty);
    return shown;
  }

  async function nothingIsLost(shown: View): Promise<void> {
    expect(factsOf(shown)).to.deep.equal(factsOf(well));
    expect(Object.fromEntries(await generationsOf(daemon))).to.deep.equal(Object.fromEntries(generations));
  }

  before(async () => {
    stacks = [await startStack(), await startStack()];
    for (const [index, stack] of stacks.entries()) {
      for (const id of SOURCES) upstreams.set(nameOf(id, index), stack.upstream(id));
    }
    daemon = await startHere({ config: configText(), clock });
    await until(async () => {
      well = await laterView();
      return [...unlike(well, 'ok'), ...(isWhole(well) ? [] : ['something is missing'])];
    }, isEmpty);
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all(stacks.map((stack) => stack.close()));
  });

  for (let round = 0; round < ROUNDS; round++) {
    const faultOf = (source: number, stack: number): Fault | null =>
      TRIED[(source + 2 * round + stack) % TRIED.length] ?? null;
    const plan = SOURCES.map((id, index) => `${id} ${faultOf(index, 0)}/${faultOf(index, 1)}`).join(', ');

    it(`are told, cost no data and are not hammered: ${plan}`, async () => {
      await recover();
      const failing: string[] = [];
      const refused = new Set<string>();
      for (const [stack] of stacks.entries()) {
        for (const [index, id] of SOURCES.entries()) {
          const fault = faultOf(index, stack);
          const name = nameOf(id, stack);
          if (fault !== null) failing.push(name);
          if (fault === 'unauthorized' || fault === 'forbidden') refused.add(name);
          await upstreams.get(name)?.fail(fault);
        }
      }
      const shown = await untilTold(failing);
      alone(shown, failing);
      await isNotHammered(failing, refused);
      await nothingIsLost(await view());
    });
  }

  it('are told, cost no data and are not hammered when nothing answers in time', async () => {
    await recover();
    for (const upstream of upstreams.values()) await upstream.fail('slow');
    const failing = [...upstreams.keys()];
    const shown = await untilTold(failing);
    alone(shown, failing);
    await isNotHammered(failing, new Set());
    await nothingIsLost(await view());
  });

  it('do not keep an answer waiting when only the managers behind the request manager hang', async () => {
    await recover();
    for (const stack of stacks) await stack.wishes.upstream.fail('slow', { only: /request$/ });
    await until(
      async () => statesOf(await laterView()).get('/api/widgets/requests wishes'),
      (state) => state === 'down',
    );
    await nothingIsLost(await view());
  });

  it('are over once the upstreams are well again', async () => {
    await recover();
    const again = await view();
    expect(factsOf(again)).to.deep.equal(factsOf(well));
    expect([...statesOf(again).keys()]).to.have.members([...statesOf(well).keys()]);
  });
});

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0;

/** What is in another state than is wanted. */
const unlike = (view: View, wanted: string): readonly string[] =>
  [...statesOf(view)].flatMap(([where, state]) => (state === wanted ? [] : `${where}: ${state}`));

/** Everybody has supplied everything. */
const isWhole = (view: View): boolean => {
  const { jobs, homepage, requests } = Object.fromEntries(
    ['jobs', 'homepage', 'requests'].map((id) => [id, view[`/api/widgets/${id}`] ?? {}]),
  ) as Record<string, Row>;
  const ran = rowsOf(jobs).every(({ ranAt, result }) => ranAt !== null && result !== 'failed');
  return ran && homepage?.['episodes'] === 2 && requests?.['total'] === 24 && !JSON.stringify(view).includes('tmdb:');
};

const TASKS: ReadonlySet<string> = new Set(Object.values(SCHEDULES).flat());

/** Tasks whose last run began before. */
const notRunSince = (view: View, at: string): readonly string[] =>
  rowsOf(view['/api/widgets/jobs']).flatMap(({ name, ranAt }) =>
    TASKS.has(String(name).replace(/^.*: /, '')) && String(ranAt) <= at ? `${name} has not run again` : [],
  );

/** These and no others are shown as not well. */
function alone(view: View, failing: readonly string[]): void {
  for (const [where, state] of statesOf(view)) {
    const isWell = !failing.some((id) => where.endsWith(` ${id}`));
    expect(state === 'ok', `${where}: ${state}`).to.equal(isWell);
  }
}

/** Where it is not told that a source is failed: in the list of what is connected, and in each payload that it is in. */
function untold(view: View, source: string): readonly string[] {
  const listed = rowsOf(view['/api/widgets/automation']).some(({ id, ok }) => id === source && ok === false);
  const silent = [...statesOf(view)].filter(([where, state]) => where.endsWith(` ${source}`) && state === 'ok');
  return [...silent.map(([where]) => where), ...(listed ? [] : [`automation ${source}`])];
}

/** Of the ports whose rows are the world's; how long a server takes to answer is always another time. */
async function generationsOf(daemon: DaemonHere): Promise<ReadonlyMap<string, number>> {
  const all = await metricOf(daemon, 'sidelight_cache_generation');
  return new Map([...all].filter(([port]) => !port.startsWith('ops.') && port !== 'media.server'));
}
