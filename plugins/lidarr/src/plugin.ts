import { definePlugin, fill, releaseTitles, Type } from '@sidelight/plugin-api';
import * as servarr from '@sidelight/servarr';
import { createClient } from './client.js';
import { calendarOf, search, subjectOf, titleIn } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'lidarr',
  title: 'Lidarr',
  kind: 'releases',
  defaultPort: 8686,
  recognise: servarr.loginPageOf('Lidarr'),
  maxBodyBytes: servarr.LISTING_BYTES,
  config: Type.Object({ apiKey: servarr.apiKey(), calendarDays: servarr.calendarDays() }),
  create(ctx) {
    const { clock, http, zone } = ctx;
    const client = createClient(servarr.connect(ctx, { app: 'Lidarr', version: 'v1' }));
    /** Of the albums that are there, as they were listed last: the list is too large to be asked for again. */
    let albumBytes: number | undefined;
    async function titles(signal: AbortSignal) {
      const albums = (await client.albums(signal)).map(titleIn(zone));
      albumBytes = servarr.meanBytes(albums.map(({ stock }) => stock));
      return albums.map(servarr.withoutStock);
    }
    const queue = async (signal: AbortSignal) => servarr.queueRows('album', await client.queue(signal), subjectOf);

    const calendar = async (window: servarr.Window, signal: AbortSignal) =>
      calendarOf(await client.calendar(window, signal), zone, albumBytes);

    return {
      check: client.check,
      image: client.image,
      tasks: [
        fill(releaseTitles, '6h', titles),
        servarr.queueTask({ client, clock, rows: queue }),
        servarr.calendarTask(ctx, calendar),
        servarr.wantedTask({ type: 'album', client }),
        servarr.grabsTask({ type: 'album', clock, http, history: client.grabbed, subjects: async () => subjectOf }),
        servarr.disksTask(client),
        servarr.healthTask(client, ctx),
        servarr.jobsTask(client),
      ],
      actions: servarr.queueActions({ client, search }),
      webhook,
    };
  },
});
