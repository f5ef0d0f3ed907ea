/** How each receiver wants to be told. Pure. */
import type { WebhookFormat, WebhookSettings } from '../settings/settings.js';
import type { Told } from './events.js';
import { type Notification, notificationOf, type Weight } from './notification.js';

/** What is sent, but for the signature of Sidelight's own. */
export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Target = Pick<WebhookSettings, 'url' | 'token'>;

interface Sent {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

type Draw = (target: Target, note: Notification, at: string) => Sent;

/** @param at ISO: when it happened */
export function requestOf(target: Target & Pick<WebhookSettings, 'format'>, event: Told, at: string): Request {
  const { type, data } = event;
  const drawn: Sent =
    target.format === 'sidelight'
      ? { body: { type, timestamp: at, data } }
      : DRAWN[target.format](target, notificationOf(event), at);
  const { url = target.url, headers = {}, body } = drawn;
  return { url, headers, body: JSON.stringify(body) };
}

const bearer = ({ token }: Target): Readonly<Record<string, string>> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const DRAWN: Readonly<Record<Exclude<WebhookFormat, 'sidelight'>, Draw>> = {
  // discord.com/developers/docs/resources/webhook#execute-webhook
  discord: (_, { title, text, weight }, at) => ({
    body: {
      username: 'Sidelight',
      // Names of titles and people may look like mentions.
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: cut(markdown(title), 256),
          ...(text === '' ? {} : { description: cut(markdown(text), 4096) }),
          color: COLOURS[weight],
          timestamp: at,
        },
      ],
    },
  }),
  // docs.ntfy.sh/publish/#publish-as-json: the last part of the address is the topic, which JSON names in the body.
  ntfy(target, { title, text, weight }) {
    const url = new URL(target.url);
    const path = url.pathname.split('/').filter(Boolean);
    url.pathname = `/${path.slice(0, -1).join('/')}`;
    const topic = decodeURIComponent(path.at(-1) ?? '');
    const message = text === '' ? title : text;
    const body = {
      topic,
      title,
      message: cut(message, 4096),
      priority: NTFY[weight].priority,
      tags: [NTFY[weight].tag],
    };
    return { url: url.href, headers: bearer(target), body };
  },
  // gotify.net/docs/pushmsg
  gotify: ({ url, token }, { title, text, weight }) => ({
    url: `${url.replace(/\/+$/, '').replace(/\/message$/, '')}/message`,
    headers: token === undefined ? {} : { 'x-gotify-key': token },
    body: { title, message: text === '' ? title : text, priority: GOTIFY[weight] },
  }),
  // docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  slack: (_, { title, text }) => ({
    body: {
      text: title,
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: cut(`*${mrkdwn(title)}*\n${mrkdwn(text)}`.trim(), 3000) } },
      ],
    },
  }),
  // github.com/caronc/apprise-api: POST /notify/<key>
  apprise: (target, { title, text, weight }) => ({
    headers: bearer(target),
    body: { title, body: text === '' ? title : text, type: APPRISE[weight], format: 'text' },
  }),
};

const COLOURS: Readonly<Record<Weight, number>> = {
  good: 0x2e9e5b,
  info: 0x4a7dbd,
  attention: 0xd98e04,
  bad: 0xc93c37,
};
const NTFY: Readonly<Record<Weight, { readonly priority: number; readonly tag: string }>> = {
  good: { priority: 3, tag: 'white_check_mark' },
  info: { priority: 2, tag: 'information_source' },
  attention: { priority: 3, tag: 'bell' },
  bad: { priority: 4, tag: 'warning' },
};
const GOTIFY: Readonly<Record<Weight, number>> = { good: 4, info: 2, attention: 5, bad: 8 };
const APPRISE: Readonly<Record<Weight, string>> = {
  good: 'success',
  info: 'info',
  attention: 'warning',
  bad: 'failure',
};

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** A text that Discord shows as it is. */
const markdown = (text: string): string => text.replace(/[\\*_~`|>[\]#]/g, '\\$&');

/** A text that Slack shows as it is, and in which nobody is mentioned. */
const mrkdwn = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, '\u200b$&');
