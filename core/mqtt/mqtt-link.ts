/** Tells an MQTT broker of every change, so that Home Assistant has each number as an entity without being configured. */
import { messageOf } from '@sidelight/plugin-api/errors';
import { inject, injectable } from 'tsyringe';
import { LOG, type Log } from '../ground/log.js';
import { OpsSource } from '../ops/ops-source.js';
import { privacyOf } from '../settings/privacy.js';
import { type MqttSettings, SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { Changes } from '../widgets/changes.js';
import type { ComposedWidget } from '../widgets/composed-widget.js';
import { HOMEPAGE } from '../widgets/homepage.js';
import { Reader } from '../widgets/reader.js';
import { Registry } from '../widgets/registry.js';
import { Snapshots } from '../widgets/snapshots.js';
import { defaultVariant } from '../widgets/variant.js';
import { Broker } from './broker.js';
import {
  configTopics,
  type Entity,
  entitiesOf,
  type Place,
  rowsOf,
  rowsTopic,
  stateOf,
  stateTopic,
  statusTopic,
} from './entities.js';

export type LinkSettings = Pick<Settings, 'mqtt' | 'zone' | 'server'>;

type Body = Readonly<Record<string, unknown>>;

const NOTICE = 'mqtt_unreachable';
const ONLINE = 'online';
const OFFLINE = 'offline';

@injectable()
export class MqttLink {
  private broker: Broker | null = null;
  private leave: () => void = () => undefined;
  /** Topic → what was published there last on this connection. */
  private readonly published = new Map<string, string>();
  /** Widget → the topics of its entities, once it is known which there are. */
  private readonly entities = new Map<string, ReadonlySet<string>>();
  /** Topics of entities that a run before may have left. */
  private readonly found = new Set<string>();
  private changing: Promise<void> = Promise.resolve();
  private isStarted = false;

  constructor(
    @inject(SETTINGS) private settings: LinkSettings,
    @inject(Registry) private readonly registry: Pick<Registry, 'widget' | 'summaries'>,
    @inject(Reader) private readonly reader: Pick<Reader, 'sourcesOf'>,
    @inject(Snapshots) private readonly snapshots: Pick<Snapshots, 'ready' | 'payload'>,
    @inject(Changes) private readonly changes: Pick<Changes, 'watch'>,
    @inject(OpsSource) private readonly ops: Pick<OpsSource, 'notice' | 'withdraw'>,
    @inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @inject(LOG) private readonly log: Log,
  ) {}

  start(): void {
    this.isStarted = true;
    void this.inTurn(() => this.open());
  }

  /** Says that it leaves; what it has published stays, as last known. */
  stop(): Promise<void> {
    this.isStarted = false;
    return this.inTurn(() => this.close());
  }

  apply(settings: LinkSettings): Promise<void> {
    this.settings = settings;
    return this.inTurn(async () => {
      await this.close();
      if (this.isStarted) await this.open();
    });
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.changing = this.changing.then(work).catch((error: unknown) => {
      this.log.error('MQTT could not be set up', { error: messageOf(error) });
    });
    return this.changing;
  }

  private async open(): Promise<void> {
    const { mqtt } = this.settings;
    if (mqtt === null || this.broker !== null) return;
    this.broker = await Broker.open(
      mqtt,
      { topic: statusTopic(mqtt), payload: OFFLINE },
      {
        connected: () => this.begin(mqtt),
        failed: (why) => this.fails(mqtt, why),
        heard: (topic, isEmpty) => {
          if (!isEmpty && !this.published.has(topic)) this.found.add(topic);
          this.sweep(mqtt);
        },
      },
    );
  }

  private async close(): Promise<void> {
    this.leave();
    const { broker } = this;
    this.broker = null;
    this.ops.withdraw(NOTICE);
    await broker?.close();
  }

  private begin(mqtt: MqttSettings): void {
    this.ops.withdraw(NOTICE);
    this.log.info('connected to the MQTT broker', { url: mqtt.url });
    for (const known of [this.published, this.entities, this.found]) known.clear();
    this.publish(statusTopic(mqtt), ONLINE);
    this.broker?.listen(configTopics(mqtt));
    this.watch(mqtt);
  }

  /** Told once for each break: a broker that is away is tried again all the time. */
  private fails({ url }: MqttSettings, why: string): void {
    const text = `The MQTT broker ${url} does not get changes: ${why}`;
    this.log.warn(text);
    this.ops.notice({ id: NOTICE, type: NOTICE, severity: 'warn', text });
  }

  private watch(mqtt: MqttSettings): void {
    this.leave();
    const ids = mqtt.widgets.filter((id) => this.registry.widget(id) !== undefined);
    const missing = mqtt.widgets.filter((id) => !ids.includes(id));
    if (missing.length > 0) this.log.warn('mqtt.widgets names unknown widgets', { widgets: missing });
    this.leave = this.changes.watch(ids, {
      tell: (id) => void this.tell(id, mqtt),
      // Other widgets or settings hold from now on.
      end: () => {
        this.entities.clear();
        if (this.broker !== null && this.settings.mqtt === mqtt) queueMicrotask(() => this.watch(mqtt));
      },
    });
  }

  private async tell(id: string, mqtt: MqttSettings): Promise<void> {
    const widget = this.registry.widget(id);
    if (widget === undefined) return;
    try {
      const privacy = privacyOf(mqtt);
      const variant = { ...defaultVariant(this.settings.zone), privacy };
      const payload = this.snapshots.ready(id, privacy) ?? (await this.snapshots.payload(id, variant));
      const body = JSON.parse(payload.bytes.toString()) as Body;
      const entities = this.entitiesOf(widget, body, mqtt);
      for (const { topic, config } of entities) this.publish(topic, JSON.stringify(config));
      this.entities.set(id, new Set(entities.map(({ topic }) => topic)));
      if (entities.length > 0) {
        this.publish(stateTopic(mqtt, id), JSON.stringify(stateOf(entities, body)));
        const rows = rowsOf(widget, body);
        if (rows !== null) this.publish(rowsTopic(mqtt, id), JSON.stringify(rows));
      }
      this.sweep(mqtt);
    } catch (error) {
      // The widget's own route and the digest say what is wrong with it.
      this.log.debug(`the MQTT broker is not told of ${id}`, { error: messageOf(error) });
    }
  }

  /** Of what is connected: of the homepage by its summaries, each of which has integrations of its own. */
  private entitiesOf(widget: ComposedWidget, body: Body, mqtt: MqttSettings): readonly Entity[] {
    const place = this.place(mqtt);
    if (widget.id !== HOMEPAGE) return body['sourceState'] === 'disconnected' ? [] : entitiesOf(widget, place);
    const unconnected = this.unconnected();
    return entitiesOf(widget, place, true).filter(({ field }) => !unconnected.has(field));
  }

  /** The keys of summaries that no integration fills. */
  private unconnected(): ReadonlySet<string> {
    const now = this.clock.now();
    const variant = defaultVariant(this.settings.zone);
    const idle = this.registry
      .summaries()
      .filter(({ reads }) => this.reader.sourcesOf(reads, variant, now).length === 0);
    return new Set(idle.flatMap(({ fields }) => Object.keys(fields.properties)));
  }

  private place({ topic, discovery }: MqttSettings): Place {
    const { publicUrl } = this.settings.server;
    const device = {
      identifiers: [topic],
      name: 'Sidelight',
      manufacturer: 'Sidelight',
      ...(publicUrl === undefined ? {} : { configuration_url: publicUrl }),
    };
    return { topic, discovery, device };
  }

  /** Removes what is no entity any more, once it is known of every widget which it has. */
  private sweep({ widgets }: MqttSettings): void {
    if (widgets.some((id) => this.registry.widget(id) !== undefined && !this.entities.has(id))) return;
    const wanted = new Set([...this.entities.values()].flatMap((topics) => [...topics]));
    const ours = [...this.published.keys()].filter((topic) => topic.endsWith('/config'));
    for (const topic of [...ours, ...this.found]) {
      if (wanted.has(topic)) continue;
      this.broker?.publish(topic, '');
      this.published.delete(topic);
      this.found.delete(topic);
    }
  }

  private publish(topic: string, payload: string): void {
    if (this.published.get(topic) === payload) return;
    this.published.set(topic, payload);
    this.broker?.publish(topic, payload);
  }
}
