/** What services that show messages are sent, field by field as their documentation names them. */
import { expect } from 'chai';
import type { WebhookFormat } from '#core/settings/settings.js';
import type { WebhookEvent } from '#core/webhooks/events.js';
import { requestOf } from '#core/webhooks/formats.js';
import { notificationOf } from '#core/webhooks/notification.js';

const AT = '2026-11-20T12:00:00.000Z';
const PLAY: WebhookEvent = {
  type: 'play.started',
  data: {
    viewer: 'Ada <@1>',
    series: 'The *Iron* Tide',
    title: 'Low Water',
    client: 'Web',
    device: 'TV',
    method: 'direct',
  },
};
const DOWN: WebhookEvent = {
  type: 'integration.down',
  data: { source: 'sonarr', name: 'Sonarr', refused: true, message: 'the server rejects the API key' },
};

const sent = (format: WebhookFormat, url: string, event = PLAY, token?: string) => {
  const target = { format, url, ...(token === undefined ? {} : { token }) };
  const { body, ...rest } = requestOf(target, event, AT);
  return { ...rest, body: JSON.parse(body) as Record<string, unknown> };
};

describe('formats of webhooks', () => {
  it('tell programs the event as it is', () => {
    expect(sent('sidelight', 'http://hub/x')).to.deep.equal({
      url: 'http://hub/x',
      headers: {},
      body: { type: 'play.started', timestamp: AT, data: PLAY.data },
    });
  });

  it('tell Discord in an embed that mentions nobody', () => {
    const { url, body } = sent('discord', 'https://discord.com/api/webhooks/1/secret');
    expect(url).to.equal('https://discord.com/api/webhooks/1/secret');
    expect(body).to.deep.equal({
      username: 'Sidelight',
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'Ada <@1\\> is watching The \\*Iron\\* Tide: Low Water',
          description: 'Web, TV, direct',
          color: 0x4a7dbd,
          timestamp: AT,
        },
      ],
    });
  });

  it('tell ntfy by its topic, with a priority and a token', () => {
    expect(sent('ntfy', 'https://ntfy.example.org/media', DOWN, 'tk_1')).to.deep.equal({
      url: 'https://ntfy.example.org/',
      headers: { authorization: 'Bearer tk_1' },
      body: {
        topic: 'media',
        title: 'Sonarr rejects Sidelight',
        message: 'the server rejects the API key',
        priority: 4,
        tags: ['warning'],
      },
    });
  });

  it('tell Gotify at its path for messages, whichever part of it was given', () => {
    for (const url of ['http://gotify/push', 'http://gotify/push/', 'http://gotify/push/message']) {
      expect(sent('gotify', url, DOWN, 'A1')).to.deep.equal({
        url: 'http://gotify/push/message',
        headers: { 'x-gotify-key': 'A1' },
        body: { title: 'Sonarr rejects Sidelight', message: 'the server rejects the API key', priority: 8 },
      });
    }
  });

  it('tell Slack in a section in which names mean nothing', () => {
    const { body } = sent('slack', 'https://hooks.slack.com/services/x');
    expect(body['blocks']).to.deep.equal([
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '*Ada &lt;@1&gt; is watching The \u200b*Iron\u200b* Tide: Low Water*\nWeb, TV, direct',
        },
      },
    ]);
    expect(body['text']).to.equal('Ada <@1> is watching The *Iron* Tide: Low Water');
  });

  it('tell Apprise what kind of message it is', () => {
    expect(sent('apprise', 'http://apprise/notify/home', DOWN).body).to.deep.equal({
      title: 'Sonarr rejects Sidelight',
      body: 'the server rejects the API key',
      type: 'failure',
      format: 'text',
    });
  });

  it('hold no more than each service takes', () => {
    const long: WebhookEvent = { ...DOWN, data: { ...DOWN.data, name: 'N'.repeat(500), message: 'x'.repeat(10_000) } };
    const { embeds } = sent('discord', 'http://d', long).body as { embeds: { title: string; description: string }[] };
    expect([embeds[0]?.title.length, embeds[0]?.description.length]).to.deep.equal([256, 4096]);
    expect((sent('ntfy', 'http://n/t', long).body['message'] as string).length).to.equal(4096);
  });
});

describe('notifications', () => {
  const item = (text: string, severity = 'warn') => ({ type: 't', text, severity });
  const digest = (ok: boolean, added: readonly object[], cleared: readonly object[] = []) =>
    notificationOf({ type: 'digest.changed', data: { ok, added, cleared, items: [] } });

  it('say of the digest what came and what went', () => {
    expect(
      digest(false, [item('The disk is full', 'error'), item('A backup failed')], [item('It rains')]),
    ).to.deep.equal({
      title: '2 things need attention',
      text: 'The disk is full\nA backup failed\nSolved: It rains',
      weight: 'bad',
    });
    expect(digest(true, [], [item('It rains')])).to.deep.equal({
      title: 'All clear again',
      text: 'Solved: It rains',
      weight: 'good',
    });
    expect(digest(false, [], [item('It rains')]).title).to.equal('Fewer things need attention');
  });

  it('list ten things, and count the rest', () => {
    const { text } = digest(
      false,
      Array.from({ length: 14 }, (_, index) => item(`Thing ${index}`)),
    );
    expect(text.split('\n')).to.have.lengthOf(11);
    expect(text).to.match(/… and 4 more$/);
  });

  it('say who asks for what, and what failed', () => {
    const request = { title: 'Velvet Orchard', mediaType: 'movie', requestedBy: 'Ada', is4k: true };
    expect(notificationOf({ type: 'request.pending', data: request })).to.deep.equal({
      title: 'Ada requested Velvet Orchard',
      text: 'movie, 4K',
      weight: 'attention',
    });
    const failed = { name: 'Iron.Atlas', reason: null, source: 'qbittorrent' };
    expect(notificationOf({ type: 'download.failed', data: failed }).text).to.equal('Iron.Atlas\nqbittorrent');
  });

  it('say somebody where nobody is named', () => {
    expect(notificationOf({ type: 'play.stopped', data: { title: 'Copper Harbour', viewer: '' } }).title).to.equal(
      'Somebody stopped Copper Harbour',
    );
  });
});
