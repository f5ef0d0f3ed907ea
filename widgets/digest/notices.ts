import { cached, defineDigestRule, opsNotices } from '@sidelight/plugin-api';
import { integrationOf } from '../shared/rows.js';

export const rule = defineDigestRule({
  id: 'notices',
  reads: { notices: cached(opsNotices) },
  evaluate: ({ notices }) =>
    notices.items.map((notice) => {
      const source = integrationOf(notice.source);
      return {
        type: notice.type,
        severity: notice.severity,
        text: notice.text,
        about: notice.id,
        ...(source === undefined ? {} : { source }),
      };
    }),
});
