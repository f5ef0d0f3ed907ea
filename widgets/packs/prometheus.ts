/** prometheus.yml: Sidelight's own metrics. */
import { definePack } from '@sidelight/plugin-api';

export const pack = definePack({
  id: 'prometheus',
  title: 'Prometheus',
  summary: 'Add the job to your prometheus.yml, and write a key with the scope metrics to the file that it names.',
  files: ({ baseUrl }) => [{ path: 'prometheus.yml', head: head(baseUrl), yaml: { scrape_configs: [job(baseUrl)] } }],
});

const KEY_FILE = '/etc/prometheus/sidelight.key';

const head = (
  baseUrl: string,
): string => `Sidelight for Prometheus: add this job to the scrape_configs of your prometheus.yml.
It reads every number of the homepage, and how Sidelight and its integrations are doing.

/metrics needs a key of scope metrics, unless the settings of Sidelight have metrics: { open: true }, or name the
address of Prometheus in metrics: { networks: [...] }; then remove the lines of authorization. Make the key at ${baseUrl}/settings/api-key and write it, and nothing else, into
${KEY_FILE}, readable for the user of Prometheus.

Newer versions of Prometheus can send it as x-api-token as well, in the place of authorization:
  http_headers: { x-api-token: { files: [${KEY_FILE}] } }`;

function job(baseUrl: string): object {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const scheme = protocol.slice(0, -1);
  return {
    job_name: 'sidelight',
    scheme,
    metrics_path: `${pathname === '/' ? '' : pathname}/metrics`,
    scrape_interval: '60s',
    authorization: { type: 'Bearer', credentials_file: KEY_FILE },
    static_configs: [{ targets: [`${hostname}:${port || (scheme === 'https' ? '443' : '80')}`] }],
  };
}
