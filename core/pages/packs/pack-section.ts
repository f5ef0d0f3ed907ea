/** The packs as pages show them: what each is for, where its files are, and the address that is written into them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Request, Router } from 'express';
import { installation } from '../../ground/installation.js';
import { baseUrlOf, EXPECTED, parsed } from '../../http/base-url.js';
import { exchangeOf } from '../../http/exchange.js';
import { choiceIn, choiceText } from '../../packs/choice.js';
import type { ComposedPack } from '../../packs/compose-packs.js';
import { isFromElsewhere } from '../../packs/wanted-address.js';
import { view } from '../view.js';
import type { Web } from '../web.js';
import { type Choices, choicesOf } from './choices.js';

export interface PackSection {
  /** What is written into the files. */
  readonly baseUrl: string;
  /** What was typed, whether it is an address or not. */
  readonly typed: string;
  readonly fault: string | null;
  /** A link of another site named an address, which does not count. */
  readonly isIgnored: boolean;
  /** In the addresses of the files; '' where it is the usual choice. */
  readonly widgets: string;
  readonly packs: readonly PackView[];
}

interface PackView {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** The one file, or all of them in one. */
  readonly download: FileLink;
  /** Empty where there is one file only. */
  readonly files: readonly FileLink[];
  /** The page that goes through it step by step; null where there is none. */
  readonly guide: string | null;
}

interface FileLink {
  readonly name: string;
  /** To look at. */
  readonly href: string;
  /** To keep. */
  readonly saveAs: string;
}

/** Without what is empty; '' where nothing is left. */
function queryOf(values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** @throws bad_request when neither the config nor the request tells an address */
export async function packSection(web: Web, req: Request): Promise<PackSection> {
  const typed = String(req.query['baseUrl'] ?? '').trim();
  const isIgnored = typed !== '' && isFromElsewhere(req, web.deps.settings.server.publicUrl);
  const asked = isIgnored ? '' : typed;
  const wanted = parsed(asked);
  const isWrong = asked !== '' && wanted === undefined;
  const baseUrl = wanted ?? ownAddress(web, req);
  const choice = choiceIn(req.query['widgets']);
  const query = queryOf({ baseUrl: wanted ?? '', widgets: choiceText(choice) });
  const stranger = web.visitor(req) === null ? exchangeOf(req).address : undefined;
  const packs = await web.deps.packs.list(baseUrl, { stranger, choice });
  return {
    baseUrl,
    typed: isWrong ? asked : baseUrl,
    fault: isWrong ? `Write ${EXPECTED}` : null,
    isIgnored,
    widgets: choiceText(choice),
    packs: packs.map((pack) => packView(pack, web.base, query)),
  };
}

/**
 * What the config or the request says, whatever somebody put into a link: the only address that a key is ever written beside.
 * @throws bad_request
 */
export const ownAddress = ({ deps }: Web, { protocol, host }: Request): string =>
  baseUrlOf({ query: {}, protocol, host }, deps.settings.server);

function packView({ id, title, summary, files, archive }: ComposedPack, base: string, query: string): PackView {
  const link = (path: string): FileLink => {
    const href = `${base}/widgets/${path}${query}`;
    const name = path.slice(path.lastIndexOf('/') + 1);
    return { name, href, saveAs: `${href}${query === '' ? '?' : '&'}download` };
  };
  const guide = guides().find((name) => id === name || id.startsWith(`${name}-`));
  return {
    id,
    title,
    summary,
    download: link(archive ?? files[0]?.path ?? ''),
    files: archive === null ? [] : files.map(({ path }) => link(path)),
    guide: guide === undefined ? null : `${base}/docs/dashboards/${guide}`,
  };
}

let known: readonly string[] | undefined;

/** Names of the pages about dashboards; a dashboard of two versions has one: `homarr`. */
function guides(): readonly string[] {
  const folder = join(installation, 'docs', 'dashboards');
  known ??= existsSync(folder) ? readdirSync(folder).flatMap((file) => /^([a-z0-9-]+)\.md$/.exec(file)?.[1] ?? []) : [];
  return known;
}

interface PacksData {
  readonly packs: PackSection;
  readonly choices: Choices;
}

/** Of every page that shows the packs. */
export const PACKS_ASSETS = ['sections.css', 'packs.css'] as const;

const page = view<PacksData>('packs');

/** `/widgets/`: the packs, for everyone who can reach Sidelight. */
export function packPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/widgets', async (req, res) => {
    const packs = await packSection(web, req);
    const other = packs.baseUrl === ownAddress(web, req) ? '' : packs.baseUrl;
    const choices = await choicesOf(web, req, choiceIn(packs.widgets), other);
    const status = packs.fault === null ? 200 : 400;
    const data = { packs, choices };
    web.show(req, res, { view: page, title: 'Packs', data, status, assets: PACKS_ASSETS });
  });
  return router;
}
