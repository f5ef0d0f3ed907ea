/** A package and a dashboard for each board: one request, whose answer is an attribute, and entities that read it. */
import { definePack, type PackInput, tagged, UNKNOWN } from '@sidelight/plugin-api';
import { answerOf } from './home-assistant/answer.js';
import { dashboard } from './home-assistant/dashboard.js';
import { type Entity, entitiesOf, ROWS } from './home-assistant/entities.js';
import { type Board, boardsOf } from './shared/groups.js';

export const pack = definePack({
  id: 'home-assistant',
  title: 'Home Assistant',
  summary: 'Include wall.yaml as a package, add a key to secrets.yaml as sidelight_key, and paste the dashboard.',
  files: (input) =>
    boardsOf(input.widgets)
      .filter((board) => entitiesOf(board).length > 0)
      .flatMap((board) => [
        { path: `home-assistant/${board.id}.yaml`, head: head(board, input.baseUrl), yaml: packageOf(board, input) },
        {
          path: `home-assistant/${board.id}-dashboard.yaml`,
          head: dashboardHead(board),
          yaml: dashboard(board, input.publicUrl),
        },
      ]),
});

const head = (
  { id }: Board,
  baseUrl: string,
): string => `Sidelight for Home Assistant: put this file beside your configuration.yaml, and write there
  homeassistant:
    packages:
      sidelight_${id}: !include ${id}.yaml
Make a key of scope widgets-only at ${baseUrl}/settings/api-key and write it into secrets.yaml:
  sidelight_key: the key

One request a minute feeds all entities: its answer is an attribute of one sensor, which is too long to be recorded, and
so is left out of the history; the entities that read it are in there, and have statistics. Rows of a list are the
attribute items of its sensor. What never was, or what nobody has told yet, is unknown, not 0; when Sidelight refuses or
fails, all is unavailable.`;

const dashboardHead = ({ id, title }: Board): string => `${title}, a dashboard for the entities of ${id}.yaml:
Settings, Dashboards, Add dashboard, New dashboard from scratch; then Edit, Raw configuration editor, and paste this.`;

function packageOf(board: Board, { baseUrl }: PackInput): object {
  const { name, entity } = answerOf(board);
  const entities = entitiesOf(board);
  const of = (platform: 'sensor' | 'binary_sensor') =>
    entities.filter((one) => one.platform === platform).map(({ options }) => options);
  const flags = of('binary_sensor');
  return {
    rest: [
      {
        resource: `${baseUrl}/api/widgets/bundle?widgets=${widgetIds(entities).join(',')}&limit=${ROWS}`,
        headers: { 'x-api-token': tagged('!secret', 'sidelight_key') },
        scan_interval: 60,
        sensor: [
          {
            name,
            unique_id: entity.replace('sensor.', ''),
            icon: 'mdi:television-ambient-light',
            // It looks at no status: an error is an answer without this.
            availability: '{{ value_json is defined and value_json.service is defined }}',
            value_template: FRESHNESS,
            json_attributes: ['updatedAt', 'widgets'],
          },
        ],
      },
    ],
    template: [{ sensor: of('sensor'), ...(flags.length === 0 ? {} : { binary_sensor: flags }) }],
    recorder: { exclude: { entities: [entity] } },
  };
}

const widgetIds = (entities: readonly Entity[]): readonly string[] => [
  ...new Set(entities.map(({ widget }) => widget)),
];

/** What the first widget says that is not up to date; "live" when all are. */
const FRESHNESS =
  '{% set it = value_json if value_json is mapping else {} %}' +
  "{{ (it.get('widgets', {}).values() | map(attribute='body.freshness') | select('string') " +
  `| reject('in', ['live', '${UNKNOWN}']) | first | default('live'))[:255] }}`;
