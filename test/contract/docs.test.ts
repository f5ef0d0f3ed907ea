/** What the documentation names is there: files, headings, routes, errors, commands, settings, packs. */
import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { commands } from '#core/cli/commands.js';
import { coreSchema } from '#core/config/core-schema.js';
import { ERRORS } from '#core/ground/errors.js';
import { silentLog } from '#core/ground/log.js';
import { Packs } from '#core/packs/packs.js';
import { apiRoutes } from '#core/rest/routes.js';
import { EVENT_TYPES } from '#core/settings/settings.js';
import { Catalog } from '#core/widgets/catalog.js';
import { loadFolder } from '#core/widgets/load-folder.js';
import { Registry } from '#core/widgets/registry.js';
import { root } from '../support/daemon.js';
import { type Document, documentAt, documents, otherDocuments } from '../support/documents.js';

const docs = documents();
/** It has a service of its own. */
const FOREIGN_ROUTES = /^docs\/(writing-a-plugin|testing|custom-api)\.md/;
const everything = docs.map(({ path, spans, blocks }) => ({
  path,
  code: [...spans, ...blocks.map(({ text }) => text)],
}));

/** Every match in the code of a document that `isWrong` finds wrong. */
function wrong(pattern: RegExp, isWrong: (found: readonly string[]) => boolean): readonly string[] {
  return everything.flatMap(({ path, code }) =>
    code
      .flatMap((text) => [...text.matchAll(pattern)])
      .filter((match) => isWrong(match))
      .map(([whole]) => `${path}: ${whole}`),
  );
}

function brokenLinks({ path, links, anchors }: Document): readonly string[] {
  return links.filter((link) => {
    if (/^(https?|mailto):/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = join(dirname(path), file);
    if (file !== '' && !existsSync(join(root, target))) return true;
    if (anchor === undefined) return false;
    return !(file === '' ? anchors : documentAt(target).anchors).has(anchor);
  });
}

describe('the documentation', () => {
  let registry: Registry;
  before(async () => {
    registry = new Registry(silentLog);
    registry.add('core', await loadFolder(join(root, 'widgets', 'dist')));
  });

  for (const document of [...docs, ...otherDocuments()]) {
    it(`${document.path}: every link leads somewhere`, () => {
      expect(brokenLinks(document)).to.deep.equal([]);
    });
  }

  it('begins each page with its title, and no page has a second one', () => {
    const untitled = docs.filter(
      ({ text }) => !/^# \S/.test(text) || (text.replace(/```[\s\S]*?```/g, '').match(/^# /gm) ?? []).length > 1,
    );
    expect(untitled.map(({ path }) => path)).to.deep.equal([]);
  });

  it('lists every page in the index', () => {
    const { links } = documentAt('docs/README.md');
    const listed = new Set(links.map((link) => join('docs', link.split('#')[0] ?? '')));
    const missing = docs.map(({ path }) => path).filter((path) => !['README.md', 'docs/README.md'].includes(path));
    expect(missing.filter((path) => !listed.has(path))).to.deep.equal([]);
  });

  it('names routes that are there', () => {
    const catalog = new Catalog(registry, { now: () => new Date() });
    const paths = new Set(apiRoutes({ registry, catalog }).map(({ path }) => path));
    const isRoute = (path: string): boolean => paths.has(path) || /^\/api(\/webhooks\/[^/]+)?$/.test(path);
    const missing = wrong(/(?<![\w.])\/api(?:\/[\w<:>-]+)*/g, ([path = '']) => !isRoute(path));
    expect(missing.filter((found) => !FOREIGN_ROUTES.test(found))).to.deep.equal([]);
  });

  it('names packs and files of packs that are there', async () => {
    const packs = await new Packs(registry, silentLog).list('http://sidelight.example.org', { choice: 'all' });
    const files = new Set(packs.flatMap(({ archive, files: own }) => [archive, ...own.map(({ path }) => path)]));
    const ids = new Set(packs.map(({ id }) => id));
    expect(wrong(/(?<![\w.])\/widgets\/([\w./-]+)/g, ([, path = '']) => !files.has(path))).to.deep.equal([]);
    expect(wrong(/sidelight packs ([a-z]\S*)/g, ([, id = '']) => !ids.has(id))).to.deep.equal([]);
  });

  it('names commands that are there', () => {
    const known = (name: string): boolean => name in commands || name.startsWith('-');
    expect(wrong(/npx sidelight ([\w-]+)/g, ([, name = '']) => !known(name))).to.deep.equal([]);
    const sub = (name: string, ...words: readonly string[]): readonly string[] =>
      wrong(new RegExp(`npx sidelight ${name} ([\\w]+)`, 'g'), ([, word = '']) => !words.includes(word));
    expect([...sub('keys', 'create', 'list', 'revoke', 'scope'), ...sub('admin', 'token', 'reset')]).to.deep.equal([]);
  });

  it('names settings that are there', () => {
    const sections = coreSchema.properties as Readonly<Record<string, { readonly properties?: object }>>;
    const isMissing = ([, section = '', name = '']: readonly string[]): boolean => {
      const own = sections[section]?.properties;
      return own !== undefined && !(name in own);
    };
    const spans = docs
      .filter(({ path }) => !FIELDS_AND_PORTS.has(path))
      .flatMap(({ path, spans: own }) => own.map((span) => ({ path, match: /^(\w+)\.([a-z]\w*)\b/i.exec(span) })));
    expect(spans.some(({ match }) => match?.[0] === 'server.basePath')).to.equal(true);
    expect(spans.filter(({ match }) => match !== null && !EVENTS.has(match[0]) && isMissing(match))).to.deep.equal([]);
  });

  it('names errors that are there', () => {
    const codes = docs
      .filter(({ path }) => /\/(errors|troubleshooting|keys|webhooks|security|dashboards\/.*)\.md$/.test(path))
      .flatMap(({ path, spans }) =>
        spans.filter((span) => /^[a-z]+(_[a-z]+)+$/.test(span)).map((span) => ({ path, span })),
      );
    expect(codes.map(({ span }) => span)).to.include.members(['no_key', 'malformed_key', 'rate_limit', 'port_in_use']);
    const isForeign = (span: string): boolean => OTHER_NAMES.has(span) || /^sidelight_/.test(span);
    expect(codes.filter(({ span }) => !(span in ERRORS) && !isForeign(span))).to.deep.equal([]);
  });
});

const EVENTS: ReadonlySet<string> = new Set(EVENT_TYPES);
/** What has dots there are fields of payloads and ports. */
const FIELDS_AND_PORTS = new Set(['docs/routes.md', 'docs/plugin-api.md', 'docs/writing-a-plugin.md']);
/** With an underscore, and of somebody else. */
const OTHER_NAMES = new Set(['pg_dump', 'pg_restore', 'scrape_configs']);
