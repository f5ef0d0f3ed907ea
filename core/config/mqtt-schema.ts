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
      Type.String({ description: 'The user name at the broker.', minLength: 1, examples: ['sidelight'] }),
    ),
    password: Type.Optional(Secret('The password, best from the environment or a file.')),
    verifyTls: Type.Boolean({
      description: 'Whether the certificate of an mqtts broker must be valid.',
      default: true,
    }),
    topic: Type.String({
      description: 'The topic prefix. Each Sidelight on the same broker needs a different one.',
      pattern: '^[A-Za-z0-9_-]+$',
      default: 'sidelight',
    }),
    discovery: Type.String({
      description: 'The discovery prefix of Home Assistant.',
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
    description: 'An MQTT broker that gets every change; Home Assistant then creates the entities by itself.',
    additionalProperties: false,
  },
);
