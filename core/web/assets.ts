/** Styles, scripts and pictures of the pages, below /assets. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { installation } from '../installation.js';

const folder = join(installation, 'core', 'web', 'assets');
const stylesheet = createRequire(import.meta.url).resolve('@picocss/pico/css/pico.min.css');
/** A browser asks each time, and is told that nothing changed: no page ever shows with the styles of another version. */
const options = { maxAge: 0, index: false, redirect: false };

export function assetRouter(): Router {
  const router = Router({ caseSensitive: true });
  router.get('/assets/pico.css', sends(stylesheet));
  router.get('/favicon.ico', sends(join(folder, 'icon.svg')));
  router.use('/assets', express.static(folder, options));
  return router;
}

const sends =
  (file: string): RequestHandler =>
  (_req, res, next) =>
    res.sendFile(file, options, (error?: Error) => (error === undefined ? undefined : next(error)));
