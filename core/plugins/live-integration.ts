/** One integration from its creation to its end. */
import type { AnyPlugin, Integration } from '@sidelight/plugin-api';
import { messageOf, redact } from '@sidelight/plugin-api/errors';
import { misbuilt, type PortBook, portsNamedBy } from '@sidelight/plugin-api/host';
import type { Log } from '../ground/log.js';
import { nearest } from '../ground/nearest.js';
import type { Notice } from '../ops/notices.js';
import type { IntegrationEntry } from '../settings/settings.js';
import { within } from '../time/deadline.js';
import type { ContextFactory, IntegrationContext, IntegrationScope } from './context.js';

import type { Source } from './source.js';

export interface LifeInput {
  readonly plugin: AnyPlugin;
  readonly scope: IntegrationScope;
  readonly contexts: ContextFactory;
  readonly log: Log;
  /** The ports that are taken; those of this integration are put down in it. */
  readonly ports: PortBook;
  /** How long the plugin may take to stop. */
  readonly stopMs: number;
}

export class LiveIntegration {
  readonly source: Source;
  readonly notices: readonly Notice[];
  /** false: it is worth another try as soon as others have left. */
  readonly hasPorts: boolean;
  private readonly context: IntegrationContext;

  /** Never throws: an integration that cannot be created is a source without one, and a notice. */
  constructor(private readonly input: LifeInput) {
    const { plugin, scope } = input;
    const { entry } = scope;
    this.context = input.contexts(scope);
    const created = owning(create(plugin, this.context), plugin.id, input.ports);
    this.hasPorts = !('taken' in created);
    const { id, server, schedule, timeoutMs, url, verifyTls, webhookSecret } = entry;
    this.source = {
      id,
      plugin,
      integration: 'integration' in created ? created.integration : null,
      schedule,
      timeoutMs,
      ...(url === undefined ? {} : { address: { url, verifyTls } }),
      ...(server === undefined ? {} : { server }),
      ...(webhookSecret === undefined ? {} : { webhookSecret }),
    };
    this.notices =
      'integration' in created
        ? unknownTasks(entry, created.integration)
        : [refusal(entry, redact(created.wrong, scope.secrets), this.hasPorts)];
  }

  /** Never throws, and safe twice. */
  async stop(): Promise<void> {
    const { log, stopMs } = this.input;
    const { id, integration } = this.source;
    try {
      const stopped = Promise.resolve().then(() => integration?.stop?.());
      await within(stopMs, stopped, 'it did not stop in time');
    } catch (error) {
      log.warn(`${id} did not stop cleanly: ${redact(messageOf(error), this.input.scope.secrets)}`);
    }
    this.context.close();
  }
}

type Created = { readonly integration: Integration } | { readonly wrong: string; readonly taken?: true };

function create(plugin: AnyPlugin, context: IntegrationContext): Created {
  // The config refuses such an entry, so only a caller without a config can get here.
  if (plugin.create === undefined) return { wrong: 'the plugin has no integrations' };
  try {
    const integration: unknown = plugin.create(context);
    const wrong = misbuilt(integration);
    if (wrong === undefined) return { integration: integration as Integration };
    // A promise from an asynchronous create is dropped: how it ends is of no interest.
    Promise.resolve(integration).catch(() => undefined);
    return { wrong };
  } catch (error) {
    return { wrong: messageOf(error) };
  }
}

/** Ports that are somebody else's, or cannot be at all, cost the integration that names them. */
function owning(created: Created, plugin: string, ports: PortBook): Created {
  if ('wrong' in created) return created;
  const named = portsNamedBy(created.integration);
  for (const port of named) {
    const fault = ports.fault(port);
    if (fault === undefined) continue;
    // It was made, and is not wanted: it may end what it began.
    Promise.resolve()
      .then(() => created.integration.stop?.())
      .catch(() => undefined);
    const owner = ports.get(port.id) === undefined ? '' : `; this port is ${ports.ownerOf(port.id)}`;
    return { wrong: `its port ${port.id} ${fault}${owner}`, taken: true };
  }
  for (const port of named) ports.adopt(port, plugin);
  return created;
}

function refusal({ id, plugin }: IntegrationEntry, wrong: string, hasPorts: boolean): Notice {
  const type = hasPorts ? 'plugin_create' : 'port_taken';
  const text = `The plugin ${plugin} could not start ${id}: ${wrong}`;
  return { id: `${type}:${id}`, type, severity: 'error', text, source: id };
}

/** Intervals that the entry sets for tasks that there are not. */
function unknownTasks({ id, schedule }: IntegrationEntry, { tasks = [] }: Integration): readonly Notice[] {
  const known = tasks.map((task) => task.id);
  return Object.keys(schedule)
    .filter((task) => !known.includes(task))
    .map((task) => {
      const meant = nearest(task, known);
      const advice = meant === undefined ? `known tasks: ${known.join(', ') || 'none'}` : `did you mean ${meant}?`;
      return {
        id: `schedule_unknown:${id}:${task}`,
        type: 'schedule_unknown',
        severity: 'warn',
        text: `The schedule of ${id} names a task ${task}, which it does not have; ${advice}`,
        source: id,
      };
    });
}
