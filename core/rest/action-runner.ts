/** Performs an action on the integration that its target names. */
import type { ActionHandler, AnyAction } from '@sidelight/plugin-api';
import { codeOf, type ErrorCode, factOf, isUnanswered, messageOf, redact } from '@sidelight/plugin-api/errors';
import { perform, wrongId } from '@sidelight/plugin-api/host';
import { CodedError, type ErrorId } from '../ground/errors.js';
import { CORE } from '../ops/notices.js';
import type { Source, Sources } from '../plugins/source.js';
import { bounded } from '../time/deadline.js';
import type { HttpDeps } from './deps.js';
import { knownTarget } from './known-target.js';

/** The answer to an action that was done. */
export interface Done {
  readonly ok: true;
  readonly source: string;
  readonly action: string;
  readonly at: string;
}

export type ActionBody = Readonly<Record<string, unknown>>;
type Deps = Pick<HttpDeps, 'settings' | 'sources' | 'engine' | 'reader' | 'cache' | 'clock' | 'log' | 'ownActions'>;

/**
 * Dashboards give up after 5 s, so an action that is done by then is answered within 3.8 s, its refresh included. One that
 * takes longer is waited for as long as the entry's `timeout` says: what was sent had better be known. Its refresh gets
 * a moment all the same.
 */
const ANSWER_MS = 3_800;
const REFRESH_MS = 800;

/** What is gone is no matter of routes. */
const GONE = { hint: 'It ended or was removed in the meantime: read the widget again.' };

const CODES: Readonly<Record<ErrorCode, ErrorId>> = {
  not_found: 'not_found',
  refused: 'conflict',
  auth_failed: 'upstream',
  unreachable: 'upstream',
  bad_response: 'upstream',
};

export const isOutcomeUnknown = (error: unknown): error is CodedError =>
  error instanceof CodedError && error.code === 'outcome_unknown';

export class ActionRunner {
  private readonly never = new AbortController().signal;

  constructor(private readonly deps: Deps) {}

  /**
   * @param by the name of the key
   * @throws bad_request, not_found, conflict, upstream, outcome_unknown
   */
  async run(action: AnyAction, body: ActionBody, by: string): Promise<Done> {
    const own = this.deps.ownActions.get(action.id);
    if (own !== undefined) {
      await own(body, by);
      return { ok: true, source: CORE, action: action.id, at: this.deps.clock.now().toISOString() };
    }
    const began = this.deps.clock.now().getTime();
    const { source, id } = this.locate(action, body);
    const touched = action.touches.map((port) => port.id);
    const failed = await this.perform(action, source, { ...body, [action.target]: id }, id).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    // One that failed may have been done all the same.
    this.deps.reader.outdate(source.id, touched);
    const at = this.deps.clock.now();
    if (failed === undefined || isOutcomeUnknown(failed.error)) {
      await this.refresh(touched, source, Math.max(REFRESH_MS, ANSWER_MS - (at.getTime() - began)));
    }
    if (failed !== undefined) throw failed.error;
    return { ok: true, source: source.id, action: action.id, at: at.toISOString() };
  }

  private locate(action: AnyAction, body: ActionBody): { readonly source: Source; readonly id: string } {
    const { sources } = this.deps;
    const { source: name, id } = targetOf(action, body, sources);
    const source = sources.get(name);
    if (source === undefined) throw new CodedError('not_found', `There is no integration "${name}"`);
    return { source, id };
  }

  private async perform(action: AnyAction, source: Source, input: ActionBody, id: string): Promise<void> {
    const { engine } = this.deps;
    if (source.integration === null) throw new CodedError('upstream', `${source.id} could not be started`);
    const handler = handlerOf(source, action);
    if (handler === undefined) throw unsupported(action, source);
    const odd = wrongId(handler, source.id, id);
    if (odd !== undefined) throw new CodedError('bad_request', odd);
    if (!engine.mayAsk(source.id)) {
      throw new CodedError('upstream', `${source.id}: ${this.shown(engine.of(source.id).fact ?? 'not reachable now')}`);
    }
    const absent = await this.ask(action, source, handler, input);
    if (absent !== undefined) throw new CodedError('not_found', this.shown(absent), GONE);
  }

  private async ask(
    action: AnyAction,
    source: Source,
    handler: ActionHandler,
    input: ActionBody,
  ): Promise<string | undefined> {
    const { clock, engine } = this.deps;
    const bounds = { clock, deadlineMs: source.timeoutMs, signal: this.never, what: action.id };
    let begun = false;
    const find = knownTarget(handler, source, this.deps);
    const watched: ActionHandler = {
      ...handler,
      ...(find === undefined ? {} : { find }),
      run(...args) {
        begun = true;
        return handler.run(...args);
      },
    };
    try {
      const absent = await bounded(bounds, (signal) => perform(watched, source.id, input, signal));
      engine.report(source.id, null);
      return absent;
    } catch (error) {
      // Nothing is known of the upstream either: the refresh that follows tells.
      if (begun && isUnanswered(error)) {
        const message = `${source.id}: sent, outcome unknown (${this.shown(factOf(error))})`;
        throw new CodedError('outcome_unknown', message, { cause: error });
      }
      const code = codeOf(error);
      engine.report(source.id, CODES[code] === 'upstream' ? error : null);
      // Who asks for an action can do nothing about the config.
      const hint = code === 'not_found' ? GONE : {};
      throw new CodedError(CODES[code], `${source.id}: ${this.shown(factOf(error))}`, { cause: error, ...hint });
    }
  }

  /** The action is done whatever becomes of this: the next scheduled run shows it at the latest. */
  private async refresh(touched: readonly string[], source: Source, deadlineMs: number): Promise<void> {
    const tasks = (source.integration?.tasks ?? [])
      .filter((task) => task.fills.some((port) => touched.includes(port.id)))
      .map((task) => task.id);
    if (tasks.length === 0) return;
    const { clock, engine, log } = this.deps;
    try {
      await bounded({ clock, deadlineMs, signal: this.never, what: `refresh of ${source.id}` }, () =>
        engine.runNow(source.id, tasks),
      );
    } catch (error) {
      log.debug('an action was answered before its refresh', { source: source.id, error: messageOf(error) });
    }
  }

  private shown(text: string): string {
    return redact(text, this.deps.settings.secrets);
  }
}

/** `<integration>:<id>`, or a bare id beside a field `sourceId`; never a guess. Upstream ids may hold colons themselves. */
function targetOf(
  action: AnyAction,
  body: ActionBody,
  sources: Pick<Sources, 'all' | 'get'>,
): { readonly source: string; readonly id: string } {
  const text = String(body[action.target]);
  const sourceId = body['sourceId'];
  const colon = text.indexOf(':');
  const prefix = text.slice(0, Math.max(0, colon));
  const isBare = typeof sourceId === 'string' && prefix !== sourceId && sources.get(prefix) === undefined;
  if (isBare) return { source: sourceId, id: text };
  if (typeof sourceId === 'string' && prefix !== sourceId) {
    throw new CodedError('bad_request', `"${action.target}" and "sourceId" name different integrations`);
  }
  const id = text.slice(colon + 1);
  if (colon > 0 && id !== '') return { source: prefix, id };
  const able = sources.all().filter((one) => handlerOf(one, action) !== undefined);
  const named = able.map((one) => one.id).join(', ');
  const which = named === '' ? 'no integration can do this at the moment' : `of these: ${named}`;
  throw new CodedError('bad_request', `"${action.target}" must be <integration>:<id>, ${which}`);
}

/** It is not the state of the upstream that is in the way. */
function unsupported({ id, summary }: AnyAction, source: Source): CodedError {
  const own = (source.integration?.actions ?? []).map(({ action }) => action.id);
  const has = own.length === 0 ? 'it supports no actions' : `it supports: ${own.join(', ')}`;
  const hint = 'Choose an action of this integration, or the row of another one; GET /api/widgets lists every route.';
  return new CodedError('conflict', `${source.id} does not support ${id} (${summary}): ${has}`, { hint });
}

const handlerOf = ({ integration }: Source, action: AnyAction): ActionHandler | undefined =>
  integration?.actions?.find((candidate) => candidate.action.id === action.id);
