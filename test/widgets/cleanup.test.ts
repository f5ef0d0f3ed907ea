import { expect } from 'chai';
import { widget as cleanup } from '#widgets/cleanup.js';
import { rule } from '#widgets/digest/cleanup.js';
import { at, NOW, of, render, rows, source, total } from '../support/answers.js';

const none = rows<never>([]);
const nothing = {
  ...{ counts: none, titles: none, actions: none, matters: none, queue: none, media: none },
  ...{ removed: total(0), removedDay: total(0), struckDay: total(0) },
};
const matter = { title: 'Stuck', text: 'It keeps coming back', severity: 'warn' as const, at: NOW };

describe('what a cleanup tool is going to remove', () => {
  const item = { libraryId: 'x', addedAt: NOW };
  const named = (planned: object, ...media: readonly object[]) => {
    const titles = rows(of('broom', { id: '1', collection: 'Old', kind: 'movie' as const, ...planned }));
    return render(cleanup, { ...nothing, titles, media: rows(media as readonly never[]) }).items[0]?.title;
  };
  const film = { ...item, source: 'attic', id: '7', kind: 'movie', title: 'Metropolis' };

  it('bears the name that its media server has for it', () => {
    expect(named({ itemId: 'attic:7' }, film)).to.equal('Metropolis');
    expect(named({ itemId: '7' }, film)).to.equal('Metropolis');
    expect(named({ itemId: 'attic:7', title: 'Its own' }, film)).to.equal('Its own');
  });

  it('bears the name of its series, too', () => {
    const season = { ...film, kind: 'season', title: 'Season 2', series: 'Harbor', season: 2 };
    expect(named({ itemId: '7', kind: 'season' }, season)).to.equal('Harbor – Season 2');
    const episode = { ...film, kind: 'episode', title: 'Fog', series: 'Harbor', season: 2, episode: 3 };
    expect(named({ itemId: '7', kind: 'episode' }, episode)).to.equal('Harbor – S02E03 Fog');
  });

  it('has no name while it may be another server’s title', () => {
    const other = { ...film, source: 'cellar', title: 'Charade' };
    expect(named({ itemId: '7' }, film, other)).to.equal('');
    expect(named({ itemId: 'cellar:7' }, film, other)).to.equal('Charade');
    expect(named({ itemId: 'attic:8' }, film)).to.equal('');
    expect(named({ itemId: '7', tmdb: '19' }, { ...film, tmdb: '19' }, other)).to.equal('Metropolis');
  });
});

describe('what a cleanup tool has done', () => {
  it('makes it connected, though it plans nothing', () => {
    const payload = render(cleanup, { ...nothing, actions: rows([], [source('sweeper')]), struckDay: total(3) });
    expect(payload).to.include({ connected: true, status: 'Online', scheduled: 0, strikesDay: 3, removedDay: 0 });
  });

  it('names the download that was struck, while it is in a queue', () => {
    const struck = { title: 'Stuck', action: 'strike' as const, at: NOW };
    const actions = rows(
      of(
        'sweeper',
        { ...struck, id: '1', downloadKey: 'ABC' },
        { ...struck, id: '2', downloadKey: 'DEF' },
        { ...struck, id: '3' },
      ),
    );
    const download = { id: '9', downloadKey: 'abc', name: 'Stuck', state: 'stalled' as const };
    const queue = rows(of('torrents', { ...download, sizeBytes: 2, leftBytes: 1, downBps: 0, upBps: 0 }));
    const rowsOf = render(cleanup, { ...nothing, actions, queue }).actions;
    expect(rowsOf.map((row) => row.download)).to.deep.equal(['torrents:9', null, null]);
  });

  it('and what it leaves to a person is listed, the newest first', () => {
    const matters = rows(of('sweeper', { ...matter, id: '1', at: '2026-08-22T07:10:00.000Z' }, { ...matter, id: '2' }));
    const payload = render(cleanup, { ...nothing, matters });
    expect(payload.attention).to.equal(2);
    expect(payload.matters.map(({ id, tone, label }) => [id, tone, label])).to.deep.equal([
      ['sweeper:2', 'attention', 'just now'],
      ['sweeper:1', 'attention', '2 h ago'],
    ]);
  });
});

describe('the digest', () => {
  it('has one line for each cleanup tool that wants a person', () => {
    const matters = rows([
      ...of('sweeper', { ...matter, id: '1' }, { ...matter, id: '2', severity: 'error' as const }),
      ...of('broom', { ...matter, id: '1', title: '', severity: 'info' as const }),
    ]);
    const line = (severity: string, text: string, source: string) => ({
      type: 'cleanup',
      about: 'matters',
      severity,
      text,
      source,
    });
    expect(rule.evaluate({ matters }, at())).to.deep.equal([
      line('error', 'Stuck: It keeps coming back, and 1 other item for a person', 'sweeper'),
      line('info', 'It keeps coming back', 'broom'),
    ]);
    expect(rule.evaluate({ matters: none }, at())).to.deep.equal([]);
  });
});
