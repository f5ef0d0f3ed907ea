import { definePlugin, fill, releaseTitles, Type } from '@sidelight/plugin-api';
import * as servarr from '@sidelight/servarr';
import { createClient } from './client.js';
import { calendarOf, type Records, search, seriesIds, showIn, subjectWith, titleOf } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'sonarr',
  title: 'Sonarr',
  kind: 'releases',
  defaultPort: 8989,
  recognise: servarr.loginPageOf('Sonarr'),
  maxBodyBytes: servarr.LISTING_BYTES,
  config: Type.Object({ apiKey: servarr.apiKey(), calendarDays: servarr.calendarDays(), is4k: servarr.is4k() }),
  create(ctx) {
    const { clock, http, zone, config } = ctx;
    const client = createClient(servarr.connect(ctx, { app: 'Sonarr', version: 'v3' }));
    const showOf = showIn(zone);
    const library = servarr.createLibrary({
      all: async (signal) => (await client.series(signal)).map(showOf),
      one: async (id, signal) => showOf(await client.oneSeries(id, signal)),
    });
    const shows = (records: Records, signal: AbortSignal) => library.find(seriesIds(records), signal);
    const subjects = async (records: Records, signal: AbortSignal) =>
      subjectWith(await shows(records, signal), config.is4k);

    async function queue(signal: AbortSignal) {
      const records = await client.queue(signal);
      return servarr.queueRows('episode', records, await subjects(records, signal));
    }

    async function calendar(window: servarr.Window, signal: AbortSignal) {
      const episodes = await client.calendar(window, signal);
      return calendarOf(episodes, { shows: await shows(episodes, signal), zone, is4k: config.is4k });
    }

    return {
      check: client.check,
      image: client.image,
      tasks: [
        fill(releaseTitles, '1h', async (signal) => (await library.load(signal)).map(titleOf)),
        servarr.queueTask({ client, clock, rows: queue }),
        servarr.calendarTask(ctx, calendar),
        servarr.wantedTask({ type: 'episode', client }),
        servarr.grabsTask({ type: 'episode', clock, http, history: client.grabbed, subjects }),
        servarr.disksTask(client),
        servarr.healthTask(client, ctx),
        servarr.jobsTask(client),
      ],
      actions: servarr.queueActions({ client, search }),
      webhook,
    };
  },
});
