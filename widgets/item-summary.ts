import {
  type Ask,
  cached,
  defineLookup,
  live,
  mediaFiles,
  mediaLibraries,
  releaseTitles,
  transcodeWorkers,
} from '@sidelight/plugin-api';
import { progressOf } from './shared/downloads.js';
import { flag, int, NO_TIME, nullable, object, text, time, words } from './shared/fields.js';
import { cleanupOf } from './shared/item-cleanup.js';
import { downloadOf, type Title, titleOf } from './shared/item-join.js';
import { subtitlesOf } from './shared/item-subtitles.js';
import { climb, findItem, type MediaItem, workOfItem } from './shared/item-work.js';
import { fullTitle } from './shared/labels.js';
import { requestTypeOf } from './shared/release-index.js';
import { indexRequests, type Work } from './shared/request-index.js';
import { globalId } from './shared/rows.js';
import { isSameFile } from './shared/same-file.js';
import { stitch, stitchReads } from './shared/stitch.js';

const response = object({
  item: object({
    id: text(),
    title: text('"Series – Title" of a season or an episode'),
    type: text(),
    year: nullable(int()),
    library: text(),
    tmdb: nullable(text('Of an episode: of its series; so are the other two')),
    tvdb: nullable(text()),
    imdb: nullable(text()),
  }),
  mediaserver: object({ available: flag(), id: text(), source: text() }),
  request: nullable(
    object({
      id: text(),
      sourceId: text(),
      title: text(),
      status: text(),
      requestedBy: text(),
      requestedAt: time(),
    }),
  ),
  release: nullable(
    object({ title: text(), service: text(), date: nullable(time()), hasFile: flag(), monitored: flag() }),
  ),
  download: nullable(object({ id: text(), name: text(), client: text(), state: text(), progress: int() })),
  cleanup: nullable(object({ collection: text(), dueAt: nullable(time()), action: nullable(text()) })),
  transcode: nullable(object({ name: text(), node: text(), progress: int() })),
  subtitles: nullable(object({ wanted: int('Titles: episodes of a series'), languages: words() })),
});

export const lookup = defineLookup({
  path: '/api/item-summary/:id',
  summary: 'One title of a media server, and what the other services know of it',
  params: object({ id: text('<integration>:<id> of the title, or its bare id') }),
  response,
  async answer(ask, { id }) {
    const item = await findItem(ask, id);
    if (item === undefined) return null;
    const top = await climb(ask, item);
    const work = workOfItem(item, top);
    const [library, titles, joined, cleanup, transcode] = await Promise.all([
      libraryOf(ask, item),
      work === undefined ? [] : titlesOf(ask, work),
      work === undefined ? { request: null, download: null } : requestAndDownloadOf(ask, work),
      cleanupOf(ask, item, top, work),
      transcodeOf(ask, item),
    ]);
    return {
      item: {
        id: globalId(item.source, item.id),
        title: fullTitle(item.series, item.title),
        type: item.kind,
        year: item.year ?? null,
        library,
        tmdb: work?.tmdb ?? null,
        tvdb: work?.tvdb ?? null,
        imdb: work?.imdb ?? null,
      },
      mediaserver: { available: true, id: globalId(item.source, item.id), source: item.source },
      ...joined,
      release: releaseOf(titles, work),
      cleanup,
      transcode,
      subtitles: work === undefined ? null : await subtitlesOf(ask, item, work, titles),
    };
  },
});

async function libraryOf(ask: Ask, item: MediaItem): Promise<string> {
  const { items } = await ask(cached(mediaLibraries));
  return items.find((row) => row.id === item.libraryId && row.source === item.source)?.name ?? '';
}

/** What the managers look after under any of the work's ids. */
async function titlesOf(ask: Ask, { type, tvdb, tmdb, imdb }: Work): Promise<readonly Title[]> {
  const byId = [tvdb && { tvdb }, tmdb && { tmdb }, imdb && { imdb }].filter((where) => typeof where === 'object');
  const answers = await Promise.all(byId.map((where) => ask(cached(releaseTitles, { where }))));
  return answers.flatMap((answer) => answer.items).filter((title) => requestTypeOf(title) === type);
}

function releaseOf(titles: readonly Title[], work: Work | undefined) {
  const title = work === undefined ? undefined : titleOf(titles, work);
  if (title === undefined) return null;
  return {
    title: title.title,
    service: title.source,
    date: title.date ?? null,
    hasFile: title.hasFile,
    monitored: title.monitored,
  };
}

async function requestAndDownloadOf(ask: Ask, work: Work) {
  const [queue, releases, grabs, requests] = await Promise.all([
    ask(stitchReads.queue),
    ask(stitchReads.releases),
    ask(stitchReads.grabs),
    ask(stitchReads.requests),
  ]);
  const request = indexRequests(requests.items).ofWork(work);
  const download = downloadOf(stitch({ queue, releases, grabs, requests }), work, request);
  return {
    request:
      request === undefined
        ? null
        : {
            id: globalId(request.source, request.id),
            sourceId: request.source,
            title: request.title,
            status: request.status,
            requestedBy: request.requestedBy,
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
  };
}

async function transcodeOf(ask: Ask, item: MediaItem) {
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
