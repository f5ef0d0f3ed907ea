/** The notice that a source tells more rows of a port than that takes of one, for as long as it does. */
import type { AnyPort, SyncTask } from '@sidelight/plugin-api';
import type { OpsSource } from '../ops/ops-source.js';

export function tellTooMany(
  source: string,
  task: SyncTask,
  tooMany: ReadonlyMap<AnyPort, number>,
  ops: Pick<OpsSource, 'notice' | 'withdraw'>,
): void {
  for (const fill of task.fills.filter(({ most }) => most !== undefined)) {
    const id = `too_many:${source}:${fill.id}`;
    const [port, told] = [...tooMany].find(([one]) => one.id === fill.id) ?? [];
    if (port === undefined) ops.withdraw(id);
    else {
      const text = `${source} has ${told} rows of ${port.id}: only the first ${port.most} are used. Check that its url leads to the program itself, and what it shows there`;
      ops.notice({ id, type: 'too_many', severity: 'warn', text, source });
    }
  }
}
