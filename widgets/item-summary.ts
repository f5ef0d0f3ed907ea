import {
  type Ask,
  cached,
  cleanupItems,
  defineLookup,
  isSameWork,
  joinOf,
  live,
  mediaFiles,
  mediaLibraries,
  type People,
  releaseTitles,
  transcodeWorkers,
} from '@sidelight/plugin-api';
import { progressOf } from './shared/downloads.js';
import { entityId, flag, int, NO_TIME, nullable, object, text, time, words } from './shared/fields.js';
import { asTitle, findTitle, type Title } from './shared/find-title.js';
import { hitFacts, hitField } from './shared/hits.js';
import { subtitlesOf } from './shared/item-subtitles.js';
import { fullTitle } from './shared/labels.js';
import { globalId, type RowOf } from './shared/rows.js';
import { isSameFile } from './shared/same-file.js';
import { downloadOf, requesterOf, requestsOf, stitch, stitchReads, type Wanted } from './shared/stitch.js';

type Release = RowOf<typeof releaseTitles>;

const response = object({
  item: object({
    id: entityId('title'),
    title: text('"Series – Title" of a season or an episode'),
    type: text(),
    year: nullable(int()),
    library: text(),
    tmdb: nullable(text('For an episode, that of its series; the same for the other two')),
    tvdb: nullable(text()),
    imdb: nullable(text()),
  }),
  mediaserver: object({ available: flag(), id: entityId('title'), source: text() }),
  request: nullable(
    object({
      id: entityId('request'),
      sourceId: text(),
      title: text(),
      status: text(),
      requestedBy: text(),
      requestedAt: time(),
    }),
  ),
  release: nullable(
    object({
      title: text(),
      service: text(),
      date: nullable(time()),
      hasFile: flag('For a series: all of its wanted, released episodes'),
      monitored: flag(),
      have: nullable(int('Available wanted parts: episodes, tracks, or the film itself')),
      missing: nullable(int('Missing wanted parts that are released')),
    }),
  ),
  download: nullable(
    object({ id: entityId('download'), name: text(), client: text(), state: text(), progress: int() }),
  ),
  hit: hitField,
  cleanup: nullable(object({ collection: text(), dueAt: nullable(time()), action: nullable(text()) })),
  transcode: nullable(object({ name: text(), node: text(), progress: int() })),
  subtitles: nullable(object({ wanted: int('Titles: episodes of a series'), languages: words() })),
});

export const lookup = defineLookup({
  path: '/api/item-summary/:id',
  summary: 'One title of a media server, and what the other services know about it',
  params: object({
    id: entityId('title', '<integration>:<id> of the title, or its bare id if only one integration has it'),
  }),
  response,
  async answer(ask, { id }, { people }) {
    const title = await findTitle(ask, id);
    if (title === undefined) return null;
    const { item, work } = title;
    const [library, releases, joined, cleanup, transcode] = await Promise.all([
      libraryOf(ask, item),
      releasesOf(ask, work),
      requestAndDownloadOf(ask, work, people),
      cleanupOf(ask, title),
      transcodeOf(ask, item),
    ]);
    return {
      item: {
        id: globalId(item.source, item.id),
        title: fullTitle(item.series, item.title),
        type: item.kind,
        year: item.year ?? null,
        library,
        tmdb: work.tmdb ?? null,
        tvdb: work.tvdb ?? null,
        imdb: work.imdb ?? null,
      },
      mediaserver: { available: true, id: globalId(item.source, item.id), source: item.source },
      ...joined,
      release: releaseOf(releases),
      cleanup,
      transcode,
      subtitles: await subtitlesOf(ask, title, releases),
    };
  },
});

async function libraryOf(ask: Ask, item: Title['item']): Promise<string> {
  const { items } = await ask(cached(mediaLibraries));
  return items.find((row) => row.id === item.libraryId && row.source === item.source)?.name ?? '';
}

/** What the managers look after under any of the work's ids. */
async function releasesOf(ask: Ask, work: Wanted): Promise<readonly Release[]> {
  const { tmdb, tvdb, imdb } = work;
  const byId = [tvdb && { tvdb }, tmdb && { tmdb }, imdb && { imdb }].filter((where) => typeof where === 'object');
  const answers = await Promise.all(byId.map((where) => ask(cached(releaseTitles, { where }))));
  return answers.flatMap(({ items }) => items).filter((row) => isSameWork(row, work));
}

/** The manager's title of the work; of several managers, one that has a file. */
function releaseOf(found: readonly Release[]) {
  const title = found.find(({ hasFile }) => hasFile) ?? found[0];
  if (title === undefined) return null;
  return {
    title: title.title,
    service: title.source,
    date: title.date ?? null,
    hasFile: title.hasFile,
    monitored: title.monitored,
    have: title.have ?? null,
    missing: title.missing ?? null,
  };
}

async function requestAndDownloadOf(ask: Ask, work: Wanted, people: People) {
  const [queue, releases, grabs, requests, hits] = await Promise.all([
    ask(stitchReads.queue),
    ask(stitchReads.releases),
    ask(stitchReads.grabs),
    ask(stitchReads.requests),
    ask(stitchReads.hits),
  ]);
  const request = requestsOf(requests.items)(work);
  const link = downloadOf(stitch({ queue, releases, grabs, requests, hits }), work, request);
  const download = link?.download;
  return {
    request:
      request === undefined
        ? null
        : {
            id: globalId(request.source, request.id),
            sourceId: request.source,
            title: request.title,
            status: request.status,
            requestedBy: requesterOf(request, people),
            requestedAt: request.requestedAt ?? NO_TIME,
          },
    download:
      download === undefined
        ? null
        : {
            id: globalId(download.source, download.id),
            name: download.name,
            client: download.source,
            state: download.state,
            progress: progressOf(download),
          },
    hit: hitFacts(link?.hit),
  };
}

async function cleanupOf(ask: Ask, { own, work }: Title) {
  const { items } = await ask(cached(cleanupItems));
  const join = joinOf(items, asTitle);
  const planned = [...join(own), ...join(work)][0];
  if (planned === undefined) return null;
  return { collection: planned.collection, dueAt: planned.dueAt ?? null, action: planned.action ?? null };
}

async function transcodeOf(ask: Ask, item: Title['item']) {
  const [files, workers] = await Promise.all([
    ask(cached(mediaFiles, { where: { itemId: item.id } })),
    ask(live(transcodeWorkers)),
  ]);
  const paths = files.items.filter((file) => file.source === item.source).map((file) => file.path);
  const worker = workers.items.find((row) =>
    paths.some((path) => row.path !== undefined && isSameFile(path, row.path)),
  );
  return worker === undefined ? null : { name: worker.name, node: worker.node ?? '', progress: worker.progress ?? 0 };
}
