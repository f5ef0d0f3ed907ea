/** How the config is shaped: what is set, never what it is set to. */
import type { CoreSettings } from '../../config/to-settings.js';
import { plural, type Section } from './page.js';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const ANY = new Set(['0.0.0.0', '::']);

export async function configured(settings: CoreSettings): Promise<Omit<Section, 'title'>> {
  const { file, server, auth, keys, webhooks, people, log } = settings;
  const reach = LOOPBACK.has(server.host)
    ? 'this machine only'
    : ANY.has(server.host)
      ? 'all addresses'
      : 'one address';
  const ways = [
    'password',
    ...(auth.proxyHeader === undefined ? [] : ['proxy header']),
    ...(auth.oidc === undefined ? [] : ['OpenID Connect']),
    ...(auth.signInWith.length === 0 ? [] : ['accounts of a media server']),
  ];
  return {
    lines: [
      ['config', file === null ? 'none' : 'read'],
      ['listens on', reach],
      ['base path', server.basePath === '' ? 'none' : 'set'],
      ['public address', publicText(server.publicUrl)],
      ['trusted proxies', String(server.trustProxy.length)],
      ['time zone', settings.timezone === undefined ? 'of the system' : 'set'],
      ['sign-in', ways.join(', ')],
      [
        'declared',
        [plural(keys.length, 'key'), plural(webhooks.length, 'webhook'), `${people.length} people`].join(', '),
      ],
      ['MQTT', settings.mqtt === null ? 'off' : 'on'],
      ['log level', log.level],
    ],
    findings: [],
  };
}

function publicText(url: string | undefined): string {
  if (url === undefined) return 'none';
  return url.startsWith('https:') ? 'https' : 'http';
}
