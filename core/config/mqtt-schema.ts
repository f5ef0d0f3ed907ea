/** The section `mqtt` of the config. */
import { Secret, Type } from '@sidelight/plugin-api';
import { privacyFields } from './section.js';

export const mqtt = Type.Object(
  {
    url: Type.String({
      description: 'The broker: mqtt://host:1883, or mqtts://host:8883 for an encrypted connection.',
      format: 'mqtt-url',
      examples: ['mqtt://localhost:1883'],
    }),
    username: Type.Optional(
      Type.String({ description: 'The name that the broker knows.', minLength: 1, examples: ['sidelight'] }),
    ),
    password: Type.Optional(Secret('The password for this name, best from the environment or a file.')),
    verifyTls: Type.Boolean({
      description: 'Whether the certificate of an mqtts broker is checked.',
      default: true,
    }),
    topic: Type.String({
      description: 'Where everything is published below. Each Sidelight on one broker needs another one.',
      pattern: '^[A-Za-z0-9_-]+$',
      default: 'sidelight',
    }),
    discovery: Type.String({
      description: 'Where Home Assistant looks for devices.',
      pattern: '^[A-Za-z0-9_/-]+$',
      default: 'homeassistant',
    }),
    widgets: Type.Array(Type.String({ pattern: '^[a-z0-9-]+$' }), {
      description: 'The widgets whose numbers become entities.',
      default: ['homepage', 'nowplaying', 'downloads', 'requests'],
    }),
    ...privacyFields,
  },
  {
    description: 'An MQTT broker that is told of every change; Home Assistant then has the entities by itself.',
    additionalProperties: false,
  },
);
