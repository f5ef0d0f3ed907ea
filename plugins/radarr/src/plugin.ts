import { dayOf, definePlugin, fill, releaseTitles, Type } from '@sidelight/plugin-api';
import * as servarr from '@sidelight/servarr';
import { createClient } from './client.js';
import { calendarOf, movieIds, type Records, search, subjectWith, titleIn } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'radarr',
  title: 'Radarr',
  kind: 'releases',
  defaultPort: 7878,
  recognise: servarr.loginPageOf('Radarr'),
  maxBodyBytes: servarr.LISTING_BYTES,
  config: Type.Object({ apiKey: servarr.apiKey(), calendarDays: servarr.calendarDays(), is4k: servarr.is4k() }),
  create(ctx) {
    const { clock, http, zone, config } = ctx;
    const client = createClient(servarr.connect(ctx, { app: 'Radarr', version: 'v3' }));
    const library = servarr.createLibrary({
      all: async (signal) => (await client.movies(signal)).map(titleIn(zone)),
      one: async (id, signal) => titleIn(zone)(await client.movie(id, signal)),
    });
    const subjects = async (records: Records, signal: AbortSignal) =>
      subjectWith(await library.find(movieIds(records), signal), config.is4k);

    async function queue(signal: AbortSignal) {
      const records = await client.queue(signal);
      return servarr.queueRows('movie', records, await subjects(records, signal));
    }

    async function calendar(window: servarr.Window, signal: AbortSignal) {
      const movies = await client.calendar(window, signal);
      const held = await library.known(signal);
      return calendarOf(movies, window, {
        zone,
        today: dayOf(clock.now(), zone),
        sizeBytes: servarr.meanBytes(held.map(({ stock }) => stock)),
        is4k: config.is4k,
      });
    }

    // Its list of missing movies has those, too, that are not out yet.
    const notYet = async (signal: AbortSignal) => servarr.countNotYet(await library.known(signal));
    return {
      check: client.check,
      image: client.image,
      tasks: [
        fill(releaseTitles, '1h', async (signal) => (await library.load(signal)).map(servarr.withoutStock)),
        servarr.queueTask({ client, clock, rows: queue }),
        servarr.calendarTask(ctx, calendar),
        servarr.wantedTask({ type: 'movie', client, notYet }),
        servarr.grabsTask({ type: 'movie', clock, http, history: client.grabbed, subjects }),
        servarr.disksTask(client),
        servarr.healthTask(client, ctx),
        servarr.jobsTask(client),
      ],
      actions: servarr.queueActions({ client, search }),
      webhook,
    };
  },
});
