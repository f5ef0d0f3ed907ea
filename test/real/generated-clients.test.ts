/** Clients that others generate from the document work against a daemon: in TypeScript, and in Python. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Daemon, root, startDaemon, until } from '../support/daemon.js';
import { demand, generateModels, generateTypes, installTools } from './client-tools.js';
import { runProgram } from './run-program.js';

const IN_TYPESCRIPT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'x-api-token': key } });

const { data } = await client.GET('/api/widgets/downloads', { params: { query: { limit: 3, source: ['demo'] } } });
const row: components['schemas']['WidgetsDownloadsItem'] | undefined = data?.items[0];
const tone: components['schemas']['Tone'] | undefined = row?.tone;
const id = row?.id ?? '';
const done = await client.POST('/api/widgets/downloads/pause', { body: { id, paused: true } });
const title = await client.GET('/api/item-summary/{id}', { params: { path: { id: 'demo:film-none' } } });
const code: components['schemas']['ErrorCode'] | undefined = title.error?.error.code;
// @ts-expect-error there is no such path
await client.GET('/api/widgets/nothing');
// @ts-expect-error what has to be given is missing
const refused = await client.POST('/api/widgets/downloads/pause', { body: { id } });
const told = [data?.items.length, tone, done.data?.ok, done.data?.action, code, refused.response.status];
process.stdout.write(JSON.stringify(told));
`;

const IN_PYTHON = `
import json, re, sys, urllib.error, urllib.request
import sidelight_api as api

url, key = sys.argv[1:]

def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"x-api-token": key, "content-type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)

def reader(name):
    return getattr(api, re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() + "_from_dict")

read = 0
for path, name in json.load(sys.stdin):
    reader(name)(ask(path))
    read += 1

downloads = api.widgets_downloads_from_dict(ask("/api/widgets/downloads?limit=3"))
row = downloads.items[0]
assert isinstance(row, api.WidgetsDownloadsItem) and isinstance(row.tone, api.Tone), row
assert isinstance(downloads.source_state, api.PayloadState), downloads.source_state
stopped = next(one for one in ask("/api/widgets/downloads?limit=100")["items"] if one["state"] == "paused")
body = api.WidgetsDownloadsPauseBody(id=stopped["id"], paused=False)
done = api.action_done_from_dict(ask("/api/widgets/downloads/pause", api.widgets_downloads_pause_body_to_dict(body)))
gone = api.error_from_dict(ask("/api/item-summary/demo:film-none"))
json.dump([read, len(downloads.items), row.tone.value, done.ok, done.action, gone.error.code.value], sys.stdout)
`;

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly Parameter[];
            readonly responses: Readonly<Record<string, { readonly content?: Json }>>;
          }
        >
      >
    >
  >;
}
interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: { readonly examples?: readonly string[] };
}
type Json = Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;

describe('a client that is generated from the document', () => {
  let daemon: Daemon;
  let key: string;
  let folder: string;
  let document: Document;

  before(async () => {
    daemon = await startDaemon({ flags: ['--demo'] });
    key = daemon.key('full');
    const { text, json } = await daemon.get('/openapi.json');
    document = json as unknown as Document;
    folder = mkdtempSync(join(tmpdir(), 'sidelight-clients-'));
    installTools(folder, text);
    await until(
      () => daemon.get('/api/widgets/downloads', key),
      (answer) => (answer.json['items'] as readonly unknown[]).length >= 3,
    );
  });
  after(async () => {
    await daemon?.dispose();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it('in TypeScript has a type for everything, and acts', () => {
    generateTypes(folder);
    writeFileSync(join(folder, 'use.ts'), IN_TYPESCRIPT);
    const modules = join(root, 'node_modules');
    const flags = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--outDir', 'out'];
    const types = ['--typeRoots', join(modules, '@types'), '--types', 'node'];
    demand('tsc', runProgram(join(modules, '.bin', 'tsc'), [...flags, ...types, 'use.ts'], { cwd: folder }));
    const told = demand('the client', runProgram(process.execPath, ['out/use.js', daemon.url, key], { cwd: folder }));
    const [length, tone, ...rest] = JSON.parse(told) as unknown[];
    expect(length).to.equal(3);
    expect(['good', 'attention', 'bad', 'muted']).to.include(tone);
    expect(rest).to.deep.equal([true, 'download.pause', 'not_found', 400]);
  });

  it('in Python reads what every route answers, and acts', () => {
    generateModels(folder);
    writeFileSync(join(folder, 'use.py'), IN_PYTHON);
    const input = JSON.stringify(readable(document));
    const told = demand(
      'the client',
      runProgram('/usr/bin/python3', ['use.py', daemon.url, key], { cwd: folder, input }),
    );
    const [read, length, tone, ...rest] = JSON.parse(told) as unknown[];
    expect(read).to.be.greaterThan(30);
    expect(length).to.equal(3);
    expect(['good', 'attention', 'bad', 'muted']).to.include(tone);
    expect(rest).to.deep.equal([true, 'download.pause', 'not_found']);
  });

  it('has no more classes than there are names', () => {
    const python = readFileSync(join(folder, 'sidelight_api.py'), 'utf8');
    const classes = [...python.matchAll(/^class (\w+)/gm)].map(([, name]) => name);
    expect(classes).to.include.members(['Tone', 'SourceState', 'WidgetsDownloadsItem', 'ErrorCode']);
    const { schemas } = (document as unknown as { components: { schemas: object } }).components;
    expect(classes.length).to.be.at.most(Object.keys(schemas).length);
  });
});

/** Every route with an address of its own, with the name of what it answers. What must be asked is asked as the document shows. */
const readable = ({ paths }: Document): readonly (readonly [path: string, name: string])[] =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const ref = get?.responses['200']?.content?.['application/json']?.schema.$ref;
    return ref === undefined || path.includes('{') || path === '/openapi.json'
      ? []
      : [[path + queryOf(get?.parameters), ref.split('/').pop() ?? ''] as const];
  });

const queryOf = (parameters: readonly Parameter[] = []): string =>
  parameters
    .filter(({ required, in: place }) => required === true && place === 'query')
    .map(({ name = '', schema }) => `?${name}=${schema?.examples?.[0] ?? ''}`)
    .join('');
