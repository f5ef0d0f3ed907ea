/** Before a key of scope `full`: whoever is signed in proves once more that they are who they were. An open browser is no proof. */
import type { Request, Response } from 'express';
import { PROOF_MS } from '../../auth/oidc.js';
import { CodedError } from '../../ground/errors.js';
import { exchangeOf } from '../../http/exchange.js';
import { OIDC, OWN, PROXY, type Visitor } from '../../settings/settings.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';

interface ProofData {
  /** How they can prove it. */
  readonly by: 'password' | 'oidc' | 'command';
  /** Where the password is kept; '' for here. */
  readonly via: string;
  /** The form that was sent, to be sent again. */
  readonly path: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What the button says. */
  readonly button: string;
  readonly fault: string;
}

interface Wanted {
  readonly path: string;
  readonly button: string;
}

const page = {
  view: view<ProofData>('prove-again'),
  title: 'Confirm your password',
  assets: ['sign-in.css', 'keys.js'],
};
/** Of the form with the password. */
const PASSWORD = 'current';

/** Whether they did; if not, the answer is a page that asks for it, and sends the same form again. */
export async function proveAgain(web: Web, req: Request, res: Response, wanted: Wanted): Promise<boolean> {
  const visitor = web.visitor(req);
  if (visitor === null) throw new CodedError('no_session', 'You are not signed in');
  const { ways, log } = web.deps;
  const { audit } = web.deps.services;
  const by = visitor.via === OIDC ? 'oidc' : visitor.via === PROXY ? 'command' : 'password';
  const ask = (fault = ''): false => {
    const via = visitor.via === OWN || by !== 'password' ? '' : ways.titleOf(visitor.via);
    const data = { by, via, ...wanted, fields: by === 'password' ? fieldsOf(req) : [], fault } as const;
    web.show(req, res, { ...page, data, status: fault === '' ? 200 : 400 });
    return false;
  };
  // The administrator of this installation has a password that costs nothing to ask for.
  if (visitor.via !== OWN && by !== 'command' && isFresh(web, req)) return true;
  if (by !== 'password' || field(req, PASSWORD) === '') return ask();
  if (await isTheirs(web, req, visitor)) return true;
  const { address } = exchangeOf(req);
  log.warn('a password that was asked for once more was wrong', { address });
  await audit.record({ kind: 'refusal', who: visitor.name, route: 'sign_in.refused', address, result: 'refused' });
  return ask('This is not your password');
}

async function isTheirs({ deps }: Web, req: Request, { name, via, userId }: Visitor): Promise<boolean> {
  const device = deps.devices.known(req, name);
  const succeeded = deps.attempts.begin(exchangeOf(req).address, name, device);
  const answer = await deps.ways.signIn(via, name, field(req, PASSWORD), device !== undefined);
  if (!('visitor' in answer) || answer.visitor.userId !== userId) return false;
  succeeded();
  return true;
}

function isFresh({ deps }: Web, req: Request): boolean {
  const proven = deps.sessions.provenAt(req);
  return proven !== undefined && deps.clock.now().getTime() - Date.parse(proven) < PROOF_MS;
}

/** All that the form had, whatever fields it has today; each as often as it was sent. */
function fieldsOf(req: Request): ProofData['fields'] {
  const body = (req.body ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(body).flatMap(([name, value]) =>
    name === '_csrf' || name === PASSWORD ? [] : [value].flat().map((each) => [name, String(each)] as const),
  );
}
