/** Any HTTP JSON API, described in the YAML alone. */
import { type AnyPort, definePlugin, type Every, type SyncTask } from '@sidelight/plugin-api';
import { createClient } from './client.js';
import { readerOf } from './map.js';
import { problemsOf } from './problems.js';
import { Config } from './upstream.js';
import { makeWidget } from './widget.js';

export default definePlugin({
  id: 'custom-api',
  title: 'Custom API',
  config: Config,
  problems: problemsOf,
  create(ctx) {
    const { id: source, config } = ctx;
    const { ask, image } = createClient(ctx);
    const entries = Object.entries(config.widgets);
    const made = entries.map(([id, entry]) => makeWidget(source, id, entry));
    const question = (get = '/', body: unknown, signal: AbortSignal) => ask(get, body, signal);
    return {
      async check(signal) {
        const [first] = Object.values(config.widgets);
        if (config.check !== undefined) await question(config.check, undefined, signal);
        else await question(first?.get, first?.body, signal);
        return { name: source };
      },
      tasks: entries.map(([id, entry], index): SyncTask => {
        const read = readerOf(id, entry, ctx.http.baseUrl);
        const { figures, rows } = made[index] as (typeof made)[number];
        return {
          id,
          every: (entry.every ?? config.every) as Every,
          fills: [figures, rows].filter((port): port is AnyPort => port !== undefined),
          async run(out, signal) {
            const reading = await read(await question(entry.get, entry.body, signal));
            out.replace(figures, [reading.figures]);
            if (rows !== undefined) out.replace(rows, reading.rows);
          },
        };
      }),
      image,
      widgets: made.map(({ widget }) => widget),
      summaries: made.flatMap(({ summary }) => summary ?? []),
    };
  },
});
