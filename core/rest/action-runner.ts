/** Performs an action on the integration that its target names. */
import type { ActionHandler, AnyAction } from '@sidelight/plugin-api';
import { codeOf, type ErrorCode, factOf, messageOf, redact } from '@sidelight/plugin-api/errors';
import { perform, wrongId } from '@sidelight/plugin-api/host';
import { CodedError, type ErrorId } from '../ground/errors.js';
import type { Source, Sources } from '../plugins/source.js';
import { bounded } from '../time/deadline.js';
import type { HttpDeps } from './deps.js';

/** The answer to an action that was done. */
export interface Done {
  readonly ok: true;
  readonly source: string;
  readonly action: string;
  readonly at: string;
}

export type ActionBody = Readonly<Record<string, unknown>>;
type Deps = Pick<HttpDeps, 'settings' | 'sources' | 'engine' | 'reader' | 'clock' | 'log'>;

/** Dashboards give up after 5 s: the upstream gets 3, the refresh what is left of 3.8. */
const UPSTREAM_MS = 3_000;
const ANSWER_MS = 3_800;

const CODES: Readonly<Record<ErrorCode, ErrorId>> = {
  not_found: 'not_found',
  refused: 'conflict',
  auth_failed: 'upstream',
  unreachable: 'upstream',
  bad_response: 'upstream',
};

export class ActionRunner {
  private readonly never = new AbortController().signal;

  constructor(private readonly deps: Deps) {}

  /** @throws bad_request, not_found, conflict, upstream */
  async run(action: AnyAction, body: ActionBody): Promise<Done> {
    const began = this.deps.clock.now().getTime();
    const { source, id } = this.locate(action, body);
    const touched = action.touches.map((port) => port.id);
    try {
      await this.perform(action, source, { ...body, [action.target]: id }, id);
    } finally {
      // One that failed may have been done all the same.
      this.deps.reader.outdate(source.id, touched);
    }
    const at = this.deps.clock.now();
    await this.refresh(touched, source, ANSWER_MS - (at.getTime() - began));
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
    if (handler === undefined) throw new CodedError('conflict', `${source.id} does not support ${action.id}`);
    const odd = wrongId(handler, source.id, id);
    if (odd !== undefined) throw new CodedError('bad_request', odd);
    if (!engine.mayAsk(source.id)) {
      throw new CodedError('upstream', `${source.id}: ${this.shown(engine.of(source.id).fact ?? 'not reachable now')}`);
    }
    const absent = await this.ask(action, source, (signal) => perform(handler, source.id, input, signal));
    if (absent !== undefined) throw new CodedError('not_found', this.shown(absent));
  }

  private async ask<T>(action: AnyAction, source: Source, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, engine } = this.deps;
    const deadlineMs = Math.min(source.timeoutMs, UPSTREAM_MS);
    try {
      const result = await bounded({ clock, deadlineMs, signal: this.never, what: action.id }, call);
      engine.report(source.id, null);
      return result;
    } catch (error) {
      const code = codeOf(error);
      engine.report(source.id, CODES[code] === 'upstream' ? error : null);
      // Who asks for an action can do nothing about the config.
      throw new CodedError(CODES[code], `${source.id}: ${this.shown(factOf(error))}`, { cause: error });
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
  const which = named === '' ? 'no integration can do this at present' : `of these: ${named}`;
  throw new CodedError('bad_request', `"${action.target}" must be <integration>:<id>, ${which}`);
}

const handlerOf = ({ integration }: Source, action: AnyAction): ActionHandler | undefined =>
  integration?.actions?.find((candidate) => candidate.action.id === action.id);
