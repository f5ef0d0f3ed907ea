/** What a manager says, fit for the eyes of a whole household: folders of its machines are cut, names of files stay. Pure. */
import type { QueueRecord } from './upstream.js';

type Spoken = Pick<QueueRecord, 'title' | 'statusMessages' | 'outputPath'>;

/** Each sentence once. An entry without messages is a sentence by its title, unless that is only the release's name. */
export function sentencesOf({ title: release, statusMessages, outputPath }: Spoken): readonly string[] {
  const told = (statusMessages ?? []).flatMap(({ title, messages }) => {
    if (messages && messages.length > 0) return messages;
    return title && title !== release ? [title] : [];
  });
  return [...new Set(told.map((sentence) => withoutFolders(sentence, outputPath)))];
}

/** Where a path may begin: not within a word, a number or an address. */
const START = String.raw`(?<![\w/\\.:])`;
/** The name of a folder. A blank at its end is the space between two words of a sentence, and so is one after a sign. */
const NAME = String.raw`[^\s/\\"'<>|\[\]](?:(?:(?![.,;:!?]\s)[^/\\"'<>|\n\]])*[^\s/\\"'<>|\]])?`;
/** From the root to the folder that a path ends in: "/downloads/films/", "D:\films\", "\\nas\films\". */
const FOLDERS = new RegExp(
  String.raw`${START}(?:/(?=[^\s/,:;!?)])(?:${NAME}/)*|[A-Za-z]:[\\/](?:${NAME}[\\/])*|\\\\(?:${NAME}\\)*)`,
  'g',
);
/** Between signs that end it, a path may hold anything. */
const ENCLOSED = /(["'[(<])((?:[A-Za-z]:[\\/]|\/|\\\\)[^"'\]>\n]*)(["'\])>])/g;

/** @param known a path that the sentence may name or go on from: where it ends need not be guessed then */
export function withoutFolders(sentence: string, known?: string | null): string {
  const folders = known ? [known, known.slice(0, -nameOf(known).length - 1)].filter((folder) => folder.length > 1) : [];
  return folders
    .flatMap((folder) => [`${folder}/`, `${folder}\\`])
    .reduce((text, folder) => text.replaceAll(folder, ''), sentence)
    .replace(ENCLOSED, (_, open: string, path: string, close: string) => `${open}${nameOf(path)}${close}`)
    .replace(FOLDERS, '');
}

const nameOf = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
