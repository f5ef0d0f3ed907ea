/** First run, sign-in, sign-out. */
import { Router } from 'express';
import type { Web } from '../web.js';

export function signInPages(_web: Web): Router {
  return Router({ caseSensitive: true });
}
