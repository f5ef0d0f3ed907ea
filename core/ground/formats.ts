/** The formats of config texts beyond those of JSON Schema: how each is checked, and what to say when it is not met. */
import { isIP } from 'node:net';
import { CronPattern } from 'croner';

/** No user, query and fragment, and nothing that a shell, a template or a YAML file gives a meaning to. */
const PLAIN = /^https?:\/\/[\w.:[\]-]+(\/[\w.~%/-]*)?$/i;

/**
 * An http(s) address of plain letters, to be written into the files of other programs, which must not misread it; undefined
 * for everything else.
 */
export const plainUrl = (text: string): URL | undefined =>
  PLAIN.test(text) && URL.canParse(text) ? new URL(text) : undefined;

interface Format {
  readonly expected: string;
  readonly check: (text: string) => boolean;
}

const DURATION = /^[1-9]\d*[smh]$/;

export const FORMATS: Readonly<Record<string, Format>> = {
  'time-zone': { expected: 'a time zone such as Europe/Berlin', check: isZone },
  'base-path': { expected: 'a path such as /sidelight', check: (text) => /^\/([\w.~-]+\/?)*$/.test(text) },
  'sha-256': { expected: '64 hex digits', check: (text) => /^[0-9a-f]{64}$/.test(text) },
  'http-url': {
    expected: 'an address such as http://host:8080',
    check: (text) => hasProtocol(text, 'http:', 'https:'),
  },
  'plain-url': {
    expected: 'an address such as https://sidelight.example.org, without user, ? and #',
    check: (text) => plainUrl(text) !== undefined,
  },
  'mqtt-url': {
    expected: 'an address such as mqtt://host:1883 or mqtts://host:8883, without user and password',
    check: (text) => hasProtocol(text, 'mqtt:', 'mqtts:') && new URL(text).username === '',
  },
  'postgres-url': {
    expected: 'an address such as postgres://user:password@host:5432/sidelight',
    check: (text) => hasProtocol(text, 'postgres:', 'postgresql:'),
  },
  origin: {
    expected: 'an origin such as https://dashboard.example.org, without a path',
    check: (text) => text === '*' || (URL.canParse(text) && new URL(text).origin === text),
  },
  network: { expected: 'an address or a network such as 192.168.1.0/24', check: isNetwork },
  proxy: {
    expected: 'an address, a network such as 172.16.0.0/12, or loopback, linklocal or uniquelocal',
    check: (text) => ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text),
  },
  duration: { expected: 'a duration such as 500ms, 10s or 1m', check: (text) => /^[1-9]\d*(ms|s|m)$/.test(text) },
  every: {
    expected: 'an interval such as 30s, 5m or 1h, or a cron pattern such as "0 4 * * *"',
    check: (text) => DURATION.test(text) || isCron(text),
  },
  'webhook-secret': {
    expected: 'whsec_ and 24 to 64 bytes in Base64',
    check: isWebhookSecret,
  },
  moment: {
    expected: 'a date such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z',
    check: (text) => /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(Date.parse(text)),
  },
};

/** What JSON Schema's own formats ask for, in words. */
export const STANDARD_FORMATS: Readonly<Record<string, string>> = {
  uri: 'an address such as https://host/path',
  date: 'a date such as 2027-01-31',
  'date-time': 'a time such as 2027-01-31T12:00:00Z',
  time: 'a time of day such as 04:00:00Z',
  email: 'an e-mail address',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uuid: 'a UUID',
  regex: 'a regular expression',
};

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `10s` in milliseconds. */
export function durationMs(text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  return Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN);
}

function hasProtocol(text: string, ...protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}

function isZone(text: string): boolean {
  return succeeds(() => new Intl.DateTimeFormat('en-US', { timeZone: text }));
}

function isCron(text: string): boolean {
  return /^\S+( +\S+){4,5}$/.test(text.trim()) && succeeds(() => new CronPattern(text));
}

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function isWebhookSecret(text: string): boolean {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64 ?? '', 'base64');
  return length >= 24 && length <= 64;
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
