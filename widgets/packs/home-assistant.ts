/** home-assistant.yaml: one request for the whole snapshot, and a sensor for each of its values. */
import { definePack, type PackInput, type PackWidget, tagged } from '@sidelight/plugin-api';
import { type Sensor, sensorsOf } from './home-assistant/sensors.js';

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
        yaml: { rest: [request(widget, input)] },
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

One request a minute feeds all sensors. Home Assistant reads the body of an answer and never its status, so each
sensor looks whether its value is there: when Sidelight refuses or fails, it is unavailable, not 0.`;

function request({ path, response, tile }: PackWidget, { baseUrl }: PackInput): object {
  const labels = new Map(tile.stats.map(({ field, label }) => [field, label]));
  const sensors = sensorsOf(response, labels);
  const of = (platform: Sensor['platform']) =>
    sensors.filter((sensor) => sensor.platform === platform).map(({ entity }) => entity);
  return {
    resource: `${baseUrl}${path}`,
    headers: { 'x-api-token': tagged('!secret', 'sidelight_key') },
    scan_interval: 60,
    sensor: of('sensor'),
    binary_sensor: of('binary_sensor'),
  };
}
