/** What is on its way: the same in every size of the world. */

const keyOf = (i: number): string => i.toString(16).toUpperCase().padStart(40, '0');

export const download = (i: number, leftBytes = 5e8) => ({
  id: `d${i}`,
  downloadKey: keyOf(i),
  name: `Title.${i}.1080p.WEB-DL-GROUP`,
  state: 'downloading',
  sizeBytes: 1e9,
  leftBytes,
  downBps: 1,
  upBps: 0,
});

export const release = (i: number) => ({
  id: keyOf(i),
  downloadKey: keyOf(i),
  title: `Title ${i}`,
  type: 'movie',
  state: 'downloading',
  records: 1,
  tmdb: String(i),
});

export const grab = (i: number, at: string) => ({
  id: keyOf(i),
  downloadKey: keyOf(i),
  type: 'movie',
  title: `Title ${i}`,
  at,
  tmdb: String(i),
});

export const title = (i: number) => ({
  id: `t${i}`,
  title: `Title ${i}`,
  type: 'movie',
  hasFile: false,
  monitored: true,
  tmdb: String(i),
});

export const request = (i: number, requestedAt: string) => ({
  id: String(i),
  title: `Title ${i}`,
  type: 'movie',
  status: 'approved',
  requestedBy: `User ${i % 20}`,
  requestedAt,
  is4k: false,
  tmdb: String(i),
});
