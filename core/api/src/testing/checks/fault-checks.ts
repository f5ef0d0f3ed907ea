/** How a plugin takes an upstream that fails. */
import { codeOf, type ErrorCode, messageOf } from '../../errors.js';
import { type Fault, listeningEnds, type Provoked, provoke } from '../faults.js';
import { type Check, demand, type Subject } from './check.js';

const check =
  (fault: Fault, code: ErrorCode): Check['run'] =>
  async ({ plugin, sample, settings }) => {
    const { calls } = await provoke(plugin, sample(), settings(), fault);
    const told = calls.find(({ call }) => call === 'check');
    demand(told?.rejected !== undefined, `check resolves although the upstream is ${fault}`);
    demand(contractCode(told) === code, `check rejects with ${shown(told)} instead of ${code}`);
  };

const nothingPublished =
  (fault: Fault): Check['run'] =>
  async ({ plugin, sample, settings, quiet }) => {
    const { calls } = await provoke(plugin, sample(), settings(), fault);
    for (const told of calls) {
      if (told.call in quiet) continue;
      demand(
        told.rejected !== undefined,
        `${told.call} resolves with ${told.rows} changes although the upstream is ${fault}`,
      );
      demand(
        contractCode(told) !== undefined,
        `${told.call} rejects with ${shown(told)}, which is not a code of the contract`,
      );
    }
  };

export const faultChecks: readonly Check[] = [
  { title: 'check: 401 is auth_failed', upstream: true, run: check('unauthorized', 'auth_failed') },
  { title: 'check: a refused connection is unreachable', upstream: true, run: check('refused', 'unreachable') },
  { title: 'check: a web page is bad_response', upstream: true, run: check('html', 'bad_response') },
  { title: 'check: truncated JSON is bad_response', upstream: true, run: check('truncated', 'bad_response') },
  { title: 'publishes nothing from a web page', upstream: true, run: nothingPublished('html') },
  { title: 'publishes nothing from a 500', upstream: true, run: nothingPublished('server-error') },
  { title: 'an aborted signal ends every call', upstream: true, run: checkAbort },
  { title: 'listen ends when its signal is aborted', integration: true, run: checkListen },
  { title: 'no secret in an error or a log line', upstream: true, run: checkLeaks },
];

async function checkAbort({ plugin, sample, settings, quiet }: Subject): Promise<void> {
  const { calls } = await provoke(plugin, sample(), settings(), 'silent');
  for (const { call, rejected } of calls) {
    demand(rejected !== undefined || call in quiet, `${call} goes on after its signal was aborted`);
  }
}

async function checkListen({ plugin, sample, settings }: Subject): Promise<void> {
  const ends = await listeningEnds(plugin, sample(), settings());
  demand(ends !== false, 'listen goes on after its signal was aborted');
}

const SPEAKING: readonly Fault[] = ['unauthorized', 'refused', 'html', 'truncated', 'server-error'];

async function checkLeaks({ plugin, sample, settings }: Subject): Promise<void> {
  for (const fault of SPEAKING) {
    const { calls, logged, secrets } = await provoke(plugin, sample(), settings(), fault);
    for (const secret of secrets.flatMap(shapesOf)) {
      for (const { call, rejected } of calls) {
        const text = `${messageOf(rejected)} ${JSON.stringify(rejected)}`;
        demand(!text.includes(secret), `${call} reveals a secret in its error when the upstream is ${fault}`);
      }
      demand(!logged.join('\n').includes(secret), `a secret is logged when the upstream is ${fault}`);
    }
  }
}

/** A secret as it is, in a query, and in basic authentication. */
const shapesOf = (secret: string): readonly string[] =>
  secret.length < 4
    ? []
    : [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')];

/** The code if it is one of the contract's that the error itself carries. */
function contractCode({ rejected }: Provoked): ErrorCode | undefined {
  const code = codeOf(rejected);
  return typeof rejected === 'object' && rejected !== null && 'code' in rejected && rejected.code === code
    ? code
    : undefined;
}

const shown = ({ rejected }: Provoked): string =>
  `${typeof rejected === 'object' && rejected !== null && 'code' in rejected ? rejected.code : 'no code'} (${messageOf(rejected)})`;
