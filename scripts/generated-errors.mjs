/** Every error of Sidelight's own. */
import { built, code, table } from './generated-parts.mjs';

export async function errorTables() {
  const { ERRORS } = await built('ground/errors.js');
  const all = Object.entries(ERRORS);
  const answers = all.filter(([, { status }]) => status !== undefined).sort(([, a], [, b]) => a.status - b.status);
  const others = all.filter(([, { status }]) => status === undefined);
  return {
    answers: table(
      ['status', 'code', 'what to do'],
      answers.map(([id, { status, hint }]) => [status, code(id), hint]),
    ),
    others: table(
      ['code', 'what to do'],
      others.map(([id, { hint }]) => [code(id), hint]),
    ),
  };
}
