import { expect } from 'chai';
import { widget as automation } from '#widgets/automation.js';
import { widget as indexers } from '#widgets/indexers.js';
import { at, NOW, of, render, rows } from '../support/answers.js';

describe('automation', () => {
  const well = { type: 'Media server', ok: true, refused: false, message: '', checkedAt: NOW };
  const ill = { ...well, ok: false, message: 'connection refused' };

  it('lists the failing first; one that was not asked yet is not failing', () => {
    const { checkedAt: _, ...unasked } = { ...ill, message: 'not asked yet' };
    const payload = render(automation, {
      health: rows([
        ...of('a', { ...well, id: 'a', name: 'A' }),
        ...of('b', { ...unasked, id: 'b', name: 'B' }),
        ...of('c', { ...ill, id: 'c', name: 'C' }, { ...ill, id: 'indexer-4', name: 'Indexer' }),
        ...of('d', { ...ill, id: 'd', name: 'D', refused: true }),
      ]),
      wanted: rows([]),
      missing: rows([]),
    });
    expect(payload).to.include({ connected: 1, checked: 3, failing: 2, warnings: 1, ok: false, status: 'check' });
    expect(payload.items.map((item) => [item.id, item.label])).to.deep.equal([
      ['c', 'failing'],
      ['d', 'refused'],
      ['c:indexer-4', 'failing'],
      ['a', 'ok'],
      ['b', 'waiting'],
    ]);
    expect(payload.items[4]).to.include({ checkedAt: null, ok: false });
  });

  it('counts what services find wrong apart: no integration fails for it', () => {
    const seen = { ...ill, name: 'Reels', about: 'indexer reels' };
    const payload = render(automation, {
      health: rows([
        ...of('a', { ...well, id: 'a', name: 'Radarr' }, { ...seen, id: 'x' }),
        ...of('b', { ...well, id: 'b', name: 'Radarr' }, { ...seen, id: 'x' }),
      ]),
      wanted: rows([]),
      missing: rows([]),
    });
    expect(payload).to.include({ connected: 2, checked: 2, failing: 0, warnings: 1, ok: true, status: 'ok' });
    expect(payload.items.map((item) => [item.name, item.services])).to.deep.equal([
      ['Reels', ['a', 'b']],
      ['Radarr (a)', ['a']],
      ['Radarr (b)', ['b']],
    ]);
    expect(payload.items.map(({ kind }) => kind)).to.deep.equal([seen.type, well.type, well.type]);
    const named = { health: rows(of('a', { ...well, id: 'a', name: 'Films in Radarr', type: 'Radarr' })) };
    const [once] = render(automation, { ...named, wanted: rows([]), missing: rows([]) }).items;
    expect(once, 'no word is said twice').to.include({ type: 'Radarr', kind: '' });
  });

  it('tells which titles lack subtitles, and counts as their manager does', () => {
    const wanted = rows([
      ...of('words', { id: '1', kind: 'episode' as const, title: 'Salt', series: 'The Pier', languages: ['de', 'fr'] }),
      ...of('plain', { id: '1', kind: 'movie' as const, title: 'Metropolis', languages: [] }),
    ]);
    const missing = rows(of('words', { movies: 4, episodes: 8, throttled: 2 }));
    const payload = render(automation, { health: rows([]), wanted, missing });
    expect(payload).to.include({ subtitlesWanted: 13, providersThrottled: 2, ok: true });
    expect(payload.subtitles).to.deep.equal([
      { id: 'words:1', title: 'The Pier – Salt', kind: 'episode', languages: ['de', 'fr'], label: 'de, fr' },
      { id: 'plain:1', title: 'Metropolis', kind: 'movie', languages: [], label: '–' },
    ]);
  });

  it('does not know whether all is well where there is no integration', () => {
    const none = { wanted: rows<never>([]), missing: rows<never>([]) };
    expect(render(automation, { health: rows<never>([]), ...none })).to.include({ status: 'ok', statusText: '–' });
    const health = rows(of('films', { id: 'films', name: 'films', type: 'x', ok: true, refused: false, message: '' }));
    expect(render(automation, { health, ...none })).to.include({ status: 'ok', statusText: 'ok' });
  });
});

describe('indexers', () => {
  const indexer = { name: 'Reels', enabled: true, ok: true, queries: 4, grabs: 1, failed: 0 };
  const household = {
    indexers: rows([
      ...of(
        'prowlarr',
        { ...indexer, id: '1' },
        { ...indexer, id: '2', name: 'Archive' },
        { ...indexer, id: '3', name: 'Slow', ok: false, failed: 3, since: NOW },
        { ...indexer, id: '4', name: 'Off', enabled: false, ok: false },
      ),
      ...of('other', { id: '1', name: 'Untold', enabled: true, ok: true }),
    ]),
  };

  it('counts those that are switched on, and lists the failing first, the switched off last', () => {
    const payload = render(indexers, household);
    expect(payload).to.include({ indexers: 4, working: 3, failing: 1, disabled: 1, workingLabel: '3 of 4 ok' });
    expect(payload).to.include({ queries: 16, grabs: 4, failed: 3, ok: false, status: 'check' });
    expect(payload.items.map(({ id, label, tone, since }) => [id, label, tone, since])).to.deep.equal([
      ['prowlarr:3', 'failing', 'bad', NOW],
      ['prowlarr:2', 'ok', 'good', null],
      ['prowlarr:1', 'ok', 'good', null],
      ['other:1', 'ok', 'good', null],
      ['prowlarr:4', 'off', 'muted', null],
    ]);
    expect(payload.items[3]).to.include({ queries: 0, grabs: 0, failed: 0, usage: '' });
    expect(payload.items[0]?.usage).to.equal('4 queries, 1 grab, 3 failed');
  });

  it('cuts the list, never the counts', () => {
    const payload = render(indexers, household, at({ limit: 1 }));
    expect([payload.items.length, payload.indexers]).to.deep.equal([1, 4]);
  });
});
