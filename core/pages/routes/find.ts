/** `/settings/sources/find`: what runs at hosts that somebody names, to be connected. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import { Router } from 'express';
import { isRecord } from '../../ground/path.js';
import { type FoundService, findServices, MOST_HOSTS, type Target, targetsIn } from '../../plugins/find-services.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';

interface ServiceView {
  /** Its name, with its version where it is known. */
  readonly title: string;
  readonly url: string;
  /** Which secrets it needs, and where they are; '' for none. */
  readonly needs: string;
  /** The integration that it is already; null: none. */
  readonly id: string | null;
  readonly href: string;
}

interface SearchView {
  readonly tried: number;
  readonly of: number;
  readonly running: boolean;
  readonly services: readonly ServiceView[];
}

interface FindData {
  readonly hosts: string;
  readonly fault: string;
  readonly most: number;
  /** null: none was begun. */
  readonly search: SearchView | null;
}

const PATH = '/settings/sources/find';
const page = view<FindData>('find');
const list = view<FindData>('find-list');
const ASSETS = ['status.css', 'sections.css', 'integrations.css', 'live.js'];

/** One at a time: whoever begins another ends the one before. */
class Search {
  tried = 0;
  of = 0;
  running = true;
  readonly services: FoundService[] = [];
  private readonly ending = new AbortController();

  constructor(
    readonly hosts: string,
    targets: readonly Target[],
    plugins: readonly AnyPlugin[],
  ) {
    const finding = {
      signal: this.ending.signal,
      progress: (tried: number, of: number): void => void Object.assign(this, { tried, of }),
      found: (service: FoundService): void => void this.services.push(service),
    };
    void findServices(targets, plugins, finding).finally(() => {
      this.running = false;
    });
  }

  end(): void {
    this.ending.abort();
  }
}

export function findPages(web: Web): Router {
  const { deps } = web;
  const router = Router({ caseSensitive: true });
  let search: Search | undefined;
  const dataOf = (fault = '', hosts = search?.hosts ?? ''): FindData => ({
    hosts,
    fault,
    most: MOST_HOSTS,
    search: search === undefined ? null : searchView(web, search),
  });

  router.use(PATH, web.members);
  router.get(PATH, (req, res) => {
    web.show(req, res, { view: page, title: 'Find services', data: dataOf(), assets: ASSETS });
  });
  router.get(`${PATH}/list`, (req, res) => {
    web.show(req, res, { view: list, title: 'Find services', data: dataOf() });
  });
  router.post(PATH, (req, res) => {
    const hosts = field(req, 'hosts');
    const { targets, fault } = targetsIn(hosts);
    if (fault !== undefined) {
      const data = dataOf(fault, hosts);
      return web.show(req, res, { view: page, title: 'Find services', data, assets: ASSETS, status: 422 });
    }
    search?.end();
    search = new Search(hosts, targets, deps.services.host.plugins());
    web.goTo(res, PATH);
  });
  return router;
}

function searchView({ deps }: Web, { tried, of, running, services }: Search): SearchView {
  const connected = new Map(
    deps.settings.integrations.flatMap(({ id, url }) => (url === undefined ? [] : [[placeOf(url), id]])),
  );
  return {
    tried,
    of,
    running,
    services: services.map(({ plugin, version, url }) => ({
      title: [plugin.title, version].filter((part) => part !== undefined).join(' '),
      url,
      needs: needsOf(plugin),
      id: connected.get(placeOf(url)) ?? null,
      href: `/settings/sources/add/${plugin.id}?url=${encodeURIComponent(url)}`,
    })),
  };
}

const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** "its API key (Settings > General)", as its own config describes it. */
function needsOf({ config }: AnyPlugin): string {
  const required = new Set<string>((config['required'] ?? []) as readonly string[]);
  const properties: Readonly<Record<string, unknown>> = config.properties;
  return Object.entries(properties)
    .flatMap(([name, schema]) => {
      if (!isRecord(schema) || schema['writeOnly'] !== true || !required.has(name)) return [];
      return [String(schema['description'] ?? name).replace(/^./, (first) => first.toLowerCase())];
    })
    .join(', ');
}
