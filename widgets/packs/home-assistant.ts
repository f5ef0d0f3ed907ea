/** home-assistant.yaml: one request for the whole snapshot, with a sensor for each of its values, and one for each list. */
import { definePack, type PackInput, type PackWidget, tagged } from '@sidelight/plugin-api';
import { availability, type Sensor, sensorsOf } from './home-assistant/sensors.js';
import { rowsOf } from './shared/rows.js';
import { typesOf } from './shared/stats.js';

/** Made of all summaries, so that one request is enough. */
const SNAPSHOT = 'homepage';

export const pack = definePack({
  id: 'home-assistant',
  title: 'Home Assistant',
  summary: 'Include the file as a package, and write a key into secrets.yaml as sidelight_key.',
  files: (input) =>
    input.widgets
      .filter(({ id }) => id === SNAPSHOT)
      .map((widget) => ({
        path: 'home-assistant.yaml',
        head: head(input.baseUrl),
        yaml: { rest: [snapshot(widget, input), ...input.widgets.flatMap((one) => list(one, input))] },
      })),
});

const head = (
  baseUrl: string,
): string => `Sidelight for Home Assistant: put this file beside your configuration.yaml, and write there
  homeassistant:
    packages:
      sidelight: !include home-assistant.yaml
Make a key of scope widgets-only at ${baseUrl}/settings/api-key and write it into secrets.yaml:
  sidelight_key: the key

One request a minute feeds all sensors but those of lists: the rows of a list are an attribute of a sensor of its own,
for cards with a template. Lists for those who run Sidelight are left out. Home Assistant reads the body of an answer and never its status, so each
sensor looks whether its value is there: when Sidelight refuses or fails, and while nobody has told it the number, it is
unavailable, not 0.`;

const asking = (path: string, baseUrl: string): object => ({
  resource: `${baseUrl}${path}`,
  headers: { 'x-api-token': tagged('!secret', 'sidelight_key') },
  scan_interval: 60,
});

function snapshot({ path, response, tile }: PackWidget, { baseUrl }: PackInput): object {
  const labels = new Map(tile.stats.map(({ field, label }) => [field, label]));
  const sensors = sensorsOf(response, labels);
  const of = (platform: Sensor['platform']) =>
    sensors.filter((sensor) => sensor.platform === platform).map(({ entity }) => entity);
  return { ...asking(path, baseUrl), sensor: of('sensor'), binary_sensor: of('binary_sensor') };
}

/** As many as fit into a card, and by far into what is recorded of an attribute. */
const ROWS = 8;

/** Its state is the first number of the tile; its rows hold what the tile says of them. */
function list(widget: PackWidget, { baseUrl }: PackInput): readonly object[] {
  const { id, path, tile, response } = widget;
  const rows = rowsOf(widget);
  const types = typesOf(response.properties);
  const number = tile.stats.find(({ field }) => ['integer', 'number'].includes(types.get(field) ?? ''));
  if (rows === null || number === undefined || tile.for === 'admin') return [];
  const value = `value_json.${number.field}`;
  const sensor = {
    name: `Sidelight ${id.replaceAll('-', ' ')} list`,
    unique_id: `sidelight_${id.replaceAll('-', '_')}_list`,
    icon: tile.icon.replace('-', ':'),
    availability: availability(number.field, 'number', response.properties),
    value_template: `{{ ${value} | default('') }}`,
    state_class: 'measurement',
    json_attributes: [rows.items],
  };
  return [{ ...asking(`${path}?limit=${ROWS}`, baseUrl), sensor: [sensor] }];
}
