/** A failure as a page, for whoever asked for one. */
import type { ErrorRequestHandler } from 'express';
import { ERRORS } from '../errors.js';
import { failureOf } from '../http/errors.js';
import { view } from './view.js';
import type { Web } from './web.js';

interface FailureData {
  readonly status: number;
  readonly message: string;
  readonly hint: string;
}

const failure = view<FailureData>('failure');

/** What is no page's failure, and what is none of our own errors, is left to the one shape of the API. */
export const failurePage =
  (web: Web): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const { status, code, message, headers } = failureOf(error);
    const isPage = web.deps.sessions.isOpen(req) && req.accepts(['json', 'html']) === 'html';
    if (status === 500 || res.headersSent || !isPage) return next(error);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    web.show(req, res, { view: failure, title: message, data: { status, message, hint: ERRORS[code].hint }, status });
  };
