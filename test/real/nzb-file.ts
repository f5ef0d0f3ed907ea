/** NZBs of files that a news server of the test bed serves. */
import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NzbFile {
  readonly name: string;
  readonly nzb: string;
  /** Writes the content into the folder of the news server; an NZB whose content is not there cannot be completed. */
  serve(folder: string): void;
}

const ARTICLE_BYTES = 200_000;
const POSTED_AT = 1_780_000_000;

/** A file of pseudo-random bytes that depend on its name alone. */
export function smallNzb(name: string, sizeBytes = 4_000_000): NzbFile {
  const content = () => createHash('shake128', { outputLength: sizeBytes }).update(name).digest();
  const serve = (folder: string) => writeFileSync(join(folder, `${name}.mkv`), content());
  return { name, nzb: nzbOf(name, sizeBytes), serve };
}

/** A file of zeros, which takes no disk at the news server. */
export function largeNzb(name: string, sizeBytes: number): NzbFile {
  return {
    name,
    nzb: nzbOf(name, sizeBytes),
    serve(folder) {
      const file = openSync(join(folder, `${name}.mkv`), 'w');
      ftruncateSync(file, sizeBytes);
      closeSync(file);
    },
  };
}

/** The test server of NZBGet makes its articles from message ids of the form `file?part=offset:size`. */
function nzbOf(name: string, sizeBytes: number): string {
  const count = Math.ceil(sizeBytes / ARTICLE_BYTES);
  const segments = Array.from({ length: count }, (_, index) => {
    const offset = index * ARTICLE_BYTES;
    const size = Math.min(ARTICLE_BYTES, sizeBytes - offset);
    return `<segment bytes="${size}" number="${index + 1}">${name}.mkv?${index + 1}=${offset}:${size}</segment>`;
  });
  const subject = `&quot;${name}.mkv&quot; yEnc (1/${count})`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nzb PUBLIC "-//newzBin//DTD NZB 1.0//EN" "http://www.newzbin.com/DTD/nzb/nzb-1.0.dtd">
<nzb xmlns="http://www.newzbin.com/DTD/2003/nzb">
<file poster="bed" date="${POSTED_AT}" subject="${subject}">
<groups><group>alt.binaries.test</group></groups>
<segments>
${segments.join('\n')}
</segments>
</file>
</nzb>
`;
}
