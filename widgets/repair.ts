import {
  cached,
  defineWidget,
  listOf,
  mediaFlaws,
  opsHealth,
  optional,
  repairRefresh,
  top,
} from '@sidelight/plugin-api';
import { entityId, flag, int, object, okFacts, okStatus, oneOf, text, words } from './shared/fields.js';
import { mergedWarnings } from './shared/health.js';
import { isBlocked, reasonOf, releaseNames, releaseQueueRead } from './shared/managed.js';
import { globalId, sumOf } from './shared/rows.js';
import { flawTone, severityTone, tone } from './shared/tones.js';

const LABEL: Readonly<Record<string, string>> = {
  poster: 'no poster',
  logo: 'no logo',
  runtime: 'no runtime',
  unmatched: 'unmatched',
  subtitles: 'no subtitles',
};

export const widget = defineWidget({
  id: 'repair',
  summary:
    'Titles that lack something (a poster, a logo, a runtime, subtitles, a match), blocked imports, and warnings of the services',
  reads: {
    counts: top(mediaFlaws, { by: 'issue' }),
    flaws: cached(mediaFlaws, { newest: 100 }),
    releases: releaseQueueRead,
    health: optional(cached(opsHealth)),
  },
  response: object({
    issues: int('Total of incomplete titles, blocked imports and warnings'),
    imports: int('Blocked imports'),
    warnings: int('Warnings of the services'),
    posters: int(),
    logos: int(),
    runtime: int(),
    unmatched: int(),
    subtitles: int(),
    others: int('Other flaws'),
    ok: flag(),
    status: okStatus(),
    items: listOf({
      itemId: entityId('title'),
      title: text(),
      issue: oneOf('poster', 'logo', 'runtime', 'unmatched', 'subtitles', 'other'),
      tone: tone(),
    }),
    services: listOf({
      title: text('The release, or the subject of the warning'),
      issue: oneOf('import', 'warning'),
      message: text(),
      services: words('The integrations that report it'),
      tone: tone(),
    }),
    all: listOf({
      itemId: entityId('title', 'The title that can be refreshed; empty for warnings'),
      title: text(),
      issue: oneOf('poster', 'logo', 'runtime', 'unmatched', 'subtitles', 'other', 'import', 'warning'),
      message: text(),
      saidBy: text('The integrations'),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Repair',
    group: 'library',
    icon: 'mdi-image-broken-variant',
    for: 'admin',
    about: ['flaws', 'releases'],
    stats: [
      { field: 'issues', label: 'Issues', format: 'number' },
      { field: 'unmatched', label: 'Unmatched', format: 'number', about: 'counts' },
      { field: 'imports', label: 'Imports', format: 'number', about: 'releases' },
      { field: 'warnings', label: 'Warnings', format: 'number' },
      { field: 'posters', label: 'Posters', format: 'number', about: 'counts' },
      { field: 'logos', label: 'Logos', format: 'number', about: 'counts' },
    ],
    list: { items: 'all', name: 'title', details: ['message', 'saidBy'], tone: 'tone' },
    actions: [repairRefresh.id],
  },
  render: ({ counts, flaws, releases, health }, { limit }) => {
    const countOf = (issue: string) => counts.find((group) => group.key === issue)?.count ?? 0;
    const blocked = releases.items.filter(isBlocked);
    const nameOf = releaseNames(blocked);
    const warnings = mergedWarnings(health.items);
    const issues = sumOf(counts, (group) => group.count) + blocked.length + warnings.length;
    const items = flaws.items.slice(0, limit).map((flaw) => ({
      itemId: globalId(flaw.source, flaw.itemId),
      title: flaw.title,
      issue: flaw.issue,
      tone: flawTone(flaw.issue),
      label: LABEL[flaw.issue] ?? 'flawed',
    }));
    const services = [
      ...blocked.map((release) => ({
        title: nameOf(release),
        issue: 'import' as const,
        message: reasonOf(release) ?? 'it needs a manual decision',
        services: [release.source],
        tone: 'attention' as const,
        label: 'not imported',
      })),
      ...warnings.map(({ name, message, sources, severity }) => ({
        title: name,
        issue: 'warning' as const,
        message,
        services: sources,
        tone: severityTone(severity),
        label: severity,
      })),
    ].slice(0, limit);
    return {
      issues,
      imports: blocked.length,
      warnings: warnings.length,
      posters: countOf('poster'),
      logos: countOf('logo'),
      runtime: countOf('runtime'),
      unmatched: countOf('unmatched'),
      subtitles: countOf('subtitles'),
      others: countOf('other'),
      ...okFacts(issues === 0),
      items,
      services,
      all: [
        ...services.map(({ services: said, ...row }) => ({ ...row, itemId: '', saidBy: said.join(', ') })),
        ...items.map((item) => ({ ...item, message: '', saidBy: '' })),
      ].slice(0, limit),
    };
  },
});
