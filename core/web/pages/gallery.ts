/** Every widget as a tile with live data: a page of its own, and one tile at a time for its script. */
import { Router } from 'express';
import { type GalleryData, type GalleryTile, galleryOf, tileOf } from '../gallery/gallery.js';
import { render, view } from '../view.js';
import type { Web } from '../web.js';

const page = view<{ readonly gallery: GalleryData }>('gallery-page');
const tile = view<GalleryTile>('tile');

/** What a page that shows the gallery links. */
export const GALLERY_ASSETS = ['gallery.css', 'gallery.js'] as const;

export function galleryPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/settings/gallery', web.members, async (req, res) => {
    const data = { gallery: await galleryOf(web, req) };
    web.show(req, res, { view: page, title: 'Gallery', data, assets: GALLERY_ASSETS });
  });
  router.get('/settings/gallery/:id', web.members, async (req, res) => {
    const html = render(tile, await tileOf(web, String(req.params['id'])));
    res.set('Cache-Control', 'no-store').type('html').send(html);
  });
  return router;
}
