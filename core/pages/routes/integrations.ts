/** `/settings/sources/add` and the pages of one entry: the config, changed by forms. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import { type Request, type Response, Router } from 'express';
import { instancesOn } from '../../cache/database.js';
import { ENTRY_ID } from '../../config/check-entries.js';
import { ABSENT, type EntryChange } from '../../config/desk.js';
import { type EntryFields, entryText } from '../../config/edit.js';
import { exampleEntry } from '../../config/example.js';
import { ConfigError } from '../../config/problem.js';
import { CodedError } from '../../ground/errors.js';
import { exchangeOf } from '../../http/exchange.js';
import type { Tried } from '../../plugins/try-entry.js';
import { beyondForm, type FormInput, faultsOf, fieldsOf, typedEntry } from '../integrations/entry-form.js';
import { type EntryPageData, type EntryPageInput, entryPageData } from '../integrations/entry-page.js';
import { markOf, type OfferedKind, offeredKinds } from '../integrations/kinds.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';
import { isDemo } from './sources.js';

interface ChooseData {
  readonly kinds: readonly OfferedKind[];
}

interface SnippetData {
  readonly title: string;
  readonly yaml: string;
  readonly file: string;
}

interface RemoveData {
  readonly id: string;
  readonly revision: string;
  readonly fault: string;
  readonly lines: string;
}

const PATH = '/settings/sources';
const choosePage = view<ChooseData>('integration-choose');
const snippetPage = view<SnippetData>('integration-snippet');
const formPage = view<EntryPageData>('integration-form');
const removePage = view<RemoveData>('integration-remove');
const ASSETS = ['status.css', 'sections.css', 'integrations.css', 'integrations.js'];
const CHOOSE_ASSETS = ['sections.css', 'integrations.css'];

export function integrationPages(web: Web): Router {
  const { deps } = web;
  const { desk } = deps;
  const { host, audit } = deps.services;
  const router = Router({ caseSensitive: true });

  const tell = (req: Request, what: string, target: string): Promise<void> => {
    const who = web.visitor(req)?.name ?? '';
    const { address } = exchangeOf(req);
    return audit.record({ kind: 'action', who, keyPrefix: 'session:', route: `integration.${what}`, target, address });
  };
  const pluginOf = (id: string): AnyPlugin => {
    const plugin = host.plugins().find((each) => each.id === id && each.create !== undefined);
    if (plugin === undefined) throw new CodedError('not_found', `There is no plugin ${id} with integrations`);
    return plugin;
  };
  /** @throws not_found */
  const written = async (id: string) => {
    const { fields, revision } = await desk.entry(id);
    if (fields === undefined) throw new CodedError('not_found', `The config has no integration ${id}`);
    return { fields, revision };
  };
  const others = (id: string): readonly string[] =>
    deps.settings.integrations.map((entry) => entry.id).filter((each) => each !== id);

  /** Why the file is not written, as a sentence; null: it is. */
  async function refusal(): Promise<string | null> {
    if (isDemo(deps.settings)) return 'This is the demo, so nothing is written';
    if ((await instancesOn(deps.database)) > 1)
      return 'Several Sidelight instances share this database, each with its own config';
    return desk.file.refusal();
  }

  interface Shown {
    readonly input: FormInput;
    readonly id: string;
    readonly revision: string;
    readonly isNew: boolean;
  }

  async function show(req: Request, res: Response, shown: Shown, more: Partial<EntryPageInput> = {}): Promise<void> {
    const { input, id, isNew } = shown;
    const { title } = input.plugin;
    const data = entryPageData({
      ...shown,
      path: isNew ? `${PATH}/add/${input.plugin.id}` : `${PATH}/${id}/change`,
      mark: markOf(input.plugin),
      file: desk.file.path,
      refusal: await refusal(),
      ...more,
    });
    const status = more.outcome?.kind === 'failed' || Object.keys(more.faults ?? {}).length > 0 ? 422 : 200;
    web.show(req, res, {
      view: formPage,
      title: isNew ? `Add ${title}` : `Change ${id}`,
      data,
      assets: ASSETS,
      status,
    });
  }

  async function take(req: Request, res: Response, shown: Shown): Promise<void> {
    const { input, isNew } = shown;
    const id = isNew ? field(req, 'id').trim() : shown.id;
    const typed = (name: string): string | undefined => {
      const sent = (req.body as Readonly<Record<string, unknown>>)[name];
      return typeof sent === 'string' ? sent : undefined;
    };
    const { fields, secrets, faults } = typedEntry(input, typed);
    const again = (more: Partial<EntryPageInput>): Promise<void> =>
      show(req, res, { ...shown, id }, { typed, ...more });
    const misnamed = isNew ? await nameFault(id) : undefined;
    if (misnamed !== undefined || Object.keys(faults).length > 0) {
      return again({ faults: { ...faults, ...(misnamed === undefined ? {} : { id: misnamed }) } });
    }
    const named = isNew && input.plugin.id !== id ? { plugin: input.plugin.id } : {};
    const change: EntryChange = { id, revision: field(req, 'revision'), fields: { ...named, ...fields }, secrets };
    try {
      const isTest = field(req, 'do') === 'test';
      if (isTest) return await again({ outcome: outcomeOf(await desk.try(change)) });
      if ((await refusal()) !== null) {
        await desk.try(change);
        return await again({ lines: linesOf(id, input.entry, change) });
      }
      await desk.save(change);
    } catch (error) {
      return again(troubleOf(error, id, input));
    }
    await tell(req, isNew ? 'added' : 'changed', id);
    web.goTo(res, `${PATH}#source-${id}`);
  }

  async function nameFault(id: string): Promise<string | undefined> {
    if (id === '') return 'Please fill this in';
    if (!ENTRY_ID.test(id)) return 'Use up to 64 characters: a lower-case letter, then letters, digits, - and _';
    return (await desk.entry(id)).fields === undefined ? undefined : 'An integration with this name already exists';
  }

  const adding = (req: Request): Shown => {
    const plugin = pluginOf(String(req.params['plugin']));
    const taken = new Set(others(''));
    const id = taken.has(plugin.id) ? freeName(plugin.id, taken) : plugin.id;
    return { input: { plugin, entry: undefined, others: others('') }, id, revision: ABSENT, isNew: true };
  };
  const changing = async (req: Request): Promise<Shown> => {
    const id = String(req.params['id']);
    const { fields, revision } = await written(id);
    const plugin = pluginOf(String(fields['plugin'] ?? id));
    return { input: { plugin, entry: fields, others: others(id) }, id, revision, isNew: false };
  };

  router.use(PATH, web.members);
  router.get(`${PATH}/:id/change`, async (req, res) => show(req, res, await changing(req)));
  router.post(`${PATH}/:id/change`, async (req, res) => take(req, res, await changing(req)));
  router.post(`${PATH}/:id/switch`, async (req, res) => {
    const id = String(req.params['id']);
    const { fields, revision } = await written(id);
    const isOn = field(req, 'to') === 'on';
    const change = { id, revision, fields: { enabled: isOn ? undefined : false }, secrets: {} };
    const why = await refusal();
    if (why !== null)
      throw new CodedError('conflict', why, { hint: `Set enabled: ${isOn} in the entry ${id} yourself.` });
    if ((fields['enabled'] !== false) !== isOn) await desk.save(change);
    await tell(req, isOn ? 'enabled' : 'disabled', id);
    web.goTo(res, `${PATH}#source-${id}`);
  });
  router.get(`${PATH}/:id/remove`, async (req, res) => {
    const id = String(req.params['id']);
    const { fields, revision } = await written(id);
    const why = await refusal();
    const data = { id, revision, fault: why ?? '', lines: why === null ? '' : entryText(id, fields) };
    web.show(req, res, { view: removePage, title: `Remove ${id}`, data, assets: CHOOSE_ASSETS });
  });
  router.post(`${PATH}/:id/remove`, async (req, res) => {
    const id = String(req.params['id']);
    const why = await refusal();
    if (why !== null) throw new CodedError('conflict', why, { hint: `Remove the entry ${id} from the file yourself.` });
    try {
      await desk.remove(id, field(req, 'revision'));
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const { revision } = await written(id);
      const data = { id, revision, fault: error.message, lines: '' };
      return web.show(req, res, { view: removePage, title: `Remove ${id}`, data, assets: CHOOSE_ASSETS, status: 409 });
    }
    await tell(req, 'removed', id);
    if (field(req, 'forget') === 'yes') {
      await deps.cache.forget(id, 'everything');
      await tell(req, 'forgotten', id);
    }
    web.goTo(res, PATH);
  });
  router.get(`${PATH}/add`, (req, res) => {
    web.show(req, res, {
      view: choosePage,
      title: 'Add an integration',
      data: { kinds: offeredKinds(host.plugins()) },
      assets: CHOOSE_ASSETS,
    });
  });
  router.get(`${PATH}/add/:plugin`, async (req, res) => {
    const shown = adding(req);
    const { plugin } = shown.input;
    if (beyondForm(plugin).length > 0) {
      const data = { title: plugin.title, yaml: exampleEntry(plugin), file: desk.file.path };
      return web.show(req, res, { view: snippetPage, title: `Add ${plugin.title}`, data, assets: CHOOSE_ASSETS });
    }
    const found = req.query['url'];
    await show(req, res, shown, typeof found === 'string' ? { prefill: { url: found } } : {});
  });
  router.post(`${PATH}/add/:plugin`, async (req, res) => take(req, res, adding(req)));
  return router;
}

function freeName(plugin: string, taken: ReadonlySet<string>): string {
  let count = 2;
  while (taken.has(`${plugin}-${count}`)) count += 1;
  return `${plugin}-${count}`;
}

const LEADS: Readonly<Record<string, string>> = {
  auth_failed: 'The server rejected the API key or password',
  unreachable: 'No answer',
  bad_response: 'Something else answers at this address',
  not_found: 'Something else answers at this address',
};

const outcomeOf = ({ ok, code, text }: Tried): NonNullable<EntryPageInput['outcome']> =>
  ok
    ? { kind: 'well', text: `Connected: ${text}.` }
    : { kind: 'failed', text: `${LEADS[code ?? ''] ?? 'Not connected'}: ${text}.` };

/** What keeps the change from being made; anything that is no mistake of whoever typed is thrown on. */
function troubleOf(error: unknown, id: string, input: FormInput): Partial<EntryPageInput> {
  if (error instanceof ConfigError) {
    const { faults, others } = faultsOf(error.problems, id, fieldsOf(input));
    if (others.length === 0) return { faults };
    return { faults, outcome: { kind: 'failed', text: `Nothing was written: ${error.message}` } };
  }
  if (!(error instanceof CodedError)) throw error;
  return { outcome: { kind: 'failed', text: `Nothing was written. ${error.message}. ${error.hint}` } };
}

/** What to paste; secrets stand as variables. */
function linesOf(id: string, entry: EntryFields | undefined, { fields, secrets }: EntryChange): string {
  const variable = (name: string): string =>
    `${id}_${name.replace(/([a-z\d])([A-Z])/g, '$1_$2')}`.replace(/\W/g, '_').toUpperCase();
  const named = Object.fromEntries(Object.keys(secrets).map((name) => [name, `\u0024{${variable(name)}}`]));
  return entryText(id, { ...entry, ...fields, ...named });
}
