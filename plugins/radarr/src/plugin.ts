import { definePlugin, fill, releaseCalendar, releaseQueue, releaseTitles, Type } from '@sidelight/plugin-api';
import * as servarr from '@sidelight/servarr';
import { createClient } from './client.js';
import { calendarOf, movieIds, type Records, subjectWith, titleIn } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'radarr',
  title: 'Radarr',
  defaultPort: 7878,
  recognise: servarr.loginPageOf('Radarr'),
  maxBodyBytes: servarr.LISTING_BYTES,
  config: Type.Object({ apiKey: servarr.apiKey(), calendarDays: servarr.calendarDays(), is4k: servarr.is4k() }),
  create(ctx) {
    const { clock, zone, config } = ctx;
    const client = createClient(servarr.connect(ctx, { app: 'Radarr', version: 'v3' }));
    const titleOf = titleIn(zone);
    const library = servarr.createLibrary({
      all: async (signal) => (await client.movies(signal)).map(titleOf),
      one: async (id, signal) => titleOf(await client.movie(id, signal)),
    });
    const subjects = async (records: Records, signal: AbortSignal) =>
      subjectWith(await library.find(movieIds(records), signal), config.is4k);

    async function queue(signal: AbortSignal) {
      const records = await client.queue(signal);
      return servarr.queueRows('movie', records, await subjects(records, signal));
    }

    async function calendar(signal: AbortSignal) {
      const window = servarr.calendarWindow(clock.now(), zone, config.calendarDays);
      return calendarOf(await client.calendar(window, signal), window, { zone, is4k: config.is4k });
    }

    return {
      check: client.check,
      tasks: [
        fill(releaseTitles, '1h', library.load),
        fill(releaseQueue, '30s', queue, { idle: '1m' }),
        fill(releaseCalendar, '30m', calendar),
        servarr.grabsTask({ type: 'movie', clock, history: client.grabbed, subjects }),
        servarr.disksTask(client),
        servarr.healthTask(client, ctx),
        servarr.jobsTask(client),
      ],
      webhook,
    };
  },
});
