/** Every setting: of the core, of any integration, and of each plugin. */
import { built, code, table } from './generated-parts.mjs';
import { typeOf } from './generated-schema.mjs';

export async function configTables(plugins, registry) {
  const { coreSchema } = await built('config/core-schema.js');
  const { entrySchemaOf } = await import('@sidelight/plugin-api/host');
  const remote = entrySchemaOf({ local: false, server: true });
  return {
    core: settings(coreSchema),
    entry: settings(remote),
    rules: registry
      .rules()
      .map(({ id }) => code(id))
      .sort()
      .join(', '),
    'plugin-settings': plugins.map(pluginSettings).join('\n\n'),
  };
}

function pluginSettings({ id, title, config, settings: common, local, server, create, defaultPort }) {
  const port = defaultPort === undefined ? '' : `, usually with port ${defaultPort}`;
  const url = local === true ? 'It asks no service, so it has no `url`.' : `Needs a \`url\`${port}.`;
  const tied = server === true ? ' Takes `server`.' : '';
  const what =
    create === undefined
      ? `\`${id}\` under \`plugins:\`. It makes no integrations.`
      : `\`plugin: ${id}\`. ${url}${tied}`;
  const none = 'It has no settings of its own.';
  const own = Object.keys(config.properties).length === 0 ? none : settings(config);
  const whole = common === undefined ? [] : [`Under \`plugins:\`, as settings of \`${id}\`:`, settings(common)];
  return [
    `### ${title}`,
    `${what} More in [its README](../plugins/${id}/README.md).`,
    ...(create === undefined && whole.length > 0 ? [] : [own]),
    ...whole,
  ].join('\n\n');
}

const settings = (schema) => table(['setting', 'value', 'default', 'what'], rowsOf(schema, ''));

function rowsOf(schema, prefix) {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    if (isSection(field)) return rowsOf(field, `${path}.`);
    const row = [code(path), valueIn(field), fallbackOf(field, required.has(name)), aboutOf(field)];
    const inner = field.type === 'array' && field.items?.properties ? rowsOf(field.items, `${path}[].`) : [];
    return [row, ...inner];
  });
}

/** A group of settings, as against a map of names that the user chooses. */
const isSection = ({ type, properties }) => type === 'object' && properties !== undefined;

const WORDS = {
  password: 'secret',
  duration: 'duration',
  every: 'interval or cron pattern',
  'http-url': 'address',
  'plain-url': 'address',
};

const valueIn = (field) => (field.writeOnly === true ? 'secret' : (WORDS[field.format] ?? typeOf(field)));

function fallbackOf({ default: fallback }, isRequired) {
  if (fallback === undefined) return isRequired ? 'required' : '';
  if (Array.isArray(fallback)) return fallback.length === 0 ? 'none' : 'all';
  return typeof fallback === 'object' ? 'none' : code(fallback);
}

function aboutOf({ description = '', examples }) {
  const [first] = examples ?? [];
  if (first === undefined) return description;
  return `${description} For example ${code(typeof first === 'string' ? first : JSON.stringify(first))}.`;
}
