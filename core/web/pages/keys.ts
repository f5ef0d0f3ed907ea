/** API keys. */
import { Router } from 'express';
import type { Web } from '../web.js';

export function keyPages(_web: Web): Router {
  return Router({ caseSensitive: true });
}
