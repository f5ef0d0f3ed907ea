/** `/settings/import`: the history that another program recorded is uploaded, looked at, and taken over. */
import { basename } from 'node:path';
import { type Request, type Response, Router } from 'express';
import { CodedError } from '../../ground/errors.js';
import { FORMATS } from '../../imports/formats/formats.js';
import { inWords } from '../../imports/spool.js';
import { mediaServers, targetOf } from '../../imports/target.js';
import type { Format } from '../../imports/told.js';
import { isZone } from '../../time/local-time.js';
import { type JobView, jobView } from '../imports/import-view.js';
import { uploadOf } from '../imports/upload-form.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';

interface ImportData {
  readonly formats: readonly Pick<Format, 'id' | 'title' | 'file'>[];
  /** Media servers whose plays they may become. */
  readonly servers: readonly string[];
  readonly zone: string;
  /** What an upload may have: "3.4 GB". */
  readonly room: string;
  readonly job: JobView | null;
}

const PATH = '/settings/import';
export const UPLOAD_PATH = `${PATH}/upload`;
const ASSETS = ['status.css', 'imports.css', 'imports.js'];

const page = view<ImportData>('imports');
const state = view<ImportData>('import-state');

export function importPages(web: Web): Router {
  const { imports } = web.deps;
  const router = Router({ caseSensitive: true });
  router.use(PATH, web.members);
  router.get(PATH, async (req, res) => {
    web.show(req, res, { view: page, title: 'Import', data: await dataOf(web), assets: ASSETS });
  });
  router.get(`${PATH}/state`, async (req, res) => {
    web.show(req, res, { view: state, title: 'Import', data: await dataOf(web) });
  });
  router.post(UPLOAD_PATH, async (req, res) => {
    await imports.jobs.upload(() => receive(web, req));
    web.goTo(res, PATH);
  });
  router.post(`${PATH}/run`, (_req, res) => {
    imports.jobs.import();
    web.goTo(res, PATH);
  });
  router.post(`${PATH}/discard`, async (_req, res: Response) => {
    await imports.jobs.discard();
    web.goTo(res, PATH);
  });
  // Where a browser lands that was asked to sign in again before it could send one of these.
  router.get([UPLOAD_PATH, `${PATH}/run`, `${PATH}/discard`], (_req, res) => web.goTo(res, PATH));
  return router;
}

async function dataOf({ deps }: Web): Promise<ImportData> {
  const { jobs, spool } = deps.imports;
  const job = jobs.current;
  const program = FORMATS.find(({ id }) => id === job?.order.format)?.title ?? '';
  return {
    formats: FORMATS,
    servers: mediaServers(deps.cache),
    zone: deps.settings.zone,
    room: inWords(await spool.room()),
    job: job === null ? null : jobView(job, program),
  };
}

/** @throws bad_request, import_source, import_space, upload_slow */
async function receive({ deps }: Web, req: Request) {
  const { spool } = deps.imports;
  const upload = uploadOf(req);
  const format = FORMATS.find(({ id }) => id === field(req, 'format'));
  if (format === undefined) throw new CodedError('bad_request', 'Choose the program that the file is from');
  const zone = field(req, 'zone').trim() || deps.settings.zone;
  if (!isZone(zone))
    throw new CodedError('bad_request', `"${zone}" is not a time zone: write one such as Europe/Berlin`);
  const source = targetOf(mediaServers(deps.cache), field(req, 'source') || undefined);
  if (upload === undefined || upload.name === '') throw new CodedError('bad_request', 'Choose a file');
  await spool.demandRoom(Number(req.get('content-length') ?? 0));
  const file = await spool.receive(upload.file);
  return { order: { format: format.id, file, source, zone }, name: basename(upload.name).slice(0, 200) };
}
