/** What the rows before and after tell. */
import { downloadQueue, mediaSessions, opsHealth, requestItems } from '@sidelight/plugin-api';
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { EVENT_TYPES } from '#core/settings/settings.js';
import { digestChange, WATCHES } from '#core/webhooks/events.js';

const people = directoryOf(
  [{ name: 'Ada Lovelace', accounts: ['tv', 'asks'].map((source) => ({ source, name: 'ada' })) }],
  [],
);
const compare = (port: { readonly id: string }, before: readonly object[], after: readonly object[]) =>
  WATCHES.filter((watch) => watch.port.id === port.id)
    .flatMap((watch) => watch.compare(before, after, people))
    .map(({ type, data }) => [type, data['sessionId'] ?? data['id'] ?? data['source'], data]);
const told = (...given: Parameters<typeof compare>) => compare(...given).map(([type, id]) => `${type} ${id}`);

const health = (source: string, ok: boolean, id = source) => ({
  source,
  id,
  name: `The ${id}`,
  ok,
  refused: false,
  message: 'm',
});
const session = (id: string, itemId: string) => ({ source: 'tv', id, itemId, viewer: 'Ada', title: 'Metropolis' });
const request = (id: string, status: string) => ({ source: 'asks', id, status, title: 'Metropolis' });
const download = (id: string, source = 'box') => ({ source, id, name: 'A file', state: 'failed', reason: 'no space' });

describe('events', () => {
  it('call people as the config does', () => {
    const [, , played] = compare(mediaSessions, [], [session('s', 'i')])[0] ?? [];
    expect(played).to.include({ viewer: 'Ada Lovelace' });
    const [, , asked] = compare(requestItems, [], [{ ...request('r', 'pending'), requestedBy: 'Ada' }])[0] ?? [];
    expect(asked).to.include({ requestedBy: 'Ada Lovelace' });
  });

  it('of integrations: down and up, and nothing while it stays as it is', () => {
    expect(told(opsHealth, [health('tv', true)], [health('tv', false)])).to.deep.equal(['integration.down tv']);
    expect(told(opsHealth, [health('tv', false)], [health('tv', true)])).to.deep.equal(['integration.up tv']);
    expect(told(opsHealth, [health('tv', false)], [health('tv', false)])).to.deep.equal([]);
    expect(told(opsHealth, [], [health('tv', false)])).to.deep.equal([]);
    expect(told(opsHealth, [health('tv', true, 'indexer')], [health('tv', false, 'indexer')])).to.deep.equal([]);
  });

  it('of plays: started, stopped, and both when a session goes on with something else', () => {
    expect(told(mediaSessions, [], [session('1', 'a')])).to.deep.equal(['play.started tv:1']);
    expect(told(mediaSessions, [session('1', 'a')], [])).to.deep.equal(['play.stopped tv:1']);
    expect(told(mediaSessions, [session('1', 'a')], [session('1', 'b')])).to.deep.equal([
      'play.stopped tv:1',
      'play.started tv:1',
    ]);
    expect(told(mediaSessions, [session('1', 'a')], [{ ...session('1', 'a'), paused: true }])).to.deep.equal([]);
  });

  it('of requests: one that waits and did not before', () => {
    expect(told(requestItems, [], [request('1', 'pending'), request('2', 'approved')])).to.deep.equal([
      'request.pending asks:1',
    ]);
    expect(told(requestItems, [request('1', 'declined')], [request('1', 'pending')])).to.have.lengthOf(1);
    expect(told(requestItems, [request('1', 'pending')], [request('1', 'pending')])).to.deep.equal([]);
  });

  it('of downloads: one that has failed, whichever source has one of the same id', () => {
    expect(told(downloadQueue, [download('1')], [download('1'), download('1', 'other')])).to.deep.equal([
      'download.failed other:1',
    ]);
    expect(compare(downloadQueue, [], [download('1')])[0]?.[2]).to.deep.equal({
      source: 'box',
      id: 'box:1',
      name: 'A file',
      reason: 'no space',
    });
  });

  it('of the digest: items that came and went; other numbers in them are no news', () => {
    const item = (text: string) => ({ type: 'backup', severity: 'warn' as const, text });
    expect(digestChange([item('made 8 days ago')], [item('made 9 days ago')])).to.equal(null);
    expect(digestChange([item('made 8 days ago')], [])?.data).to.deep.include({
      ok: true,
      cleared: [item('made 8 days ago')],
    });
    expect(digestChange([item('a')], [], [item('a')]), 'it was put off').to.equal(null);
    expect(digestChange([], [item('a')])?.data).to.deep.equal({
      ok: false,
      added: [item('a')],
      cleared: [],
      items: [item('a')],
    });
  });

  it('can all come about', () => {
    const types = [...WATCHES.flatMap((watch) => watch.types), 'digest.changed'];
    expect(types).to.have.members([...EVENT_TYPES]);
  });
});
