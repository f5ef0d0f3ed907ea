/** Of a media server that two integrations tell of, one counts. */
import { onTheSameServer } from '../support/left-out.js';

onTheSameServer('SQLite', async () => ({ line: '', drop: async () => undefined }));
