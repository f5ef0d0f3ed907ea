import { join } from 'node:path';
import { listens, type RealProcess, realProcess } from './real-process.js';

/** The test server that comes with NZBGet: it serves the articles of the files in a folder. Not started yet. */
export const realNewsServer = (folder: string, port: number): RealProcess =>
  realProcess({
    command: 'nzbget',
    args: ['--nserv', '-d', folder, '-b', '127.0.0.1', '-p', String(port), '-v', '1'],
    url: `nntp://127.0.0.1:${port}`,
    isUp: () => listens(port),
    home: folder,
    logFile: join(folder, '..', 'news-server.log'),
  });
