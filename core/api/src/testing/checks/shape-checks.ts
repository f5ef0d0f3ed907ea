/** What the plugin object and the integrations that it makes have to look like. */
import { PortBook, vocabularyPorts } from '../../host/index.js';
import type { HttpAnswer } from '../../http.js';
import type { AnyPlugin, Integration } from '../../plugin.js';
import type { AnyPort, Keep } from '../../port.js';
import type { Every } from '../../task.js';
import type { TObject } from '../../typebox.js';
import { openHttpMock } from '../http-mock.js';
import { fieldsOf } from '../sample-config.js';
import { startIntegration } from '../test-integration.js';
import { type Check, demand, type Subject } from './check.js';

export const shapeChecks: readonly Check[] = [
  { title: 'it has a title', run: ({ plugin }) => demand(plugin.title.trim() !== '', 'the title is empty') },
  { title: 'its config is an object whose every field is described', run: checkConfig },
  { title: 'its secrets are writeOnly', run: checkSecrets },
  { title: 'its hosts, limit and port are sound', run: checkNumbers },
  { title: 'it recognises nothing in a page, an empty answer or a refusal', upstream: true, run: checkRecognise },
  { title: 'create asks nothing of the upstream', integration: true, run: checkCreate },
  { title: 'its tasks and fragments are sound', integration: true, run: checkContributions },
  { title: 'stop is safe, twice', integration: true, run: checkStop },
];

/** What a user may write: the config of an integration, and the settings of the plugin. */
const schemasOf = ({ config, settings }: AnyPlugin) =>
  Object.entries<TObject | undefined>({ config, settings }).flatMap(([name, schema]) =>
    schema === undefined ? [] : [{ name, schema }],
  );

function checkConfig({ plugin }: Subject): void {
  for (const { name, schema } of schemasOf(plugin)) {
    demand(Object(schema)['~kind'] === 'Object', `the ${name} is not a Type.Object of TypeBox 1`);
    for (const [field, one] of Object.entries(fieldsOf(schema))) {
      const described = 'description' in one && typeof one.description === 'string' && one.description !== '';
      demand(described, `the ${name} field ${field} has no description`);
    }
  }
}

function checkSecrets({ plugin }: Subject): void {
  for (const { name, schema } of schemasOf(plugin)) {
    for (const [field, one] of Object.entries(fieldsOf(schema))) {
      if (!/(key|token|password|secret)$/i.test(field)) continue;
      demand('writeOnly' in one && one.writeOnly === true, `the ${name} field ${field} is a secret: use Secret()`);
    }
  }
}

function checkNumbers({ plugin }: Subject): void {
  const { hosts = [], maxBodyBytes, defaultPort } = plugin;
  const odd = hosts.find((host) => !/^https?:/.test(host) || !URL.canParse(host));
  demand(odd === undefined, `hosts names ${odd}, which must be an address such as https://api.example.org`);
  const isCount = (value: number | undefined, most: number): boolean =>
    value === undefined || (Number.isSafeInteger(value) && value > 0 && value <= most);
  demand(isCount(maxBodyBytes, Number.MAX_SAFE_INTEGER), `maxBodyBytes ${maxBodyBytes} is not a number of bytes`);
  demand(isCount(defaultPort, 65_535), `defaultPort ${defaultPort} is not a port`);
}

const STRANGE: readonly Partial<HttpAnswer>[] = [
  { data: '<!DOCTYPE html><html><head><title>Sign in</title></head></html>' },
  { data: '' },
  { data: null },
  { data: [] },
  { data: {} },
  { status: 401, data: '' },
  { status: 404, data: 'Not Found' },
  { status: 302, headers: { location: '/' }, data: '' },
];

function checkRecognise({ plugin: { recognise } }: Subject): void {
  if (recognise === undefined) return;
  demand(recognise.get.startsWith('/'), `recognise asks ${recognise.get}, which must be a path that begins with /`);
  for (const strange of STRANGE) {
    const answer: HttpAnswer = { status: 200, headers: {}, cookies: [], data: '', ...strange };
    const { status, data } = answer;
    demand(recognise.is(answer) === false, `recognise mistakes ${JSON.stringify(data)} with ${status} for its program`);
  }
}

async function checkCreate({ plugin, sample, settings }: Subject): Promise<void> {
  const mock = openHttpMock();
  let complaints: readonly string[] = [];
  try {
    const started = startIntegration(plugin, sample(), { settings: settings() });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await started.stop();
  } finally {
    complaints = mock.close();
  }
  demand(complaints.length === 0, `create contacts the upstream: ${complaints.join(', ')}`);
}

async function checkStop({ plugin, sample, settings }: Subject): Promise<void> {
  const mock = openHttpMock();
  try {
    const started = startIntegration(plugin, sample(), { settings: settings() });
    await started.integration.check(new AbortController().signal).catch(() => 'a start that fails');
    await started.stop();
    await started.stop();
  } finally {
    mock.close();
  }
}

async function checkContributions({ plugin, sample, settings }: Subject): Promise<void> {
  const started = startIntegration(plugin, sample(), { settings: settings() });
  try {
    checkTasks(started.integration);
    for (const { port } of started.integration.fragments ?? []) checkPort(port, `fragment ${port.id}`);
  } finally {
    await started.stop();
  }
}

function checkTasks({ tasks = [] }: Integration): void {
  const ids = tasks.map((task) => task.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  demand(twice === undefined, `two tasks have the id ${twice}`);
  for (const task of tasks) {
    demand(isEvery(task.every), `task ${task.id}: ${JSON.stringify(task.every)} is not an interval`);
    demand(task.idle === undefined || isEvery(task.idle), `task ${task.id}: its idle is not an interval`);
    demand(
      task.listening === undefined || isEvery(task.listening),
      `task ${task.id}: its listening is not an interval`,
    );
    demand(task.fills.length > 0, `task ${task.id} fills no port`);
    for (const port of task.fills) checkPort(port, `task ${task.id}`);
  }
}

const isEvery = (every: Every): boolean =>
  typeof every === 'string' ? /^[1-9]\d*[smh]$/.test(every) : [5, 6].includes(every.cron.trim().split(/\s+/).length);

const known = new Map<string, AnyPort>(vocabularyPorts.map((port) => [port.id, port]));

/** A port of the vocabulary, or one of the plugin's own that no other may be confused with. */
function checkPort(port: AnyPort, where: string): void {
  const shared = known.get(port.id);
  const keeps: readonly Keep[] = shared === undefined ? ['snapshot', 'log'] : [shared.keep];
  demand(keeps.includes(port.keep), `${where}: ${port.id} is a ${keeps.join(' or ')}, not a ${port.keep}`);
  demand(
    /^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+$/i.test(port.id),
    `${where}: the port id ${port.id} must look like family.kind`,
  );
  demand(port.keep === 'snapshot' || port.at !== undefined, `${where}: the log ${port.id} has no time`);
  const wrong = new PortBook().fault(port);
  demand(wrong === undefined, `${where}: the port ${port.id} ${wrong}`);
}
