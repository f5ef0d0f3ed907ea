/** What Sidelight is connected to. */
import { Router } from 'express';
import type { Web } from '../web.js';

export function sourcePages(_web: Web): Router {
  return Router({ caseSensitive: true });
}
