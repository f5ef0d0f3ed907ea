/** Of a media server that two integrations tell of, one counts. */
import { onTheSameServer } from '../support/left-out.js';
import { ownDatabase } from '../support/own-database.js';
import { serverUrl } from './server-url.js';

onTheSameServer('PostgreSQL', async () => {
  const { url, drop } = await ownDatabase(serverUrl());
  return { line: `database: { url: "${url}" }`, drop };
});
