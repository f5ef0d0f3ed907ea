/** A real broker, mosquitto, and what somebody who listens to it hears. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import mqtt, { type MqttClient } from 'mqtt';
import { type Daemon, makeFolder, startDaemon } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { comesTrue } from '../support/until.js';
import { listens, type RealProcess, realProcess } from './real-process.js';
import { runProgram } from './run-program.js';

const PASSWORD = 'a-password-of-the-broker';

describe('MQTT, with mosquitto', () => {
  const folder = makeFolder();
  let port: number;
  let broker: RealProcess;
  let listener: MqttClient;
  let daemon: Daemon | undefined;
  /** Topic → what was heard there last; what was removed is not there. */
  const heard = new Map<string, string>();

  const yaml = (more: string, password = PASSWORD): string =>
    `mqtt:\n  url: mqtt://127.0.0.1:${port}\n  username: sidelight\n  password: ${password}\n${more}`;
  const DEMO = 'integrations:\n  demo: { plugin: demo }\n';
  const stateOf = (id: string): Readonly<Record<string, unknown>> =>
    JSON.parse(heard.get(`sidelight/${id}`) ?? '{}') as Readonly<Record<string, unknown>>;
  const configs = (): readonly string[] => [...heard.keys()].filter((topic) => topic.endsWith('/config'));

  before(async () => {
    port = await freePort();
    const passwords = join(folder, 'passwords');
    writeFileSync(passwords, `sidelight:${PASSWORD}\n`);
    runProgram('mosquitto_passwd', ['-U', passwords]);
    const config = join(folder, 'mosquitto.conf');
    // It gives up root otherwise, and could not read a folder that is for its owner alone.
    const user = 'user root\n';
    writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\n${user}`);
    broker = realProcess({
      command: 'mosquitto',
      args: ['-c', config],
      url: '',
      isUp: () => listens(port),
      home: folder,
      logFile: join(folder, 'mosquitto.log'),
    });
    await broker.start();
    listener = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
      username: 'sidelight',
      password: PASSWORD,
      reconnectPeriod: 200,
    });
    listener.on('message', (topic, payload) => {
      if (payload.length === 0) heard.delete(topic);
      else heard.set(topic, payload.toString());
    });
    await listener.subscribeAsync(['sidelight/#', 'homeassistant/#']);
  });
  after(async () => {
    await listener?.endAsync(true);
    await daemon?.dispose();
    await broker?.stop();
  });

  it('has an entity for each number, with its state and the rows of its list', async () => {
    daemon = await startDaemon({ config: yaml(DEMO) });
    await comesTrue(
      'the entities',
      async () => heard.has('sidelight/homepage') && heard.has('sidelight/nowplaying/rows'),
    );
    expect(heard.get('sidelight/status')).to.equal('online');
    const key = daemon.key();
    await comesTrue('the number of movies', async () => {
      const { json } = await (daemon as Daemon).get('/api/widgets/homepage', key);
      const { movies } = json as { movies: number };
      return movies > 0 && stateOf('homepage')['movies'] === movies;
    });
    const config = JSON.parse(heard.get('homeassistant/sensor/sidelight/homepage_movies/config') ?? '{}') as object;
    expect(config).to.include({ state_topic: 'sidelight/homepage', availability_topic: 'sidelight/status' });
    const rowsOf = (id: string): readonly object[] =>
      (JSON.parse(heard.get(`sidelight/${id}/rows`) ?? '{"items":[]}') as { items: readonly object[] }).items;
    await comesTrue('the rows of downloads', async () => rowsOf('downloads').length > 0);
    expect(rowsOf('downloads')[0]).to.include.keys('name', 'label', 'progress', 'tone');
    for (const [topic, payload] of heard) expect(payload.length, topic).to.be.below(16_384);
  });

  it('pushes what changes', async () => {
    const key = (daemon as Daemon).key('widgets-write');
    let running: string | undefined;
    await comesTrue('a running download', async () => {
      const { json } = await (daemon as Daemon).get('/api/widgets/downloads', key);
      const { items } = json as { items: readonly { id: string; state: string }[] };
      running = items.find(({ state }) => state === 'downloading')?.id;
      return running !== undefined;
    });
    const before = Number(stateOf('downloads')['paused']);
    const paused = await (daemon as Daemon).post('/api/widgets/downloads/pause', { id: running, paused: true }, key);
    expect(paused.status).to.equal(200);
    await comesTrue('the paused download', async () => Number(stateOf('downloads')['paused']) > before);
  });

  it('publishes everything again to a broker that has forgotten it', async () => {
    await broker.kill();
    heard.clear();
    await broker.start();
    await comesTrue(
      'all of it',
      async () => heard.get('sidelight/status') === 'online' && heard.has('sidelight/homepage'),
    );
    expect((daemon as Daemon).log()).to.include(`The MQTT broker mqtt://127.0.0.1:${port} does not get changes`);
  });

  it('is told by the last will that a killed daemon is gone', async () => {
    await (daemon as Daemon).kill();
    await comesTrue('the will', async () => heard.get('sidelight/status') === 'offline');
    expect(configs()).not.to.deep.equal([]);
  });

  it('removes the entities of what is not connected any more, those of a run before too', async () => {
    const { folder: same } = daemon as Daemon;
    daemon = await startDaemon({ config: yaml(''), folder: same });
    const gone = /homepage_movies|nowplaying|downloads|requests/;
    await comesTrue('fewer entities', async () => !configs().some((topic) => gone.test(topic)));
    expect(configs()).to.include('homeassistant/sensor/sidelight/homepage_digest/config');
  });

  it('says goodbye when it stops', async () => {
    await (daemon as Daemon).stop();
    await comesTrue('the goodbye', async () => heard.get('sidelight/status') === 'offline');
  });

  it('says what to check when the broker refuses, without the password', async () => {
    const { folder: same } = daemon as Daemon;
    daemon = await startDaemon({ config: yaml(DEMO, 'a-wrong-password'), folder: same });
    await comesTrue('the sentence', async () =>
      (daemon as Daemon).log().includes('check mqtt.username and mqtt.password'),
    );
    expect((daemon as Daemon).log()).not.to.include('a-wrong-password');
    const key = daemon.key();
    await comesTrue('the digest', async () => {
      const { text } = await (daemon as Daemon).get('/api/widgets/digest', key);
      return text.includes('it rejects the user name or the password');
    });
  });
});
