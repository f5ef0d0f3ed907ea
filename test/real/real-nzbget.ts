import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { holdScript } from './hold-script.js';
import { realProcess } from './real-process.js';
import type { NativeJob, RealUsenetClient, UsenetPlace } from './real-usenet-client.js';

const USER = 'nzbget';
const PASSWORD = 'real-nzbget-1';
/** The exit code of a script that went well. */
const SUCCESS = 93;

interface Row {
  readonly NZBID: number;
  readonly NZBName: string;
  readonly Status: string;
  readonly FileSizeLo: number;
  readonly RemainingSizeLo?: number;
}

/** nzbget with a login and one news server. Not started yet. */
export async function realNzbget({ folder, newsPort }: UsenetPlace): Promise<RealUsenetClient> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = holdScript(folder, SUCCESS);
  const file = join(folder, 'nzbget.conf');
  writeFileSync(file, configFile({ folder, port, newsPort, scripts: script.folder }));
  const logFile = join(folder, 'nzbget-console.log');
  const process = realProcess({ command: 'nzbget', args: ['-c', file, '-s'], url, home: folder, logFile });
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ method, params, id: 1 });
    const answer = await fetch(`${url}/jsonrpc`, { method: 'POST', body, headers: { authorization } });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`nzbget: ${method}: ${error.message}`);
    return result;
  }

  return {
    ...process,
    entry: { url, username: USER, password: PASSWORD },
    letGo: script.letGo,
    async add({ name, nzb }, { paused = false, held = false } = {}) {
      const content = Buffer.from(nzb).toString('base64');
      const parameters = held ? [{ [`${script.name}:`]: 'yes' }] : [];
      const params = [`${name}.nzb`, content, '', 0, false, paused, '', 0, 'SCORE', parameters];
      return String(await call('append', params));
    },
    async list() {
      const groups = (await call('listgroups', [0])) as readonly Row[];
      const history = (await call('history', [false])) as readonly Row[];
      return [...groups, ...history].map(toNative);
    },
    async limitSpeed(kibPerSecond) {
      await call('rate', [kibPerSecond]);
    },
    async pauseAll(paused) {
      await call(paused ? 'pausedownload' : 'resumedownload', []);
    },
  };
}

const toNative = ({ NZBID, NZBName, Status, FileSizeLo, RemainingSizeLo = 0 }: Row): NativeJob => ({
  id: String(NZBID),
  name: NZBName,
  state: Status,
  sizeBytes: FileSizeLo,
  leftBytes: RemainingSizeLo,
});

interface Settings {
  readonly folder: string;
  readonly port: number;
  readonly newsPort: number;
  readonly scripts: string;
}

const configFile = ({ folder, port, newsPort, scripts }: Settings): string => `MainDir=${folder}
DestDir=\${MainDir}/complete
InterDir=\${MainDir}/incomplete
NzbDir=\${MainDir}/nzb
QueueDir=\${MainDir}/queue
TempDir=\${MainDir}/tmp
ScriptDir=${scripts}
LockFile=\${MainDir}/nzbget.lock
LogFile=\${MainDir}/nzbget.log
WebDir=/usr/share/nzbget/webui
ConfigTemplate=/usr/share/nzbget/webui/nzbget.conf
OutputMode=log
ControlIP=127.0.0.1
ControlPort=${port}
ControlUsername=${USER}
ControlPassword=${PASSWORD}
Server1.Active=yes
Server1.Name=news
Server1.Host=127.0.0.1
Server1.Port=${newsPort}
Server1.Connections=4
ArticleRetries=1
ArticleInterval=1
HealthCheck=delete
DiskSpace=0
`;
