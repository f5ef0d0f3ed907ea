/** Every widget as a tile with live data. */
import { Router } from 'express';
import type { Web } from '../web.js';

export function galleryPages(_web: Web): Router {
  return Router({ caseSensitive: true });
}
