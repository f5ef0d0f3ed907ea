/** Every signature that a plugin can see, in one file: a change of the contract shows as a difference of it. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './bootstrap.mjs';

const REPORT = join('core', 'api', 'api-report.md');
const dist = join(root, 'core', 'api', 'dist');

const HEAD = `# The signatures of @sidelight/plugin-api

Written by \`npm run generate\` from the compiled declarations, sorted, without comments. What disappears or changes here can break a
plugin: \`docs/plugin-api.md\` says which version that takes.
`;

/** The declarations of a module and of those that it hands on, each with the module's path. */
function declarationsIn(file) {
  const statements = statementsOf(readFileSync(file, 'utf8'));
  const handed = statements.flatMap((statement) => {
    const [, path] = /^export \* from '(\.[^']+)\.js';$/.exec(statement) ?? [];
    return path === undefined ? [] : declarationsIn(join(dirname(file), `${path}.d.ts`));
  });
  return [...handed, ...statements.filter((one) => /^export (?!\* from|\{\};)/.test(one))];
}

/** What stands at the left edge begins a statement. */
const statementsOf = (text) =>
  text
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^\/\/#.*\n?/gm, '')
    .split(/\n(?=\S)(?![}\])])/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

const section = (title, file) => {
  const sorted = [...new Set(declarationsIn(join(dist, file)))].sort();
  if (sorted.length === 0) throw new Error(`${relative(root, join(dist, file))} declares nothing`);
  return `\n## ${title}\n\n\`\`\`ts\n${sorted.join('\n')}\n\`\`\`\n`;
};

/** As [path, text]. */
export const apiReport = () => [
  REPORT,
  `${HEAD}${section('@sidelight/plugin-api', 'index.d.ts')}${section('@sidelight/plugin-api/testing', 'testing/index.d.ts')}`,
];
