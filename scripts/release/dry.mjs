/**
 * Everything that a release consists of, below release/: the same bytes from the same commit. It publishes nothing.
 * With `--prebuilds <folder>` SQLite's binaries of other platforms go in: <folder>/<platform>/node_sqlite3.node.
 * With `--only-daemon` it makes the daemon's package and nothing else, which is all that an image is built from.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, root } from '../bootstrap.mjs';
import { manifestOf } from './closure.mjs';
import { stageDaemon } from './daemon.mjs';

const { values } = parseArgs({
  options: {
    prebuilds: { type: 'string' },
    out: { type: 'string', default: join(root, 'release') },
    'only-daemon': { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const say = (text) => process.stderr.write(`release: ${text}\n`);

function npm(args, cwd) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** npm's own, without what differs from run to run: its number, the time, and the folder's name, which it takes for ours. */
function sbom() {
  const made = JSON.parse(
    npm(
      ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--sbom-type', 'application'],
      root,
    ),
  );
  const { serialNumber: _serial, ...rest } = made;
  const { timestamp: _timestamp, ...metadata } = made.metadata;
  const component = { ...metadata.component, name: manifestOf('.').name };
  return `${JSON.stringify({ ...rest, metadata: { ...metadata, component } }, null, 2)}\n`;
}

/** What the packed daemon itself says: its document, and its files for dashboards, both of the demo. */
async function fromDaemon(stage, folder) {
  const command = [join(stage, 'bin', 'sidelight.mjs')];
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SIDELIGHT_'));
  const options = { cwd: folder, env: Object.fromEntries(own), encoding: 'utf8' };
  const packs = (...args) => {
    const asked = [...command, 'packs', ...args, '--demo', '--base-url', 'http://sidelight:7780'];
    const { status, stdout, stderr } = spawnSync(process.execPath, asked, options);
    if (status !== 0) throw new Error(`the packs were not written: ${stderr}`);
    return stdout;
  };
  const names = packs()
    .split('\n')
    .flatMap((line) => /^[a-z0-9-]+(?= )/.exec(line) ?? []);
  for (const name of names) packs(name, '--all', '--out', join(out, 'packs'));
  const daemon = spawn(process.execPath, [...command, '--demo', '--port', '0', '--host', '127.0.0.1'], options);
  const ended = once(daemon, 'exit');
  try {
    const url = await new Promise((found, failed) => {
      let log = '';
      const read = (part) => {
        log += part;
        const address = /listening on (http\S+)/.exec(log)?.[1];
        if (address !== undefined) found(address);
      };
      daemon.stdout.on('data', read);
      daemon.stderr.on('data', read);
      ended.then(() => failed(new Error(`the packed daemon ended: ${log}`)));
    });
    const answer = await fetch(`${url}/openapi.json`);
    const { servers: _here, ...document } = await answer.json();
    writeFileSync(join(out, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
  } finally {
    daemon.kill();
    await ended;
  }
}

bootstrap(['run']);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'sidelight-release-'));
try {
  const stage = join(work, 'package');
  const lacking = await stageDaemon(stage, values.prebuilds === undefined ? undefined : resolve(values.prebuilds));
  npm(['pack', '--ignore-scripts', '--pack-destination', out], stage);
  if (!values['only-daemon']) {
    npm(['pack', '--ignore-scripts', '--pack-destination', out], join(root, 'core', 'api'));
    await fromDaemon(stage, work);
    writeFileSync(join(out, 'sbom.cdx.json'), sbom());
  }
  if (lacking.length > 0) {
    say(`SQLite is missing for ${lacking.join(', ')}: the release workflow builds it there, see --prebuilds`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
const files = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
  .sort();
const sums = files.map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex')}  ${file}\n`,
);
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
say(`${files.length} files in ${out}`);
