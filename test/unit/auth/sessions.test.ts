/** For how long somebody is believed to be who they were at their sign-in. */
import { join } from 'node:path';
import { expect } from 'chai';
import express from 'express';
import type { Knex } from 'knex';
import { SessionStore } from '#core/auth/session-store.js';
import { Sessions } from '#core/auth/sessions.js';
import { openDatabase } from '#core/cache/database.js';
import { type Listening, listen } from '#core/http/server.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import { tempFolder } from '../../support/temp-folder.js';
import { Visitor } from '../../support/visitor.js';

const DAY = 86_400_000;
const SERVER = { host: '127.0.0.1', port: 0, basePath: '', trustProxy: [], cors: [], hsts: false };

describe('a session', () => {
  const folder = tempFolder();
  let clock: ManualClock;
  let database: Knex;
  let listening: Listening;
  let url: string;
  /** Whom the media server has no more. */
  const gone = new Set<string>();
  before(async () => {
    clock = manualClock();
    database = await openDatabase({ kind: 'sqlite', file: join(folder.path, 'test.db') });
    const sessions = new Sessions({
      store: new SessionStore(database, clock),
      secret: 's'.repeat(64),
      clock,
      basePath: '',
      settings: () => ({ server: SERVER, auth: { proxyNetworks: [], signInWith: ['media'] } }),
      isStillAdmin: ({ name }) => !gone.has(name),
    });
    const app = express().use(...sessions.open);
    app.get('/in/:via', async (req, res) => {
      await sessions.signIn(req, { name: 'ada', via: req.params.via });
      res.end();
    });
    app.get('/who', (req, res) => void res.send(sessions.visitor(req)?.name ?? 'nobody'));
    listening = await listen(app, { host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${listening.port}`;
  });
  after(async () => {
    await listening.close(0);
    await database.destroy();
    folder.remove();
  });

  const signIn = async (via: string): Promise<() => Promise<string>> => {
    const visitor = new Visitor(url);
    await visitor.open(`/in/${via}`);
    return async () => (await visitor.open('/who')).text;
  };

  it('of the administrator lasts while it is used, for 30 days', async () => {
    const [busy, idle] = [await signIn('password'), await signIn('password')];
    for (let i = 0; i < 4; i++) {
      await clock.advance(6 * DAY);
      expect(await busy()).to.equal('ada');
    }
    expect(await idle(), 'without use it ends after seven').to.equal('nobody');
    await clock.advance(6 * DAY - 1000);
    expect(await busy()).to.equal('ada');
    await clock.advance(1000);
    expect(await busy()).to.equal('nobody');
  });

  it('of somebody whom an integration knows ends after seven days, however much it is used', async () => {
    const who = await signIn('media');
    await clock.advance(6 * DAY);
    expect(await who()).to.equal('ada');
    await clock.advance(DAY);
    expect(await who()).to.equal('nobody');
  });

  it('of a way that there is not, or that needs none, is nobody’s', async () => {
    expect(await (await signIn('attic'))()).to.equal('nobody');
    expect(await (await signIn('proxy'))()).to.equal('nobody');
  });
});
