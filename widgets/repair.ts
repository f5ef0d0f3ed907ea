import { cached, defineWidget, listOf, mediaFlaws, repairRefresh, top } from '@sidelight/plugin-api';
import { flag, int, object, okFacts, okStatus, oneOf, text } from './shared/fields.js';
import { globalId, sumOf } from './shared/rows.js';
import { flawTone, tone } from './shared/tones.js';

const LABEL: Readonly<Record<string, string>> = {
  poster: 'no poster',
  logo: 'no logo',
  runtime: 'no runtime',
  unmatched: 'unmatched',
  subtitles: 'no subtitles',
};

export const widget = defineWidget({
  id: 'repair',
  summary: 'Titles that lack something: a poster, a logo, a runtime, subtitles, a match',
  reads: { counts: top(mediaFlaws, { by: 'issue' }), flaws: cached(mediaFlaws, { newest: 100 }) },
  response: object({
    issues: int(),
    posters: int(),
    logos: int(),
    runtime: int(),
    unmatched: int(),
    subtitles: int(),
    others: int('Flaws of another kind'),
    ok: flag(),
    status: okStatus(),
    items: listOf({
      itemId: text(),
      title: text(),
      issue: oneOf('poster', 'logo', 'runtime', 'unmatched', 'subtitles', 'other'),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Repair',
    group: 'library',
    icon: 'mdi-image-broken-variant',
    for: 'admin',
    stats: [
      { field: 'issues', label: 'Issues', format: 'number' },
      { field: 'posters', label: 'Posters', format: 'number' },
      { field: 'logos', label: 'Logos', format: 'number' },
      { field: 'unmatched', label: 'Unmatched', format: 'number' },
    ],
    list: { items: 'items', name: 'title', tone: 'tone' },
    actions: [repairRefresh.id],
  },
  render: ({ counts, flaws }, { limit }) => {
    const countOf = (issue: string) => counts.find((group) => group.key === issue)?.count ?? 0;
    const issues = sumOf(counts, (group) => group.count);
    return {
      issues,
      posters: countOf('poster'),
      logos: countOf('logo'),
      runtime: countOf('runtime'),
      unmatched: countOf('unmatched'),
      subtitles: countOf('subtitles'),
      others: countOf('other'),
      ...okFacts(issues === 0),
      items: flaws.items.slice(0, limit).map((flaw) => ({
        itemId: globalId(flaw.source, flaw.itemId),
        title: flaw.title,
        issue: flaw.issue,
        tone: flawTone(flaw.issue),
        label: LABEL[flaw.issue] ?? 'flawed',
      })),
    };
  },
});
