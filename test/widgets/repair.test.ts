import { expect } from 'chai';
import { widget as repair } from '#widgets/repair.js';
import { at, group, NOW, of, render, rows } from '../support/answers.js';

describe('repair', () => {
  it('counts by flaw and names the title to refresh', () => {
    const flaws = rows(
      of(
        's',
        { itemId: '1', title: 'Metropolis', issue: 'poster' as const, addedAt: NOW },
        { itemId: '1', title: 'Metropolis', issue: 'unmatched' as const },
      ),
    );
    const payload = render(repair, {
      counts: [group('poster', 40), group('unmatched', 1)],
      flaws,
      releases: rows([]),
      health: rows([]),
    });
    expect(payload).to.include({
      issues: 41,
      posters: 40,
      logos: 0,
      runtime: 0,
      unmatched: 1,
      ok: false,
      status: 'check',
    });
    expect(payload.items).to.deep.equal([
      { itemId: 's:1', title: 'Metropolis', issue: 'poster', tone: 'muted', label: 'no poster' },
      { itemId: 's:1', title: 'Metropolis', issue: 'unmatched', tone: 'attention', label: 'unmatched' },
    ]);
  });

  it('is of use to a household with managers only', () => {
    const blocked = { id: 'A', title: 'Metropolis', type: 'movie' as const, state: 'blocked' as const, records: 1 };
    const check = { id: 'x', name: 'films', type: 'Root Folder', ok: false, refused: false, checkedAt: NOW };
    const payload = render(repair, {
      counts: [],
      flaws: rows([]),
      releases: rows(
        of('films', { ...blocked, message: 'no video' }, { ...blocked, id: 'B', state: 'queued' as const }),
      ),
      health: rows(of('films', { ...check, message: 'a folder is missing', severity: 'error' as const })),
    });
    expect(payload).to.include({ issues: 2, imports: 1, warnings: 1, posters: 0, ok: false, status: 'check' });
    expect(payload.items).to.deep.equal([]);
    expect(payload.services.map(({ title, issue, message, label }) => [title, issue, message, label])).to.deep.equal([
      ['Metropolis', 'import', 'no video', 'not imported'],
      ['films', 'warning', 'a folder is missing', 'error'],
    ]);
    expect(repair.tile?.list?.items, 'its tile lists them').to.equal('all');
    expect(payload.all.map(({ itemId, title, message, saidBy }) => [itemId, title, message, saidBy])).to.deep.equal([
      ['', 'Metropolis', 'no video', 'films'],
      ['', 'films', 'a folder is missing', 'films'],
    ]);
  });

  it('lists what services say before the flaws of titles', () => {
    const flaw = { itemId: '1', title: 'Metropolis', issue: 'poster' as const };
    const blocked = { id: 'A', title: 'Sintel', type: 'movie' as const, state: 'blocked' as const, records: 1 };
    const answers = {
      counts: [group('poster', 2)],
      flaws: rows(of('s', flaw, { ...flaw, itemId: '2' })),
      releases: rows(of('films', blocked)),
      health: rows([]),
    };
    const { all } = render(repair, answers, at({ limit: 2 }));
    expect(all.map(({ itemId, issue, label }) => [itemId, issue, label])).to.deep.equal([
      ['', 'import', 'not imported'],
      ['s:1', 'poster', 'no poster'],
    ]);
  });

  it('is ok when nothing is wrong', () => {
    expect(render(repair, { counts: [], flaws: rows([]), releases: rows([]), health: rows([]) })).to.include({
      ok: true,
      status: 'ok',
    });
  });
});
