/** `sidelight doctor` about a PostgreSQL: what it tells, and that it changes nothing. */
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { freePort } from '../support/free-port.js';
import { type OwnDatabase, ownDatabase } from '../support/own-database.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { serverUrl } from './server-url.js';

describe('sidelight doctor on PostgreSQL', () => {
  let folder: TempFolder;
  let database: OwnDatabase;
  before(async () => {
    folder = tempFolder();
    database = await ownDatabase(serverUrl());
  });
  after(async () => {
    folder.remove();
    await database.drop();
  });

  async function doctorOf(url: string): Promise<string> {
    folder.write('sidelight.yaml', `database: { url: "${url}" }\n`);
    const { status, stdout, stderr } = await commandHere(['doctor'], folder.path);
    expect([status, stderr]).to.deep.equal([0, '']);
    const { hostname, pathname, port } = new URL(url);
    for (const part of [hostname, pathname.slice(1), port, folder.path]) expect(stdout).to.not.include(part);
    return stdout;
  }

  it('says that a database is empty, and leaves it so', async () => {
    expect(await doctorOf(database.url)).to.match(/^ {2}schema +none yet$/m);
    expect(await doctorOf(database.url)).to.match(/^ {2}schema +none yet$/m);
  });

  it('tells version, size, schema, clock and whether somebody syncs', async () => {
    await commandHere(['keys', 'create', 'hall'], folder.path);
    const page = await doctorOf(database.url);
    expect(page).to.match(/^ {2}kind +PostgreSQL \d+\.\d+$/m);
    expect(page).to.match(/^ {2}size +\d\S* .B$/m);
    expect(page).to.match(/^ {2}schema +\d+ steps$/m);
    expect(page).to.match(/^ {2}clock +as here$/m);
    expect(page).to.match(/^ {2}daemon +none is syncing$/m);
  });

  it('says by a code that none answers', async () => {
    const page = await doctorOf(`postgres://ada:geheim-geheim@127.0.0.1:${await freePort()}/household`);
    expect(page).to.match(/^ {2}not checked +database_unreachable$/m);
    expect(page).to.match(/\d\. Database: database_unreachable\n +Check the database url/);
    expect(page).to.not.include('geheim');
  });
});
