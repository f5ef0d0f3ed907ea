import { definePlugin, fill, releaseCalendar, releaseQueue, releaseTitles, Type } from '@sidelight/plugin-api';
import * as servarr from '@sidelight/servarr';
import { createClient } from './client.js';
import { calendarOf, type Records, seriesIds, subjectWith, titleOf } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'sonarr',
  title: 'Sonarr',
  defaultPort: 8989,
  recognise: servarr.loginPageOf('Sonarr'),
  maxBodyBytes: servarr.LISTING_BYTES,
  config: Type.Object({ apiKey: servarr.apiKey(), calendarDays: servarr.calendarDays(), is4k: servarr.is4k() }),
  create(ctx) {
    const { clock, zone, config } = ctx;
    const client = createClient(servarr.connect(ctx, { app: 'Sonarr', version: 'v3' }));
    const library = servarr.createLibrary({
      all: async (signal) => (await client.series(signal)).map(titleOf),
      one: async (id, signal) => titleOf(await client.oneSeries(id, signal)),
    });
    const titles = (records: Records, signal: AbortSignal) => library.find(seriesIds(records), signal);
    const subjects = async (records: Records, signal: AbortSignal) =>
      subjectWith(await titles(records, signal), config.is4k);

    async function queue(signal: AbortSignal) {
      const records = await client.queue(signal);
      return servarr.queueRows('episode', records, await subjects(records, signal));
    }

    async function calendar(signal: AbortSignal) {
      const episodes = await client.calendar(servarr.calendarWindow(clock.now(), zone, config.calendarDays), signal);
      return calendarOf(episodes, { titles: await titles(episodes, signal), zone, is4k: config.is4k });
    }

    return {
      check: client.check,
      tasks: [
        fill(releaseTitles, '1h', library.load),
        fill(releaseQueue, '30s', queue, { idle: '1m' }),
        fill(releaseCalendar, '30m', calendar),
        servarr.grabsTask({ type: 'episode', clock, history: client.grabbed, subjects }),
        servarr.disksTask(client),
        servarr.healthTask(client, ctx),
        servarr.jobsTask(client),
      ],
      webhook,
    };
  },
});
