import { cached, cleanupAttention, defineDigestRule } from '@sidelight/plugin-api';
import { counted } from '../shared/labels.js';
import type { RowOf } from '../shared/rows.js';

type Matter = RowOf<typeof cleanupAttention>;

const RANK = { info: 0, warn: 1, error: 2 } as const;

/** One line for each tool, as one download often raises several matters. */
export const rule = defineDigestRule({
  id: 'cleanup',
  reads: { matters: cached(cleanupAttention) },
  evaluate: ({ matters }) => {
    const sources = [...new Set(matters.items.map(({ source }) => source))];
    return sources.map((source) => {
      const own = matters.items.filter((matter) => matter.source === source);
      return { type: 'cleanup', severity: gravest(own), text: sentenceOf(own), source, about: 'matters' };
    });
  },
});

const gravest = (own: readonly Matter[]): Matter['severity'] =>
  own.map(({ severity }) => severity).reduce((a, b) => (RANK[b] > RANK[a] ? b : a), 'info');

function sentenceOf([first, ...others]: readonly Matter[]): string {
  if (first === undefined) return '';
  const told = first.title === '' ? first.text : `${first.title}: ${first.text}`;
  return others.length === 0 ? told : `${told}, and ${counted(others.length, 'other item')} for a person`;
}
