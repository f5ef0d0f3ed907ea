/** The connection to an MQTT broker: made again whenever it breaks, with a last will that says so. */
import { messageOf } from '@sidelight/plugin-api/errors';
import type { IClientOptions, MqttClient } from 'mqtt';
import type { MqttSettings } from '../settings/settings.js';

export interface BrokerEvents {
  /** Each time that it is connected: what was published before may be gone. */
  connected(): void;
  /** In a sentence, each time that it cannot be connected. */
  failed(why: string): void;
  /** What somebody has published where it listens. */
  heard(topic: string, isEmpty: boolean): void;
}

export interface Will {
  readonly topic: string;
  readonly payload: string;
}

const RETRY_MS = 5000;
const CONNECT_MS = 10_000;

export class Broker {
  private constructor(
    private readonly client: MqttClient,
    private readonly will: Will,
  ) {}

  static async open(settings: MqttSettings, will: Will, events: BrokerEvents): Promise<Broker> {
    // Few installations have a broker, and the library takes a tenth of a second to load.
    const { default: mqtt } = await import('mqtt');
    const { url, username, password, verifyTls } = settings;
    const options: IClientOptions = {
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      rejectUnauthorized: verifyTls,
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
      reconnectPeriod: RETRY_MS,
      connectTimeout: CONNECT_MS,
      // All is published anew once it is connected: what waits would be older than that.
      queueQoSZero: false,
      resubscribe: false,
    };
    const client = mqtt.connect(url, options);
    let isConnected = false;
    client.on('connect', () => {
      isConnected = true;
      events.connected();
    });
    client.on('close', () => {
      if (isConnected && !client.disconnecting) events.failed('the connection was lost, trying again');
      isConnected = false;
    });
    client.on('error', (error) => events.failed(sentence(error)));
    client.on('message', (topic, payload) => events.heard(topic, payload.length === 0));
    return new Broker(client, will);
  }

  /** Kept by the broker for those who come later. Does nothing while it is not connected. */
  publish(topic: string, payload: string): void {
    if (this.client.connected) this.client.publish(topic, payload, { retain: true });
  }

  listen(topics: string): void {
    if (this.client.connected) this.client.subscribe(topics);
  }

  /** Says that it leaves, as its last will would. */
  async close(): Promise<void> {
    const { client, will } = this;
    if (!client.connected) return void (await client.endAsync(true));
    await client.publishAsync(will.topic, will.payload, { retain: true, qos: 1 });
    await client.endAsync();
  }
}

/** Codes of a broker that refuses: MQTT 3.1.1, section 3.2.2.3. */
const REFUSALS: Readonly<Record<number, string>> = {
  4: 'it rejects the user name or the password: check mqtt.username and mqtt.password',
  5: 'it rejects the user name or the password: check mqtt.username and mqtt.password',
};

function sentence(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  const refused = typeof code === 'number' ? REFUSALS[code] : undefined;
  return refused ?? `${messageOf(error) || String(code)}: check mqtt.url, and that the broker is running`;
}
