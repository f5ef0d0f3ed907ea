/** A small plugin and its package in a temporary folder, so that each test can break one thing of it. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type AnyPlugin,
  definePlugin,
  downloadQueue,
  fill,
  type PluginContext,
  parse,
  Secret,
  Type,
} from '@sidelight/plugin-api';

const Version = Type.Object({ version: Type.String() });
const Items = Type.Array(Type.Object({ id: Type.String(), left: Type.Integer() }));

export const connect = ({ http }: Pick<PluginContext, 'http'>) => ({
  check: async (signal: AbortSignal) => parse(Version, (await http.get('/version', { signal })).data, 'GET /version'),
  tasks: [
    fill(downloadQueue, '15s', async (signal) => {
      const { data } = await http.get('/items', { signal });
      return parse(Items, data, 'GET /items').map(({ id, left }) => ({
        id,
        downloadKey: id,
        name: id,
        state: 'downloading' as const,
        sizeBytes: left,
        leftBytes: left,
        downBps: 0,
        upBps: 0,
      }));
    }),
  ],
});

export const samplePlugin = definePlugin({
  id: 'sample',
  title: 'Sample',
  config: Type.Object({ apiKey: Secret('Settings > Keys') }),
  create: (ctx) => connect(ctx),
});

/** The sample with some of it replaced. */
export const sampleWith = (change: Partial<AnyPlugin>): AnyPlugin => ({ ...samplePlugin, ...change });

const CONFIG = 'integration: { url: "http://sample.test", apiKey: secret-value }\n';

export const UPSTREAM = [
  { path: '/version', response: { version: '1.0' } },
  { path: '/items', response: [{ id: 'a', left: 7 }] },
];

const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: '@sidelight/plugin-sample',
    type: 'module',
    sidelight: { plugin: true },
    exports: './dist/src/plugin.js',
    dependencies: { '@sidelight/plugin-api': '^1.0.0' },
  }),
  'README.md': '# Sample\n\n```yaml\nintegrations:\n  sample: { url: "http://sample.test", apiKey: sample-key }\n```\n',
  'src/plugin.ts': 'export {};\n',
  'src/client.ts': 'export {};\n',
  'src/upstream.ts': 'export {};\n',
  'src/map.ts': 'export {};\n',
  'test/cases/ok/config.yaml': CONFIG,
  'test/cases/ok/upstream.json': JSON.stringify(UPSTREAM),
  'test/cases/empty/config.yaml': CONFIG,
  'test/cases/unauthorized/config.yaml': CONFIG,
  'test/cases/down/config.yaml': CONFIG,
  'test/cases/unexpected-payload/config.yaml': CONFIG,
};

/** Writes the package; `null` leaves a file out. Returns its folder, which the caller removes. */
export function samplePackage(changes: Readonly<Record<string, string | null>> = {}): string {
  const root = join(mkdtempSync(join(tmpdir(), 'sidelight-kit-')), 'sample');
  for (const [file, text] of Object.entries({ ...FILES, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
