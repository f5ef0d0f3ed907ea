/** The API of SABnzbd: one address, a `mode`, and the key in the query, where errors and logs do not show it. */
import { fail, mismatch, type PluginContext, parse, type Static, type TSchema } from '@sidelight/plugin-api';
import { recentHistory } from '@sidelight/usenet';
import { isHeldBack, isUnsettled, outcomeOf, waitsForPostProcessing } from './map.js';
import { Done, type Entry, HistoryAnswer, type Queue, QueueAnswer, Refusal } from './upstream.js';

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config' | 'clock'>;
type Fields = Readonly<Record<string, string | number>>;

/** The newest entries of the history: more finished jobs than anybody waits for. */
const HISTORY_ENTRIES = 60;

export function connect({ http, config, clock }: Context) {
  async function ask<S extends TSchema>(schema: S, fields: Fields, signal: AbortSignal): Promise<Static<S>> {
    const { status, data } = await http.get('/api', {
      query: { output: 'json', ...fields, apikey: config.apiKey },
      signal,
      schema,
      accept: [403],
    });
    if (status === 403) throw fail('auth_failed', /api key/i.test(String(data)) ? WRONG_KEY : WRONG_ADDRESS);
    const what = `mode=${fields['mode']}`;
    if (mismatch(Refusal, data) === undefined) throw refusal(parse(Refusal, data, what).error, what);
    return parse(schema, data, what);
  }

  const queueOf = async (fields: Fields, signal: AbortSignal): Promise<Queue> =>
    (await ask(QueueAnswer, { mode: 'queue', ...fields }, signal)).queue;

  const historyOf = async (fields: Fields, signal: AbortSignal): Promise<readonly Entry[]> =>
    (await ask(HistoryAnswer, { mode: 'history', ...fields }, signal)).history.slots;

  const recent = recentHistory({
    load: (signal) => historyOf({ limit: HISTORY_ENTRIES }, signal),
    isUnsettled,
    clock,
  });

  async function remove(id: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
    const fields = { name: 'delete', value: id, del_files: deleteData ? 1 : 0 };
    const { status } = await ask(Done, { mode: 'queue', ...fields }, signal);
    if (status) return;
    const finished = (await historyOf({ nzo_ids: id }, signal)).find((entry) => entry.nzo_id === id);
    if (finished === undefined) {
      throw fail('not_found', `SABnzbd no longer has the job ${id}, neither in its queue nor in its history`);
    }
    // It would answer that it has done so, and leave the files where they are.
    if (deleteData && outcomeOf(finished) === 'completed') throw fail('refused', KEEPS_DATA);
    await ask(Done, { mode: 'history', ...fields }, signal);
  }

  return {
    /** Of the queue, because `mode=version` is answered whatever the key. */
    version: async (signal: AbortSignal): Promise<string> => (await queueOf({ limit: 1 }, signal)).version,

    /** A queue of one job says all about the client itself. */
    state: (signal: AbortSignal): Promise<Queue> => queueOf({ limit: 1 }, signal),

    async jobs(signal: AbortSignal): Promise<{ readonly queue: Queue; readonly history: readonly Entry[] }> {
      const queue = await queueOf({}, signal);
      const ids = queue.slots.map((slot) => slot.nzo_id);
      return { queue, history: await recent.beside(ids, signal) };
    },

    /** SABnzbd answers `status: true` for every id, so it is looked up first. */
    async pause(id: string, paused: boolean, signal: AbortSignal): Promise<void> {
      const queue = await queueOf({ nzo_ids: id }, signal);
      const slot = queue.slots.find((one) => one.nzo_id === id);
      if (slot === undefined) throw fail('not_found', `the job ${id} is no longer in the queue of SABnzbd`);
      if (!paused && isHeldBack(slot, queue)) {
        throw fail('refused', waitsForPostProcessing(queue) ? POST_PROCESSING : ALL_PAUSED);
      }
      await ask(Done, { mode: 'queue', name: paused ? 'pause' : 'resume', value: id }, signal);
    },

    remove: (id: string, deleteData: boolean, signal: AbortSignal): Promise<void> =>
      remove(id, deleteData, signal).finally(recent.forget),
  };
}

const refusal = (error: string, what: string) =>
  /api key/i.test(error) ? fail('auth_failed', WRONG_KEY) : fail('refused', `SABnzbd refused ${what}: ${error}`);

const WRONG_KEY = 'SABnzbd rejected this API key: use the API key under Config > General, not the NZB key';
const WRONG_ADDRESS =
  'SABnzbd refuses this address (403): add the host name of the url to host_whitelist under Config > Special, and see External internet access under Config > General';
const ALL_PAUSED = 'SABnzbd has paused its whole queue: resume that first';
const POST_PROCESSING = 'SABnzbd pauses its queue while it post-processes a job: it goes on by itself';
const KEEPS_DATA =
  'SABnzbd cannot delete the data of a finished job: remove the job without its data, then delete the files where they are';
