/** The rules of the architecture that a compiler does not hold: who imports what, who names whom, how long files are. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'data']);

function* files(folder: string, ending: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path, ending);
    else if (path.endsWith(ending)) yield path;
  }
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folders = (path: string): readonly string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .map((entry) => entry.name);

const importsOf = (source: string): readonly string[] =>
  [
    ...source.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\n[^'"\n;]*?)*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g,
    ),
  ]
    .map((match) => match[1] ?? match[2] ?? '')
    .concat([...source.matchAll(/(?:^|\n)import\s+['"]([^'"]+)['"]/g)].map((match) => match[1] ?? ''));

/** The file that a relative import means, from the root; packages stay as they are. */
const target = (from: string, specifier: string): string =>
  specifier.startsWith('.') ? relative(root, join(root, dirname(from), specifier)) : specifier;

const isNode = (specifier: string): boolean => specifier.startsWith('node:');
const sources = (folder: string): readonly string[] => [...files(folder, '.ts')];

/** The rooms of core/ from bottom to top: each imports from those before it only. What no room holds composes them. */
const ROOMS = [
  ...[
    'ground',
    'time',
    'cache',
    'settings',
    'audit',
    'keys',
    'ops',
    'plugins',
    'config',
    'derivations',
    'sync',
    'imports',
    'images',
    'widgets',
  ],
  ...['http', 'auth', 'backup', 'replicas', 'packs', 'webhooks', 'mqtt', 'rest', 'pages', 'author'],
];
const COMPOSITION = ['chores.ts', 'container.ts', 'daemon.ts', 'cli', 'main.ts'];

/** Files of other programs are called by who writes them, whether or not a plugin asks that program, too. */
const FORMATS = 'core/imports/formats/';

/** The folder of core/ that a file lies in, or the file itself. */
const roomOf = (path: string): string => path.split('/')[1] ?? '';
const coreFiles = (): readonly string[] => sources('core').filter((path) => !path.startsWith('core/api/'));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

function offences(paths: readonly string[], allowed: (from: string, to: string) => boolean): readonly string[] {
  return paths.flatMap((path) =>
    importsOf(read(path))
      .map((specifier) => target(path, specifier))
      .filter((to) => !isNode(to) && !allowed(path, to))
      .map((to) => `${path} imports ${to}`),
  );
}

describe('architecture', () => {
  it('finds the imports of a file at all', () => {
    expect(
      importsOf("import a from 'b';\nimport {\n  c,\n} from './d.js';\nimport 'e';\nawait import('f');"),
    ).to.have.members(['b', './d.js', 'e', 'f']);
  });

  it('core/api imports only typebox, axios, ws, croner and resolve.exports, and what the kit and the commands need only there', () => {
    const aside = new Set(['nock', 'yaml']);
    expect(
      offences(
        sources('core/api/src'),
        (from, to) =>
          to.startsWith('core/api/src') ||
          /^typebox(\/|$)/.test(to) ||
          to === 'axios' ||
          to === 'croner' ||
          to === 'ws' ||
          (to === 'resolve.exports' && from === 'core/api/src/host/manifest.ts') ||
          (/\/(testing|author)\//.test(from) && aside.has(to)),
      ),
    ).to.deep.equal([]);
  });

  it('axios is imported by the http client alone', () => {
    const files = [
      ...sources('core'),
      ...sources('libs'),
      ...sources('plugins'),
      ...sources('widgets'),
      ...sources('test'),
    ];
    expect(
      offences(files, (from, to) => {
        const isAxios = /^axios(\/|$)/.test(to) || to.startsWith('core/api/src/host/axios');
        return !isAxios || from.startsWith('core/api/src/host/');
      }),
    ).to.deep.equal([]);
  });

  it('ws is imported by the http client and by servers of tests alone', () => {
    const files = [...sources('core'), ...sources('libs'), ...sources('plugins'), ...sources('widgets')];
    expect(offences(files, (from, to) => to !== 'ws' || from === 'core/api/src/host/ws.ts')).to.deep.equal([]);
  });

  it('every file of core is in a room or composes them', () => {
    expect([...new Set(coreFiles().map(roomOf))].sort()).to.deep.equal([...ROOMS, ...COMPOSITION].sort());
  });

  it('a room of core imports from the rooms below it only', () => {
    const order = [...ROOMS, ...COMPOSITION];
    const isBelow = (from: string, to: string): boolean => order.indexOf(roomOf(to)) <= order.indexOf(roomOf(from));
    const inRooms = coreFiles().filter((path) => ROOMS.includes(roomOf(path)));
    expect(
      offences(inRooms, (from, to) => !to.startsWith('core/') || isBelow(from, to.replace(/\.js$/, '.ts'))),
    ).to.deep.equal([]);
  });

  it('docs/architecture.md shows the rooms in this order', () => {
    const shown = [...read('docs/architecture.md').matchAll(/^\| `([a-z]+)\/` \|/gm)].map(([, room]) => room);
    expect(shown).to.deep.equal(ROOMS);
  });

  it('at most one file of core in ten has thirty lines or less', () => {
    const crumbs = coreFiles().filter((path) => read(path).split('\n').length - 1 <= 30);
    expect(crumbs.length, crumbs.join(', ')).to.be.at.most(coreFiles().length / 10);
  });

  it('core imports neither plugins nor libs nor widgets', () => {
    expect(
      offences(
        coreFiles(),
        (_, to) => !/^(plugins|libs|widgets|test)\/|^#widgets|^@sidelight\/plugin-(?!api)/.test(to),
      ),
    ).to.deep.equal([]);
  });

  it('only the container, class constructors and tokens use tsyringe in core', () => {
    const users = sources('core').filter((path) => importsOf(read(path)).includes('tsyringe'));
    for (const path of users) {
      const source = read(path);
      const resolves = /\bcontainer\b\s*\.|(?<!\bPromise)\.resolve\(|\bregister\(/.test(source);
      expect(resolves && !/core\/(container|plugins\/context)\.ts$/.test(path), `${path} uses the container`).to.equal(
        false,
      );
    }
  });

  it('widgets import core/api and each other only', () => {
    expect(
      offences(sources('widgets'), (_, to) => to === '@sidelight/plugin-api' || to.startsWith('widgets/')),
    ).to.deep.equal([]);
  });

  for (const kind of ['plugins', 'libs']) {
    for (const id of folders(kind)) {
      it(`${kind}/${id} imports core/api, its own files and what it declares`, () => {
        const manifest = JSON.parse(read(`${kind}/${id}/package.json`)) as Manifest;
        const declared = Object.keys(manifest.dependencies ?? {});
        const forbidden = new Set(['express', 'knex', 'tsyringe', 'winston', 'croner']);
        expect(
          offences(sources(`${kind}/${id}/src`), (_, to) =>
            to.startsWith(`${kind}/${id}/`)
              ? true
              : !forbidden.has(to) && declared.some((name) => to === name || to.startsWith(`${name}/`)),
          ),
        ).to.deep.equal([]);
      });
    }
  }

  it('neither core nor widgets name a plugin', () => {
    // `--demo` is a flag of the daemon; the plugin behind it is named in config/demo.yaml alone.
    const ids = folders('plugins').filter((id) => id !== 'demo');
    expect(ids).to.not.have.lengthOf(0);
    const free = [...sources('core'), ...sources('widgets')].filter((path) => !path.startsWith(FORMATS));
    const named = free.flatMap((path) => {
      // The type of Glance's widgets has the name of a plugin.
      const source = read(path)
        .toLowerCase()
        .replace(path === 'widgets/packs/glance.ts' ? "type: 'custom-api'" : '', '');
      return ids.filter((id) => new RegExp(`\\b${id}\\b`).test(source)).map((id) => `${path} names ${id}`);
    });
    expect(named).to.deep.equal([]);
  });

  it('every plugin has the same files', () => {
    for (const id of folders('plugins')) {
      const manifest = JSON.parse(read(`plugins/${id}/package.json`)) as { name?: string };
      expect(manifest.name, `name of plugins/${id}`).to.equal(`@sidelight/plugin-${id}`);
      const source = read(`plugins/${id}/src/plugin.ts`);
      // One that makes no integrations asks nobody.
      const own = !/\bcreate\(/.test(source)
        ? ['plugin.ts']
        : /\blocal: true\b/.test(source)
          ? ['plugin.ts', 'map.ts']
          : ['plugin.ts', 'client.ts', 'upstream.ts', 'map.ts'];
      const present = readdirSync(join(root, 'plugins', id, 'src'));
      for (const name of own) expect(present, `plugins/${id}/src`).to.include(name);
      const rest = readdirSync(join(root, 'plugins', id));
      for (const name of ['README.md', 'package.json', 'tsconfig.json', 'test'])
        expect(rest, `plugins/${id}`).to.include(name);
      expect(source.split('\n').length - 1, `lines of plugins/${id}/src/plugin.ts`).to.be.at.most(60);
    }
  });

  it('no file is longer than 300 lines, and half of them have at most 80', () => {
    const lengths = ['core', 'widgets', 'plugins', 'libs', 'test', 'scripts']
      .flatMap((folder) => [...files(folder, '.ts'), ...files(folder, '.mjs')])
      .map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
    expect(lengths.filter(({ lines }) => lines > 300)).to.deep.equal([]);
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).to.be.at.most(80);
  });

  it('only the entry of a plugin has a default export', () => {
    const defaults = ['core', 'widgets', 'plugins', 'libs']
      .flatMap((folder) => sources(folder))
      .filter((path) => /^export default\b/m.test(read(path)));
    expect(defaults.filter((path) => !/^plugins\/[^/]+\/src\/plugin\.ts$/.test(path))).to.deep.equal([]);
  });
});
