/** `/widgets/`: the packs, for everyone who can reach Sidelight. */
import { Router } from 'express';
import { type PackSection, packSection } from '../packs/pack-section.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface PacksData {
  readonly packs: PackSection;
}

/** Of every page that shows the packs. */
export const PACKS_ASSETS = ['sections.css', 'packs.css'] as const;

const packs = view<PacksData>('packs');

export function packPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/widgets', (req, res) => {
    const data = { packs: packSection(web, req) };
    const status = data.packs.fault === null ? 200 : 400;
    web.show(req, res, { view: packs, title: 'Packs', data, status, assets: PACKS_ASSETS });
  });
  return router;
}
