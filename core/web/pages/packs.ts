/** Packs to download. */
import { Router } from 'express';
import type { Web } from '../web.js';

export function packPages(_web: Web): Router {
  return Router({ caseSensitive: true });
}
