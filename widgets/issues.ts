import { defineWidget, issueCounts, issueItems, listOf, live, newestFirst } from '@sidelight/plugin-api';
import { flag, int, nullable, object, okFacts, okStatus, text, time } from './shared/fields.js';
import { partOf } from './shared/labels.js';
import { byRank, globalId, sumOf } from './shared/rows.js';
import { issueTone, tone } from './shared/tones.js';

const RANK: Readonly<Record<string, number>> = { open: 0, progress: 1, unknown: 2, resolved: 3 };

export const widget = defineWidget({
  id: 'issues',
  summary: 'Issues that people reported, open ones first',
  reads: { counts: live(issueCounts), issues: live(issueItems) },
  response: object({
    total: int(),
    open: int(),
    resolved: int(),
    ok: flag('Nothing is open'),
    status: okStatus(),
    items: listOf({
      id: text(),
      sourceId: text('The integration'),
      title: text(),
      status: issueItems.item.properties.status,
      type: issueItems.item.properties.type,
      reportedBy: text(),
      createdAt: time(),
      season: nullable(int()),
      episode: nullable(int()),
      part: text('"S01E03", or "S01" for a whole season; empty for a whole title'),
      comments: nullable(int('How many')),
      comment: text('The description of the reporter; may be empty'),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Issues',
    group: 'integrations',
    icon: 'mdi-alert-circle-outline',
    about: 'issues',
    stats: [
      { field: 'open', label: 'Open', format: 'number', about: 'counts' },
      { field: 'resolved', label: 'Resolved', format: 'number', about: 'counts' },
      { field: 'total', label: 'Total', format: 'number', about: 'counts' },
    ],
    list: {
      items: 'items',
      name: 'title',
      details: ['part', 'reportedBy', 'type', 'comment'],
      tone: 'tone',
      at: 'createdAt',
    },
  },
  render: ({ counts, issues }, { limit, people }) => {
    const open = sumOf(counts.items, (row) => row.open);
    return {
      total: sumOf(counts.items, (row) => row.total),
      open,
      resolved: sumOf(counts.items, (row) => row.resolved),
      ...okFacts(open === 0),
      items: issues.items
        .toSorted(newestFirst((issue) => issue.createdAt))
        .toSorted(byRank((issue) => RANK[issue.status] ?? 2))
        .slice(0, limit)
        .map((issue) => ({
          id: globalId(issue.source, issue.id),
          sourceId: issue.source,
          title: issue.title,
          status: issue.status,
          type: issue.type,
          reportedBy: people.of({ source: issue.source, name: issue.reportedBy }).name,
          createdAt: issue.createdAt,
          season: issue.season ?? null,
          episode: issue.episode ?? null,
          part: partOf(issue.season, issue.episode),
          comments: issue.comments ?? null,
          comment: issue.comment ?? '',
          tone: issueTone(issue.status),
          label: issue.status,
        })),
    };
  },
});
