import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { holdScript } from './hold-script.js';
import { realProcess } from './real-process.js';
import type { NativeJob, RealUsenetClient, UsenetPlace } from './real-usenet-client.js';

const API_KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const PAUSED = '-2';

interface Slot {
  readonly nzo_id: string;
  readonly filename: string;
  readonly status: string;
  readonly mb: string;
  readonly mbleft: string;
}
interface Entry {
  readonly nzo_id: string;
  readonly name: string;
  readonly status: string;
  readonly bytes: number;
}

/** sabnzbdplus with an API key and one news server. Not started yet. */
export async function realSabnzbd({ folder, newsPort }: UsenetPlace): Promise<RealUsenetClient> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = holdScript(folder, 0);
  const file = join(folder, 'sabnzbd.ini');
  writeFileSync(file, configFile({ folder, port, newsPort, scripts: script.folder }));
  const args = ['-f', file, '-s', `127.0.0.1:${port}`, '-b', '0', '--console', '--disable-file-log'];
  const logFile = join(folder, 'sabnzbd.log');
  const process = realProcess({ command: 'sabnzbdplus', args, url, home: folder, logFile });

  async function call(fields: Readonly<Record<string, string>>, body?: FormData): Promise<unknown> {
    const query = new URLSearchParams({ output: 'json', apikey: API_KEY, ...fields });
    const answer = await fetch(`${url}/api?${query}`, body === undefined ? {} : { method: 'POST', body });
    if (!answer.ok) throw new Error(`sabnzbd: ${fields['mode']} answered ${answer.status}`);
    return await answer.json();
  }

  return {
    ...process,
    entry: { url, apiKey: API_KEY },
    letGo: script.letGo,
    async add({ name, nzb }, { paused = false, held = false } = {}) {
      const form = new FormData();
      form.append('nzbfile', new Blob([nzb]), `${name}.nzb`);
      const fields = { mode: 'addfile', script: held ? script.name : 'None', ...(paused ? { priority: PAUSED } : {}) };
      const { nzo_ids: [id = ''] = [] } = (await call(fields, form)) as { nzo_ids?: readonly string[] };
      return id;
    },
    async list() {
      const { queue } = (await call({ mode: 'queue' })) as { queue: { slots: readonly Slot[] } };
      const { history } = (await call({ mode: 'history' })) as { history: { slots: readonly Entry[] } };
      return [...queue.slots.map(fromSlot), ...history.slots.map(fromEntry)];
    },
    async limitSpeed(kibPerSecond) {
      await call({ mode: 'config', name: 'speedlimit', value: `${kibPerSecond}K` });
    },
    async pauseAll(paused) {
      await call({ mode: paused ? 'pause' : 'resume' });
    },
  };
}

const fromSlot = ({ nzo_id, filename, status, mb, mbleft }: Slot): NativeJob => ({
  id: nzo_id,
  name: filename,
  state: status,
  sizeBytes: Math.round(Number(mb) * 1024 * 1024),
  leftBytes: Math.round(Number(mbleft) * 1024 * 1024),
});

const fromEntry = ({ nzo_id, name, status, bytes }: Entry): NativeJob => ({
  id: nzo_id,
  name,
  state: status,
  sizeBytes: bytes,
  leftBytes: 0,
});

interface Settings {
  readonly folder: string;
  readonly port: number;
  readonly newsPort: number;
  readonly scripts: string;
}

const configFile = ({ folder, port, newsPort, scripts }: Settings): string => `[misc]
host = 127.0.0.1
port = ${port}
api_key = ${API_KEY}
nzb_key = 00112233445566778899aabbccddeeff
username = ""
password = ""
host_whitelist = localhost, 127.0.0.1
auto_browser = 0
check_new_rel = 0
ipv6_servers = 0
download_dir = ${folder}/incomplete
complete_dir = ${folder}/complete
admin_dir = ${folder}/admin
log_dir = ${folder}/logs
script_dir = ${scripts}
[servers]
[[news]]
name = news
displayname = news
host = 127.0.0.1
port = ${newsPort}
timeout = 30
connections = 4
ssl = 0
enable = 1
`;
