import { definePlugin, fill, releaseCalendar, releaseQueue, releaseTitles, Type } from '@sidelight/plugin-api';
import * as servarr from '@sidelight/servarr';
import { createClient } from './client.js';
import { calendarOf, subjectOf, titleIn } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'lidarr',
  title: 'Lidarr',
  defaultPort: 8686,
  recognise: servarr.loginPageOf('Lidarr'),
  maxBodyBytes: servarr.LISTING_BYTES,
  config: Type.Object({ apiKey: servarr.apiKey(), calendarDays: servarr.calendarDays() }),
  create(ctx) {
    const { clock, zone, config } = ctx;
    const client = createClient(servarr.connect(ctx, { app: 'Lidarr', version: 'v1' }));
    const titles = async (signal: AbortSignal) => (await client.albums(signal)).map(titleIn(zone));
    const queue = async (signal: AbortSignal) => servarr.queueRows('album', await client.queue(signal), subjectOf);

    async function calendar(signal: AbortSignal) {
      const window = servarr.calendarWindow(clock.now(), zone, config.calendarDays);
      return calendarOf(await client.calendar(window, signal), zone);
    }

    return {
      check: client.check,
      tasks: [
        fill(releaseTitles, '6h', titles),
        fill(releaseQueue, '30s', queue, { idle: '1m' }),
        fill(releaseCalendar, '30m', calendar),
        servarr.grabsTask({ type: 'album', clock, history: client.grabbed, subjects: async () => subjectOf }),
        servarr.disksTask(client),
        servarr.healthTask(client, ctx),
        servarr.jobsTask(client),
      ],
      webhook,
    };
  },
});
