/** The documentation. */
import { Router } from 'express';
import type { Web } from '../web.js';

export function docsPages(_web: Web): Router {
  return Router({ caseSensitive: true });
}
