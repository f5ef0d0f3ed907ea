/** Whether an integration has the thing that an action names: a row of it is known, or is told now. */
import { type ActionHandler, live } from '@sidelight/plugin-api';
import { fail } from '@sidelight/plugin-api/errors';
import { portsNamed } from '@sidelight/plugin-api/host';
import type { Source } from '../plugins/source.js';
import type { HttpDeps } from './deps.js';

type Deps = Pick<HttpDeps, 'cache' | 'reader' | 'settings'>;
type Find = (id: string) => Promise<boolean>;

/** The rows of what dashboards show, where the plugin does not ask its service itself; undefined: there is nothing to tell it by. */
export function knownTarget({ action, find }: ActionHandler, source: Source, deps: Deps): Find | undefined {
  const named = portsNamed(action);
  if (find !== undefined || named === null) return undefined;
  const ids = new Set(named.map((port) => port.id));
  const { tasks = [], fragments = [] } = source.integration ?? {};
  const stored = tasks.flatMap(({ fills }) => fills.filter(({ id }) => ids.has(id)));
  const served = fragments.filter(({ port }) => ids.has(port.id)).map(({ port }) => port);
  return async (id) => {
    for (const port of stored) {
      const known = deps.cache.port(port.id);
      if (known !== undefined && (await deps.cache.named(known, source.id, [id])).length > 0) return true;
    }
    for (const port of served) {
      const { items, sources } = await deps.reader.ask(live(port), {
        ...{ limit: 1, zone: deps.settings.zone, sources: [source.id] },
      });
      if (items.some((item) => port.key(item) === id)) return true;
      if (sources.some(({ state }) => state === 'down')) throw fail('unreachable', 'it does not answer now');
    }
    return false;
  };
}
