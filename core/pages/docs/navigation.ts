/** The pages as the index lists them: a list below each of its headings. Pure. */
import { addressOf, targetOf } from './addresses.js';

export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly NavigationPage[];
}

interface NavigationPage {
  readonly href: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

/**
 * @param index the Markdown of docs/README.md
 * @param current the page that is shown
 */
export function navigationOf(index: string, current: string, base: string): readonly NavigationGroup[] {
  const [, ...sections] = index.split(/^## /m);
  return sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return { title, pages: lines.flatMap((line) => pageIn(line, current, base)) };
  });
}

/** `- [Keys](keys.md): …` */
function pageIn(line: string, current: string, base: string): readonly NavigationPage[] {
  const [, text, link] = /^- \[([^\]]+)\]\(([^)#]+)\)/.exec(line) ?? [];
  if (text === undefined || link === undefined) return [];
  const target = targetOf(link, 'docs/README.md', base);
  if (target.kind !== 'link') return [];
  return [{ href: target.href, text, isCurrent: target.href === base + addressOf(current) }];
}
