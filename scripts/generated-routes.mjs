/** Every route of the API with its fields. */
import { built, code, table } from './generated-parts.mjs';
import { fieldsOf, typeOf } from './generated-schema.mjs';

const COMMON = 'every payload';

export async function routeTables(registry) {
  const { apiRoutes } = await built('rest/routes.js');
  const { Catalog } = await built('widgets/catalog.js');
  const { withCommonFields } = await import('@sidelight/plugin-api/host');
  const { variantQuery } = await built('rest/query.js');
  const { eventsQuery } = await built('rest/event-stream.js');
  const { bundleQuery, bundleResponse } = await built('rest/bundle.js');
  const { doneSchema } = await built('rest/openapi/responses.js');
  const { Type } = await import('@sidelight/plugin-api');
  const routes = apiRoutes({ registry, catalog: new Catalog(registry, { now: () => new Date() }) });
  const own = {
    catalog: (route) => fieldTable(route.response),
    events: () => `${queryTable(eventsQuery)}\n\nA stream, not JSON: see [Events](events.md).`,
    agenda: () => 'An iCalendar file, not JSON.',
    bundle: () => `${queryTable(bundleQuery)}\n\n${fieldTable(bundleResponse)}`,
  };
  const common = withCommonFields(Type.Object({}));
  const head = ['method', 'path', 'scope', 'freshness', 'what'];
  return {
    routes: table(head, routes.map(row)),
    query: queryTable(variantQuery),
    'common-fields': fieldTable(common),
    'action-fields': fieldTable(doneSchema),
    fields: routes.map((route) => section(route, new Set(Object.keys(common.properties)), own)).join('\n\n'),
  };
}

const queryTable = ({ properties }) =>
  table(
    ['parameter', 'value', 'default', 'what'],
    Object.entries(properties).map(([name, field]) => [
      code(name),
      rangeOf(field),
      field.default ?? '',
      field.description,
    ]),
  );

const rangeOf = (field) =>
  field.minimum === undefined ? typeOf(field) : `${typeOf(field)}, ${field.minimum} to ${field.maximum}`;

const row = (route) => [
  route.method,
  `[\`${route.path}\`](#${anchorOf(route)})`,
  code(route.guard.scope),
  freshnessOf(route),
  route.summary,
];

const freshnessOf = (route) =>
  route.kind === 'widget' ? route.widget.freshness : route.kind === 'catalog' ? 'cached' : 'live';

const headingOf = ({ method, path }) => `${method} ${path}`;

/** As viewers of repositories make it: letters, digits and dashes. */
const anchorOf = (route) =>
  headingOf(route)
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');

/** @param own what routes of the core that are no widgets say of themselves, by their kind */
function section(route, common, own) {
  const { guard, summary } = route;
  const facts = `${summary}. Scope ${code(guard.scope)}, ${freshnessOf(route)}.`;
  const parts = {
    ...own,
    widget: () => widgetFields(route.widget, common),
    lookup,
    action,
  };
  return [`### ${headingOf(route)}`, facts, parts[route.kind](route)].join('\n\n');
}

function widgetFields({ response, query }, common) {
  const own = fieldsOf(response).filter(([path]) => !common.has(path.split(/[.[]/)[0]));
  const told = own.length === 0 ? `Only the fields of [${COMMON}](#fields-of-every-payload).` : fields(own);
  return query === undefined ? told : `${queryTable(query)}\n\n${told}`;
}

const lookup = ({ lookup: { params, response } }) => `${fieldTable(params, 'parameter')}\n\n${fieldTable(response)}`;
const action = ({ action: { input } }) => fieldTable(input, 'field of the body', new Set(input.required ?? []));

const fieldTable = (schema, head, required) => fields(fieldsOf(schema), head, required);

const fields = (rows, head = 'field', required = undefined) =>
  table(
    [head, 'type', 'about'],
    rows.map(([path, type, about]) => [
      code(path),
      type,
      required === undefined || required.has(path)
        ? about
        : [about, 'Optional.'].filter((part) => part !== '').join('. '),
    ]),
  );
