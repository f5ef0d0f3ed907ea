/** The pack of Prometheus in a real Prometheus, which reads the daemon's own metrics. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { comesTrue } from '../support/until.js';
import { type RealProcess, realProcess } from './real-process.js';
import { runProgram } from './run-program.js';

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

describe('the pack of Prometheus, in Prometheus', () => {
  let daemon: Daemon;
  let prometheus: RealProcess;
  let url: string;
  let keyFile: string;
  let configFile: string;

  before(async () => {
    daemon = await startDaemon({ flags: ['--demo'] });
    keyFile = join(daemon.folder, 'sidelight.key');
    writeFileSync(keyFile, `${daemon.key('metrics')}\n`);
    configFile = join(daemon.folder, 'prometheus.yml');
    const { text } = await daemon.get('/widgets/prometheus.yml');
    writeFileSync(configFile, text.replaceAll('/etc/prometheus/sidelight.key', keyFile));
  });
  after(async () => {
    await prometheus?.stop();
    await daemon?.dispose();
  });

  async function ask<T>(path: string): Promise<T> {
    const answer = await fetch(`${url}/api/v1/${path}`);
    return ((await answer.json()) as { data: T }).data;
  }
  const query = async (promql: string): Promise<readonly Sample[]> =>
    (await ask<{ result: readonly Sample[] }>(`query?query=${encodeURIComponent(promql)}`)).result;
  const up = async (): Promise<string | undefined> => (await query('up{job="sidelight"}'))[0]?.value[1];

  it('passes promtool as it is, but for the path of the key', () => {
    const { status, stdout, stderr } = runProgram('promtool', ['check', 'config', configFile]);
    expect(stderr + stdout).to.include('SUCCESS');
    expect(status).to.equal(0);
  });

  it('is read by Prometheus, with the metrics of each integration', async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const quick = join(daemon.folder, 'quick.yml');
    const { text } = await daemon.get('/widgets/prometheus.yml');
    expect(text).to.include('scrape_interval: 60s');
    writeFileSync(
      quick,
      text.replaceAll('/etc/prometheus/sidelight.key', keyFile).replace('scrape_interval: 60s', 'scrape_interval: 1s'),
    );
    const args = [
      `--config.file=${quick}`,
      `--storage.tsdb.path=${join(daemon.folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const logFile = join(daemon.folder, 'prometheus.log');
    prometheus = realProcess({ command: 'prometheus', args, url: `${url}/-/ready`, home: daemon.folder, logFile });
    await prometheus.start();
    await comesTrue('a scrape', async () => (await up()) === '1');
    const [info] = await query('sidelight_info');
    expect(info?.metric).to.include({ instance: new URL(daemon.url).host, job: 'sidelight' });
    const integrations = await query('sidelight_integration_up');
    expect(integrations.map(({ metric, value }) => [metric['source'], value[1]])).to.deep.equal([['demo', '1']]);
    const types = await ask<Readonly<Record<string, readonly { type: string }[]>>>('metadata');
    expect(types['sidelight_http_requests_total']).to.have.lengthOf(1);
    expect(types['sidelight_http_requests_total']?.[0]?.type).to.equal('counter');
  });

  it('counts what Sidelight answers', async () => {
    await comesTrue('a second scrape', async () => {
      const [sample] = await query('sum(sidelight_http_requests_total{status="200"})');
      return Number(sample?.value[1] ?? 0) > 3;
    });
  });

  it('needs a key of scope metrics: with another one the target is down, and Prometheus says why', async () => {
    writeFileSync(keyFile, daemon.key());
    await comesTrue('a refused scrape', async () => (await up()) === '0');
    const { activeTargets } = await ask<{ activeTargets: readonly { lastError: string }[] }>('targets');
    expect(activeTargets.map(({ lastError }) => lastError)).to.deep.equal([
      'server returned HTTP status 403 Forbidden',
    ]);
  });
});
