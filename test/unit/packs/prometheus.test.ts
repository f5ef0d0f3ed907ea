import { expect } from 'chai';
import { parse } from 'yaml';
import { type PrometheusConfig, prometheusFaults } from '../../support/pack-rules/prometheus.js';
import { BASE_URL, madePacks } from '../../support/packs.js';

const textFor = async (baseUrl: string): Promise<string> =>
  (await madePacks(baseUrl)).files('prometheus')[0]?.text ?? '';

describe('the pack of Prometheus', () => {
  let text: string;
  before(async () => {
    text = await textFor(BASE_URL);
  });

  it('is one file that Prometheus takes', async () => {
    expect((await madePacks()).files('prometheus').map(({ path }) => path)).to.deep.equal(['prometheus.yml']);
    expect(prometheusFaults(text)).to.deep.equal([]);
  });

  it('says which key it needs, where that is made, and how it is sent by another header', () => {
    const head = text.slice(0, text.indexOf('\nscrape_configs:'));
    for (const word of ['scope metrics', 'metrics: { open: true }', `${BASE_URL}/settings/api-key`, 'x-api-token'])
      expect(head).to.include(word);
    const [job] = (parse(text) as PrometheusConfig).scrape_configs;
    expect(head).to.include(job?.authorization.credentials_file);
  });

  const places: readonly (readonly [baseUrl: string, scheme: string, target: string, path: string])[] = [
    ['http://sidelight.lan:7780', 'http', 'sidelight.lan:7780', '/metrics'],
    ['https://media.example.org', 'https', 'media.example.org:443', '/metrics'],
    ['http://media.example.org/side/light', 'http', 'media.example.org:80', '/side/light/metrics'],
    ['http://[fd00::7]:7780', 'http', '[fd00::7]:7780', '/metrics'],
  ];
  for (const [baseUrl, scheme, target, path] of places) {
    it(`reads ${baseUrl} where it is`, async () => {
      const made = await textFor(baseUrl);
      expect(prometheusFaults(made)).to.deep.equal([]);
      const [job] = (parse(made) as PrometheusConfig).scrape_configs;
      expect(job).to.include({ scheme, metrics_path: path });
      expect(job?.static_configs).to.deep.equal([{ targets: [target] }]);
    });
  }

  const mistakes: readonly (readonly [what: string, from: string, to: string, fault: RegExp])[] = [
    ['a target with a scheme', '- sidelight.lan:7780', '- http://sidelight.lan:7780', /targets/],
    ['a target without a port', '- sidelight.lan:7780', '- sidelight.lan', /targets/],
    ['an interval without a unit', 'interval: 60s', 'interval: 60', /scrape_interval/],
    ['a key in the file', 'credentials_file: /etc/prometheus/sidelight.key', 'credentials: sl_abc', /credentials/],
    ['a field that it does not know', 'scheme: http', 'protocol: http', /scheme|protocol/],
  ];
  for (const [what, from, to, fault] of mistakes) {
    it(`would not pass with ${what}`, () => {
      expect(text).to.include(from);
      expect(prometheusFaults(text.replace(new RegExp(`^( .*)${from}`, 'm'), `$1${to}`)).join()).to.match(fault);
    });
  }
});
