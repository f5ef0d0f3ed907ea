/** The Markdown files of the repository, taken apart. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { renderPage } from '#core/pages/docs/render-page.js';
import { root } from './daemon.js';

export interface Document {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Code within a line. */
  readonly spans: readonly string[];
  readonly links: readonly string[];
  /** Every place that a link can lead to. */
  readonly anchors: ReadonlySet<string>;
}

export interface Block {
  /** `sh`; '' when it has none. */
  readonly language: string;
  readonly text: string;
}

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(folder, path))
    .sort();

/** What people read to use Sidelight: the README and docs/. */
export const documents = (): readonly Document[] => ['README.md', ...markdownIn('docs')].map(documentAt);

/** Those that the others lead to. */
export const otherDocuments = (): readonly Document[] =>
  ['CONTRIBUTING.md', 'CHANGELOG.md', 'core/DECISIONS.md', ...markdownIn('plugins')].map(documentAt);

export function documentAt(path: string): Document {
  const text = readFileSync(join(root, path), 'utf8');
  const tokens: Token[] = [];
  marked.walkTokens(marked.lexer(text), (token) => void tokens.push(token));
  const of = <T extends Token>(type: T['type']): readonly T[] =>
    tokens.filter((token): token is T => token.type === type);
  const { html } = renderPage(text, { file: path, base: '' });
  return {
    path,
    text,
    blocks: of<Tokens.Code>('code').map(({ lang = '', text: code }) => ({ language: lang, text: code })),
    spans: of<Tokens.Codespan>('codespan').map(({ text: code }) => code),
    links: [...of<Tokens.Link>('link'), ...of<Tokens.Image>('image')].map(({ href }) => href),
    anchors: new Set([...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id ?? '')),
  };
}
