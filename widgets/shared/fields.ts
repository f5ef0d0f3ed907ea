/** Field shorthands of payloads: a response schema should read like a table. */
import { entityId, IsoTime, nullable, oneOf, Type, titled } from '@sidelight/plugin-api';

const described = (description?: string) => (description === undefined ? {} : { description });

export const text = (description?: string) => Type.String(described(description));
export const int = (description?: string) => Type.Integer(described(description));
export const num = (description?: string) => Type.Number(described(description));
export const flag = (description?: string) => Type.Boolean(described(description));
export const time = (description?: string) => Type.String({ ...IsoTime(), ...described(description) });
/** A time that has to be there and that a source cannot tell. */
export const NO_TIME = new Date(0).toISOString();
export const object = Type.Object;
export { entityId, nullable, oneOf, titled };

/** The string twin of an `ok` flag: dashboards draw booleans as blanks. */
export const okStatus = () => titled('CheckStatus', oneOf('ok', 'check'));
export const okFacts = (ok: boolean) => ({ ok, status: ok ? ('ok' as const) : ('check' as const) });

/** Whether a service is configured and answers. */
export const linkStatus = () => titled('LinkStatus', oneOf('Online', 'Offline', 'Down'));

/** What a row says on its right where nothing can be told. */
export const NO_LABEL = '–';

export const method = () => titled('PlayMethod', oneOf('direct', 'remux', 'transcode', 'unknown'));
export const jobState = () => titled('JobState', oneOf('idle', 'running', 'cancelling', 'unknown'));
export const jobResult = () =>
  titled('JobResult', oneOf('completed', 'failed', 'cancelled', 'aborted', 'never', 'unknown'));
export const words = (description?: string) => Type.Array(Type.String(), described(description));
