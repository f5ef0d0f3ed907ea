import type { AnyPlugin } from '../plugin.js';
import type { Gap } from '../task.js';
import type { CaseFolder } from './case-folder.js';
import { defaultSteps, type Outcome, perform, type Step } from './case-steps.js';
import { type FakeClock, fakeClock } from './fake-clock.js';
import { HeldRows } from './held-rows.js';
import { openHttpMock } from './http-mock.js';
import { type Memo, startIntegration, type TestIntegration } from './test-integration.js';

export type { Outcome, Step } from './case-steps.js';

/**
 * Runs a case's steps against its upstream and returns what came of each, as JSON values.
 * @throws on a request without a mock, an unused mock, and every defect of the plugin or the case
 */
export async function runCase(plugin: AnyPlugin, { config, upstream }: CaseFolder): Promise<readonly Outcome[]> {
  const clock = fakeClock(config.now);
  const memo: Memo = new Map(
    Object.entries(config.memo ?? {}).map(([key, value]) => [key, { until: Infinity, value: Promise.resolve(value) }]),
  );
  const { zone, settings } = config;
  const given = { ...(zone === undefined ? {} : { zone }), ...(settings === undefined ? {} : { settings }) };
  const options = { clock, memo, ...given };
  const start = () => startIntegration(plugin, config.integration, options);
  const mock = openHttpMock();
  let complaints: readonly string[] = [];
  let outcomes: readonly Outcome[] = [];
  try {
    const first = start();
    mock.expect(upstream, first.url === undefined ? undefined : new URL(first.url).origin);
    outcomes = await performAll({ id: plugin.id, first, start, clock, steps: config.steps, gaps: config.gaps ?? [] });
  } finally {
    complaints = mock.close();
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return JSON.parse(JSON.stringify(outcomes)) as Outcome[];
}

export interface Performance {
  readonly id: string;
  readonly first: TestIntegration;
  start(): TestIntegration;
  readonly clock: FakeClock;
  /** Not given: check, every task, every fragment. */
  readonly steps: readonly Step[] | undefined;
  /** When nobody looked. */
  readonly gaps?: readonly Gap[];
}

/** `restart` stops the integration and makes a new one, which finds the rows, cursors and memo of the old one. */
export async function performAll({
  id,
  first,
  start,
  clock,
  steps,
  gaps = [],
}: Performance): Promise<readonly Outcome[]> {
  const rows = new HeldRows();
  const outcomes: Outcome[] = [];
  let current = first;
  try {
    for (const step of steps ?? defaultSteps(first.integration)) {
      if (step === 'restart') {
        await current.stop();
        current = start();
      } else {
        outcomes.push(...(await perform({ id, ...current, clock, rows, gaps }, step)));
      }
    }
  } finally {
    await current.stop();
  }
  return outcomes;
}
