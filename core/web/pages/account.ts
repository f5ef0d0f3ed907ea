/** The administrator’s own settings. */
import { Router } from 'express';
import type { Web } from '../web.js';

export function accountPages(_web: Web): Router {
  return Router({ caseSensitive: true });
}
