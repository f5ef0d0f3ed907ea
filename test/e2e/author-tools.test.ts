/** From nothing to a source on a dashboard, with the commands that authors of plugins have. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { authorCommand } from '../support/author.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { startUpstream, type Upstream } from '../support/upstreams/upstream.js';

const KEY = 'kettle-4711-key';
const job = {
  id: 'j1',
  downloadKey: 'j1',
  name: 'Metropolis',
  state: 'paused',
  sizeBytes: 4000,
  leftBytes: 1000,
  downBps: 0,
  upBps: 0,
};

describe('the commands for authors', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  const make = (...args: readonly string[]) => authorCommand('new-plugin', args, { cwd: folder.path });
  const verify = (...args: readonly string[]) => authorCommand('verify-plugin', args, { cwd: folder.path });
  const record = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    authorCommand('record-case', args, { cwd: folder.path, env });

  describe('with a service', () => {
    let service: Upstream;
    let daemon: DaemonHere | undefined;
    before(async () => {
      service = await startUpstream({
        answer: ({ path, headers }) => {
          if (headers['x-api-key'] !== KEY) return { status: 401 };
          return { body: path === '/api/status' ? { version: '3.2.1' } : { items: [job] } };
        },
      });
    });
    afterEach(() => daemon?.dispose());
    after(() => service.close());

    it('make a plugin that shows up in the daemon as soon as the YAML names its folder', async () => {
      const made = await make('tea-kettle', '--title', 'Tea kettle', '--out', 'tea-kettle');
      expect(made.status, made.text).to.equal(0);
      expect(made.text).to.include('Next:');
      const entry = { url: service.url, apiKey: KEY };
      daemon = await startHere({
        folder: folder.path,
        config: `plugins: [./tea-kettle]\nintegrations: { tea-kettle: ${JSON.stringify(entry)} }\n`,
      });
      const { get, key: newKey } = daemon;
      const key = await newKey('full');
      const { json } = await until(
        () => get('/api/widgets/automation', key),
        (answer) => answer.json['connected'] === 1,
      );
      expect(json).to.have.nested.property('items[0].id', 'tea-kettle');
      expect(json).to.have.nested.property('items[0].name', 'Tea kettle');
      const downloads = await until(
        () => get('/api/widgets/downloads', key),
        (answer) => answer.json['total'] === 1,
      );
      expect(downloads.json).to.have.nested.property('items[0].id', 'tea-kettle:j1');
    });

    it('record what the service answers, with the key from the environment, and play it back', async () => {
      await make('tea-kettle', '--out', 'tea-kettle');
      const config =
        'plugins: [./tea-kettle]\nintegrations: { kettle: { plugin: tea-kettle, apiKey: "${KETTLE_KEY}" } }\n';
      writeFileSync(join(folder.path, 'sidelight.yaml'), config);
      const args = ['./tea-kettle', 'evening', '--url', service.url, '--config', 'sidelight.yaml'];
      const without = await record(args);
      expect(without.status).to.equal(1);
      expect(without.text).to.include('the environment variable KETTLE_KEY is not set');
      const recorded = await record(args, { KETTLE_KEY: KEY });
      expect(recorded.status, recorded.text).to.equal(0);
      expect(recorded.text).to.include('Tea kettle 3.2.1').and.include('1 of download.queue').and.include('passes');
      const cases = join(folder.path, 'tea-kettle', 'test', 'cases', 'evening');
      const written = readdirSync(cases).map((name) => readFileSync(join(cases, name), 'utf8'));
      expect(written.join()).to.not.include(KEY);
      expect(written.join()).to.not.include(new URL(service.url).host);
      expect((await verify('tea-kettle')).text).to.include('ok    case evening');
      const again = await record(args, { KETTLE_KEY: KEY });
      expect(again.text).to.include('already exists: choose another name, or replace it with --force');
    });

    it('record the steps that a file names, and replace a case only when told to', async () => {
      await make('tea-kettle', '--out', 'tea-kettle');
      const steps = 'steps: ["task:download.queue", restart, check]\n';
      writeFileSync(join(folder.path, 'steps.yaml'), `integration: { apiKey: ${KEY} }\n${steps}`);
      const args = ['tea-kettle', 'ok', '--url', service.url, '--config', 'steps.yaml', '--force'];
      const { status, text } = await record(args);
      expect(status, text).to.equal(0);
      const expected = readFileSync(join(folder.path, 'tea-kettle', 'test', 'cases', 'ok', 'expected.json'), 'utf8');
      const done = (JSON.parse(expected) as { step: string }[]).map(({ step }) => step);
      expect(done).to.deep.equal(['task:download.queue', 'check']);
    });

    it('keep a good case when the service is down, or when the new one would not pass', async () => {
      await make('tea-kettle', '--out', 'tea-kettle');
      writeFileSync(join(folder.path, 'entry.yaml'), `apiKey: ${KEY}\n`);
      const folderOfCase = join(folder.path, 'tea-kettle', 'test', 'cases', 'ok');
      const held = () => readdirSync(folderOfCase).map((name) => readFileSync(join(folderOfCase, name), 'utf8'));
      const before = held();
      const args = ['tea-kettle', 'ok', '--config', 'entry.yaml', '--force', '--url'];
      const down = await record([...args, 'http://127.0.0.1:9']);
      expect(down.status).to.equal(1);
      expect(down.text).to.include('nothing was replaced: check worked in the existing case and failed now');
      expect(held()).to.deep.equal(before);
      const plugin = join(folder.path, 'tea-kettle', 'plugin.js');
      writeFileSync(plugin, readFileSync(plugin, 'utf8').replace('name: item.name', 'name: item.name + Math.random()'));
      const odd = await record([...args, service.url]);
      expect(odd.text).to.include('fails when it is played back, so it did not replace the old one');
      expect(held()).to.deep.equal(before);
    });

    it('say when a recorded case is not what the plugin does', async () => {
      await make('tea-kettle', '--out', 'tea-kettle');
      const plugin = join(folder.path, 'tea-kettle', 'plugin.js');
      writeFileSync(plugin, readFileSync(plugin, 'utf8').replace('name: item.name', 'name: item.name + Math.random()'));
      writeFileSync(join(folder.path, 'entry.yaml'), `apiKey: ${KEY}\n`);
      const { status, text } = await record(['tea-kettle', 'odd', '--url', service.url, '--config', 'entry.yaml']);
      expect(status).to.equal(1);
      expect(text).to.match(/fails when it is played back: at \/1\/published\/0\/items\/0\/name: "Metropolis0/);
    });
  });

  it('refuse an id, a port, a title and a folder that will not do, in a sentence', async () => {
    mkdirSync(join(folder.path, 'full'));
    writeFileSync(join(folder.path, 'full', 'notes.txt'), '');
    const bundled = readdirSync(join(root, 'plugins'));
    const refusals: readonly (readonly [args: readonly string[], sentence: string])[] = [
      [[], 'npm run new:plugin <id>'],
      [['Tea Kettle'], 'its id "Tea Kettle" must look like my-plugin'],
      [['core'], 'the id core is reserved for Sidelight'],
      [[bundled[0] ?? ''], `there is a plugin ${bundled[0]} already`],
      [['tea-kettle', '--port', 'download.queues', '--out', 'x'], 'did you mean download.'],
      [['tea-kettle', '--port', 'ops.jobs', '--out', 'x'], 'ops.jobs is reserved for Sidelight'],
      [['tea-kettle', '--title', 'a `b`', '--out', 'x'], 'the title must be one line of plain text'],
      [['tea-kettle', '--out', 'full'], 'is not empty: choose another folder'],
      [['tea-kettle', 'Tea kettle'], 'unexpected Tea kettle. Flags come after --'],
      [['tea-kettle', '--colour', 'red'], "Unknown option '--colour'"],
    ];
    for (const [args, sentence] of refusals) {
      const { status, text } = await make(...args);
      expect(status, sentence).to.equal(1);
      expect(text).to.include(sentence);
    }
    expect(readdirSync(folder.path)).to.deep.equal(['full']);
    expect(readdirSync(join(root, 'plugins'))).to.deep.equal(bundled);
  });

  it('find nothing wrong with a plugin that comes with Sidelight, nor with a new one', async () => {
    await make('tea-kettle', '--port', 'feed.hits', '--out', 'tea-kettle');
    const { status, text } = await verify('qbittorrent', 'tea-kettle');
    expect(status, text).to.equal(0);
    expect(text).to.include('tea-kettle (./tea-kettle)').and.include('ok    case unexpected-payload');
    expect(text).to.match(/\n\d+ ok\n$/);
  });

  it('find a secret that is no Secret, a case that fails, a widget that is taken', async () => {
    await make('tea-kettle', '--out', 'tea-kettle');
    const plugin = join(folder.path, 'tea-kettle', 'plugin.js');
    const text = readFileSync(plugin, 'utf8')
      .replace("Secret('Settings > API')", "Type.String({ description: 'The key' })")
      .replace('leftBytes: item.leftBytes', 'leftBytes: 0')
      .replace('  widgets: [', '  widgets: [{ id: "downloads" }, ');
    writeFileSync(plugin, text);
    const verified = await verify('./tea-kettle');
    expect(verified.status).to.equal(1);
    const failures = verified.text.split('\n').filter((line) => line.startsWith('  FAIL'));
    expect(failures.join('\n'))
      .to.include('the config field apiKey is a secret: use Secret()')
      .and.include('case ok: at /1/published/0/items/0/leftBytes: 10 was expected, and it is 0')
      .and.match(/The widget downloads of tea-kettle is omitted: /);
    expect(failures).to.have.lengthOf(3);
  });
});
