/** What a browser calls itself, in words that its owner knows it by. */
import Bowser from 'bowser';

/** So much of a header is looked at: expressions of the library run over it. */
const LONGEST = 512;

/** "Firefox on Linux"; '' for what does not say what it is. */
export function deviceOf(agent: string | undefined): string {
  if (agent === undefined || agent === '') return '';
  const { browser, os } = Bowser.parse(agent.slice(0, LONGEST));
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return known.join(' on ');
}
