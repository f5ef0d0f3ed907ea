/** Every route of the contract while nothing is connected, all is well, one of two households is away, and both are. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { lookups } from '../contract/lookups.js';
import { homepage, reads, widgets } from '../contract/routes.js';
import { common, departures } from '../support/conform.js';
import { makeFolder, root } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { signedIn, type Visitor } from '../support/visitor.js';

type State = 'ok' | 'stale' | 'down' | 'disconnected';
type Payload = Readonly<Record<string, unknown>>;

const HOUSEHOLDS = ['here', 'there'];
/** The demo’s world as an upstream that is away while there is a file of its name. */
const PLUGIN = `
import { existsSync } from 'node:fs';
import { fail } from '${pathToFileURL(join(root, 'core', 'api', 'dist', 'index.js'))}';
import demo from '${pathToFileURL(join(root, 'plugins', 'demo', 'dist', 'src', 'plugin.js'))}';

export default {
  ...demo,
  id: 'household',
  title: 'Household',
  create(ctx) {
    const { check, tasks, fragments, actions } = demo.create(ctx);
    const reached = (ask) => async (...given) => {
      if (existsSync(new URL('away-' + ctx.id, import.meta.url))) throw fail('unreachable', 'nobody is at home');
      return ask(...given);
    };
    return {
      check: reached(check),
      tasks: tasks.map((task) => ({ ...task, run: reached(task.run) })),
      fragments: fragments.map((fragment) => ({ ...fragment, read: reached(fragment.read) })),
      actions: actions.map((action) => ({ ...action, run: reached(action.run) })),
    };
  },
};
`;
const entry = (id: string, every: string): string =>
  `  ${id}: { plugin: household, schedule: { download.queue: ${every} } }\n`;
/** Another interval makes other entries, which begin afresh. */
const config = (every: string): string =>
  `plugins: [./household]\nintegrations:\n${HOUSEHOLDS.map((id) => entry(id, every)).join('')}`;

/** What can be asked of a household about a thing that it does not have. */
const WRITES: Readonly<Record<string, Payload>> = {
  '/api/widgets/sessions/stop': { sessionId: 'there:play-none' },
  '/api/widgets/sessions/message': { sessionId: 'there:play-none', text: 'Hello' },
  '/api/widgets/downloads/pause': { id: `there:${'0'.repeat(40)}`, paused: true },
  '/api/widgets/downloads/remove': { id: `there:${'0'.repeat(40)}` },
  '/api/widgets/requests/actions': { requestId: 'there:0', action: 'approve' },
  '/api/widgets/repair/refresh': { itemId: 'there:film-none' },
};
const PAGES = [
  '/',
  '/settings/api-key',
  '/settings/sources',
  '/settings/gallery',
  '/swagger-ui',
  '/widgets/',
  '/openapi.json',
];

/** As long as one of them answers, there is one. */
const TOOLS: Readonly<Record<State, string>> = { disconnected: 'Offline', ok: 'Online', stale: 'Online', down: 'Down' };

/** What Sidelight tells of itself, or of all that there is, is told in any case. */
const OWN = new Set(['digest', 'health', 'backup', 'jobs', 'webhooks', 'automation', 'homepage', 'trends', 'uptime']);

describe('the contract in every state of a source', () => {
  let folder: string;
  let daemon: DaemonHere;
  let visitor: Visitor;
  let key: string;

  const file = (id: string): string => join(folder, 'household', `away-${id}`);
  const widget = async (id: string): Promise<Payload> => (await daemon.get(`/api/widgets/${id}`, key)).json;
  /** "<widget>: <state>" of all that show another one; what nothing is asked of has its own. */
  const unlike = async (state: State): Promise<readonly string[]> => {
    const ids = Object.keys(widgets).filter((id) => !OWN.has(id));
    const shown = await Promise.all(ids.map(async (id) => `${id}: ${(await widget(id))['sourceState']}`));
    return shown.filter((one) => !one.endsWith(`: ${state}`));
  };
  const untilAll = (state: State) =>
    until(
      () => unlike(state),
      (others) => others.length === 0,
    );

  before(async () => {
    folder = makeFolder();
    mkdirSync(join(folder, 'household'));
    writeFileSync(join(folder, 'household', 'plugin.js'), PLUGIN);
    writeFileSync(
      join(folder, 'household', 'package.json'),
      JSON.stringify({ name: 'household', version: '1.0.0', type: 'module', exports: './plugin.js' }),
    );
    daemon = await startHere({ folder, config: 'plugins: [./household]\n' });
    key = await daemon.key('full', { perMinute: 0 });
    visitor = await signedIn(daemon);
  });
  after(() => daemon.dispose());

  const begins: Readonly<Record<State, () => Promise<unknown>>> = {
    disconnected: () => untilAll('disconnected'),
    async ok() {
      await daemon.reload(config('1s'));
      await untilAll('ok');
    },
    async stale() {
      writeFileSync(file('there'), '');
      await untilAll('stale');
    },
    async down() {
      writeFileSync(file('here'), '');
      await untilAll('down');
    },
  };
  const written: Readonly<Record<State, number>> = { disconnected: 404, ok: 404, stale: 502, down: 502 };

  for (const state of ['disconnected', 'ok', 'stale', 'down'] as const) {
    describe(state, () => {
      before(() => begins[state]());

      it('every widget has its fields', async () => {
        for (const [id, { fields }] of Object.entries({ homepage: { fields: homepage }, ...widgets })) {
          const { status, json } = await daemon.get(`/api/widgets/${id}`, key);
          expect(status, id).to.equal(200);
          expect(departures(json, { ...common, ...fields }), id).to.deep.equal([]);
          expect(json, id).to.not.have.any.keys('error', 'success');
        }
      });

      it('so has every other read', async () => {
        for (const [path, { fields }] of Object.entries(reads)) {
          const { status, json } = await daemon.get(path, key);
          expect(status, path).to.equal(200);
          expect(departures(json, fields), path).to.deep.equal([]);
        }
      });

      it('a tool is offline where there is none, and down where none answers', async () => {
        for (const id of ['transcodes', 'cleanup']) expect((await widget(id))['status'], id).to.equal(TOOLS[state]);
      });

      it('a summary is told of what is there, else refused in JSON', async () => {
        const { status, json } = await daemon.get('/api/item-summary/here:film-1', key);
        expect(status).to.equal(state === 'disconnected' ? 404 : 200);
        if (status === 200) expect(departures(json, lookups['/api/item-summary/:id'] ?? {})).to.deep.equal([]);
        else expect(json['error']).to.include({ code: 'not_found' });
      });

      it('every write says why it cannot be done', async () => {
        for (const [path, body] of Object.entries(WRITES)) {
          const { status, json } = await daemon.post(path, body, key);
          expect(status, `${path} ${JSON.stringify(json)}`).to.equal(written[state]);
          expect(json['error'], path).to.include.keys('code', 'message', 'requestId');
        }
      });

      it('every page is shown', async () => {
        for (const path of PAGES) expect((await visitor.open(path)).status, path).to.equal(200);
        const { status, location } = await visitor.open('/swagger');
        expect([status, location]).to.deep.equal([302, '/swagger-ui']);
      });
    });
  }

  describe('back again', () => {
    it('all is well', async () => {
      for (const id of HOUSEHOLDS) rmSync(file(id));
      await daemon.reload(config('2s'));
      await untilAll('ok');
    });
  });
});
