/** Markdown of the documentation as HTML that a page with a strict Content-Security-Policy can hold. Pure. */
import { Marked, type RendererObject, type Tokens } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import { targetOf } from './addresses.js';

export interface RenderedPage {
  /** The text of the heading of the first level. */
  readonly title: string;
  /** Without that heading. */
  readonly html: string;
  /** Those of the second and third level, in order. */
  readonly headings: readonly Heading[];
}

export interface Heading {
  readonly level: number;
  /** Plain. */
  readonly text: string;
  readonly id: string;
}

export interface Place {
  /** Path of the file, from the root of the repository. */
  readonly file: string;
  /** '' or '/path'. */
  readonly base: string;
}

export function renderPage(markdown: string, place: Place): RenderedPage {
  const marked = new Marked({ gfm: true, async: false });
  marked.use(gfmHeadingId(), { renderer: rendererFor(place) });
  const html = marked.parse(markdown) as string;
  const headings = getHeadingList().map(({ level, text, id }) => ({ level, text: plainText(text), id }));
  return {
    title: headings.find(({ level }) => level === 1)?.text ?? 'Documentation',
    html: html.replace(/<h1[^>]*>.*?<\/h1>\n?/, ''),
    headings: headings.filter(({ level }) => level === 2 || level === 3),
  };
}

function rendererFor(place: Place): RendererObject {
  return {
    html: ({ text }) => escaped(text.replace(/<!--[\s\S]*?-->/g, '').trim()),
    code: ({ text, lang }) => `<pre tabindex="0"><code${classOf(lang)}>${escaped(text)}\n</code></pre>\n`,
    image({ href, text }) {
      const target = targetOf(href, place.file, place.base);
      return target.kind === 'file' ? escaped(text) : `<img src="${escaped(target.href)}" alt="${escaped(text)}">`;
    },
    link({ href, tokens }) {
      return linkTo(href, this.parser.parseInline(tokens), place);
    },
    table({ header, rows }) {
      const text = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens);
      const head = header.map((cell) => `<th scope="col">${text(cell)}</th>`).join('');
      const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>\n`).join('');
      return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table></div>\n`;
    },
  };
}

/** A file that is not served is named, so that it can be found in the repository. */
function linkTo(href: string, html: string, { file, base }: Place): string {
  const target = targetOf(href, file, base);
  if (target.kind === 'link') return `<a href="${escaped(target.href)}">${html}</a>`;
  const path = `<code>${escaped(target.path)}</code>`;
  return plainText(html) === target.path ? path : `${html} (${path})`;
}

const classOf = (lang: string | undefined): string =>
  lang ? ` class="language-${escaped(lang.split(' ')[0] ?? '')}"` : '';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Without its tags, and with the characters that entities stand for. */
const plainText = (html: string): string =>
  Object.entries(ENTITIES).reduceRight(
    (text, [character, entity]) => text.replaceAll(entity, character),
    html.replace(/<[^>]*>/g, ''),
  );
