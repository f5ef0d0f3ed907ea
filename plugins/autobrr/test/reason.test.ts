import { expect } from 'chai';
import { withoutAddresses } from '../src/reason.js';

describe('autobrr: what it says of a failure', () => {
  const KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
  const cases: readonly (readonly [said: string, shown: string])[] = [
    ['Not an upgrade for existing episode file(s)', 'Not an upgrade for existing episode file(s)'],
    [`could not get https://t.example.org/dl/7/${KEY}/x.torrent: 404`, 'could not get … 404'],
    [
      `failed to push release: {A.B-C  http://t.test/1?passkey=${KEY}  0 I torrent}: refused`,
      'failed to push release: …: refused',
    ],
    [`bad answer: {"message": "no room"} of tracker.example.org:443/${KEY}`, 'bad answer: {"message": "no room"} of …'],
    ['dial tcp 10.0.0.2:8080: connect: connection refused', 'dial tcp …: connect: connection refused'],
    ['dial tcp [::1]:8080: i/o timeout', 'dial tcp …: i/o timeout'],
    ['lookup sonarr:8989: no such host', 'lookup …: no such host'],
    [`magnet:?xt=urn:btih:${KEY}00000000&tr=http://t.test/${KEY}/announce`, '…'],
    [`passkey=${KEY} is unknown, as is ${KEY}`, '… is unknown, as is …'],
    ['Quality WEBDL-1080p of S01E03 (score: 120)', 'Quality WEBDL-1080p of S01E03 (score: 120)'],
  ];

  for (const [said, shown] of cases) it(`shows "${shown}"`, () => expect(withoutAddresses(said)).to.equal(shown));

  it('is not endless', () => {
    expect(withoutAddresses('no '.repeat(1_000))).to.have.length(301);
  });
});
