/** What tiles made for JellyGlance ask for. Source: the page "Homepage and Homarr widgets" of its documentation. */
import { cached, definePlugin, defineSummary, feedHits, mediaServer, Type, tally } from '@sidelight/plugin-api';

const MARKER = 'jellyglance';

/** Keys of its snapshot that are called otherwise here, and the marker, which stands in each of its answers. */
const homepage = defineSummary({
  id: 'jellyglance',
  reads: { hits: tally(feedHits), servers: cached(mediaServer) },
  fields: Type.Object({
    jellyglance: Type.Boolean({ description: 'Always true' }),
    autobrr: Type.Integer({ description: 'As feedHits' }),
    jellyfinOk: Type.Boolean({ description: 'As mediaserverOk' }),
    jellyfinName: Type.String({ description: 'As mediaserverName' }),
    jellyfinVersion: Type.String({ description: 'As mediaserverVersion' }),
  }),
  render: ({ hits, servers }) => {
    // The first configured one speaks for all.
    const source = servers.sources[0];
    const server = servers.items.find((one) => one.source === source?.id);
    return {
      jellyglance: true,
      autobrr: hits.count,
      jellyfinOk: source?.state === 'ok',
      jellyfinName: server?.name ?? '',
      jellyfinVersion: server?.version ?? '',
    };
  },
});

export default definePlugin({
  id: 'jellyglance',
  title: 'JellyGlance',
  summaries: [homepage],
  aliases: [
    { path: '/api/widgets/autobrr', of: '/api/widgets/feed-hits', marker: MARKER },
    { path: '/api/widgets/maintainerr', of: '/api/widgets/cleanup', marker: MARKER },
    { path: '/api/widgets/jellyfin-jobs', of: '/api/widgets/mediaserver-jobs', marker: MARKER },
    { path: '/api/jellyfin/status', of: '/api/mediaserver/status', marker: MARKER },
    { path: '/api/item-glance/:id', of: '/api/item-summary/:id', marker: MARKER },
  ],
});
