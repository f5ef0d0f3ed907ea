/** The files for dashboards. */
import { built, code, table } from './generated-parts.mjs';

const FEW = 3;

/** All of them where there are few, else the folder. */
function filesOf({ files, archive }) {
  if (files.length <= FEW) return files.map(({ path }) => code(path)).join(', ');
  const [folder] = files[0].path.split('/');
  return `${files.length} in ${code(`${folder}/`)}, or all in ${code(archive)}`;
}

export async function packTable(registry) {
  const { Packs } = await built('packs/packs.js');
  const { silentLog } = await built('ground/log.js');
  const packs = new Packs(registry, silentLog);
  const listed = await packs.list('http://sidelight.example.org', { choice: 'all' });
  const rows = listed.map((pack) => [code(pack.id), pack.title, filesOf(pack), pack.summary]);
  const refused = packs.refused().map(({ text }) => text);
  if (refused.length > 0) throw new Error(refused.join('\n'));
  return table(['pack', 'for', 'files below `/widgets/`', 'what to do with it'], rows);
}
