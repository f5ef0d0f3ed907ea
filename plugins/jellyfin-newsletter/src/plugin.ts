import { definePlugin, fill, newsletterCampaigns, Type } from '@sidelight/plugin-api';
import { readFiles } from './files.js';
import { campaignOf } from './map.js';

export default definePlugin({
  id: 'jellyfin-newsletter',
  title: 'Jellyfin Newsletter',
  kind: 'newsletters',
  local: true,
  config: Type.Object({
    path: Type.String({
      minLength: 1,
      examples: ['/jellyfin-newsletter'],
      description: 'The folder with its config.yml and LAST_NEWSLETTER.txt, as Sidelight sees it',
    }),
    zone: Type.Optional(
      Type.String({
        format: 'time-zone',
        examples: ['Europe/Berlin'],
        description: 'The time zone of the program, its TZ; default: that of Sidelight',
      }),
    ),
  }),
  create: ({ config, clock, zone }) => ({
    async check(signal) {
      await readFiles(config.path, signal);
      return { name: 'Jellyfin Newsletter' };
    },
    tasks: [
      fill(newsletterCampaigns, '5m', async (signal) => {
        const { config: told, state } = await readFiles(config.path, signal);
        return [campaignOf(told, state, { zone: config.zone ?? zone, now: clock.now() })];
      }),
    ],
  }),
});
