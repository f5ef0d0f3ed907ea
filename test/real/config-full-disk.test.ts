/** A form that writes the config while the disk is full: nothing is lost, and a sentence says so. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { mountSmallDisk } from '../chaos/small-disk.js';
import { startHere } from '../support/daemon-here.js';
import { textOf } from '../support/page-text.js';
import { tempFolder } from '../support/temp-folder.js';
import { signedIn } from '../support/visitor.js';

const CONFIG = '# my house\nintegrations: {}\n';

describe('a config on a full disk', () => {
  it('stays as it is, and so does what lies beside it', async () => {
    const place = tempFolder();
    const disk = mountSmallDisk(join(place.path, 'disk'));
    const home = join(place.path, 'disk', 'home');
    mkdirSync(home);
    const daemon = await startHere({ folder: home, config: CONFIG });
    try {
      const visitor = await signedIn(daemon);
      await visitor.open('/settings/sources/add/radarr');
      disk.fill();
      const fields = {
        id: 'films',
        url: 'http://127.0.0.1:9',
        apiKey: 'k'.repeat(50),
        revision: 'new',
        verifyTls: 'on',
      };
      const answer = await visitor.send('/settings/sources/add/radarr', fields);
      expect(answer.status).to.equal(422);
      expect(textOf(answer.text)).to.match(/Nothing was written\. The disk is full: sidelight\.yaml was not changed/);
      expect(readFileSync(join(home, 'sidelight.yaml'), 'utf8')).to.equal(CONFIG);
      expect(readdirSync(home).filter((name) => name.endsWith('.partial'))).to.deep.equal([]);
      const secrets = join(home, 'data', 'secrets');
      expect(existsSync(secrets) ? readdirSync(secrets) : []).to.deep.equal([]);
      disk.free();
      expect((await visitor.send('/settings/sources/add/radarr', fields)).status).to.equal(303);
      expect(readFileSync(join(home, 'sidelight.yaml'), 'utf8')).to.include('films:');
    } finally {
      await daemon.dispose();
      disk.remove();
      place.remove();
    }
  });
});
