/** Histories that other programs wrote: the recorded files, and Tautulli's database, made anew in the same shape. */
import { join } from 'node:path';
import knex from 'knex';
import { FORMATS } from '#core/imports/formats/formats.js';
import type { ReadHistory, Told } from '#core/imports/told.js';
import { root } from './root.js';

export const historyFile = (name: string): string => join(root, 'test', 'fixtures', 'imports', name);

export async function readerOf(id: string): Promise<ReadHistory> {
  const format = FORMATS.find((one) => one.id === id);
  if (format === undefined) throw new Error(`there is no format ${id}`);
  return format.load();
}

/** Everything that is told, row by row. */
export async function toldBy(
  id: string,
  file: string,
  zone = 'Europe/Berlin',
  scratch = '/tmp',
): Promise<readonly Told[]> {
  const read = await readerOf(id);
  const told: Told[] = [];
  for await (const { rows } of read(file, { zone, scratch })) told.push(...rows);
  return told;
}

const NOW = `
CREATE TABLE session_history (id INTEGER PRIMARY KEY AUTOINCREMENT, reference_id INTEGER, started INTEGER, stopped INTEGER,
  rating_key INTEGER, user_id INTEGER, user TEXT, ip_address TEXT, paused_counter INTEGER DEFAULT 0, player TEXT, product TEXT,
  location TEXT, parent_rating_key INTEGER, grandparent_rating_key INTEGER, media_type TEXT, section_id INTEGER);
CREATE TABLE session_history_media_info (id INTEGER PRIMARY KEY, video_decision TEXT, audio_decision TEXT, transcode_decision TEXT);
CREATE TABLE session_history_metadata (id INTEGER PRIMARY KEY, title TEXT, parent_title TEXT, grandparent_title TEXT,
  original_title TEXT, full_title TEXT, media_index INTEGER, parent_media_index INTEGER, duration INTEGER, guid TEXT, live INTEGER);
CREATE TABLE users (id INTEGER PRIMARY KEY, user_id INTEGER UNIQUE, username TEXT, friendly_name TEXT);
INSERT INTO users VALUES (1, 0, 'Local', NULL), (2, 7001, 'ada', NULL), (3, 7002, 'grace', 'Grace H.');
INSERT INTO session_history VALUES
  (1, 1, 1793646000, 1793646596, 101, 7001, 'ada', '192.0.2.20', 0, 'Living room', 'Plex Web', 'lan', '', '', 'movie', 1),
  (2, 2, 1793901600, 1793902900, 103, 7002, 'grace', '192.0.2.10', 600, 'Chrome', 'Plex Web', 'wan', '', '', 'movie', 1),
  (3, 3, 1794085320, 1794085466, 204, 7001, 'ada', '203.0.113.7', 0, 'Phone', 'Plex for iOS', 'wan', 202, 201, 'episode', 2),
  (4, 4, 1793946840, 1793947044, 304, 7002, 'grace', '192.0.2.30', 0, 'Kitchen', 'Plexamp', 'lan', 302, 301, 'track', 3),
  (5, 5, 1795289400, 1795290000, 990002, 0, 'Local', '192.0.2.20', 0, 'Living room', 'Plex', 'lan', '', '', 'episode', 999999),
  (6, 6, 1795331646, 1795331646, 101, 7001, 'ada', '192.0.2.20', 0, 'Living room', 'Plex', 'lan', '', '', 'movie', 1);
INSERT INTO session_history_media_info VALUES
  (1, 'direct play', 'direct play', 'direct play'), (2, 'transcode', 'transcode', 'transcode'), (3, 'copy', 'transcode', 'transcode'),
  (4, 'direct play', 'direct play', 'direct play'), (5, 'transcode', 'transcode', 'transcode'), (6, '', '', 'direct play');
INSERT INTO session_history_metadata VALUES
  (1, 'Big Buck Bunny', '', '', '', 'Big Buck Bunny', '', '', 596000, 'com.plexapp.agents.imdb://tt1254207?lang=en', 0),
  (2, 'Tears of Steel', '', '', '', 'Tears of Steel', '', '', 734000, 'plex://movie/5d77683185719b001f3a0003', 0),
  (3, 'Gran Dillama', 'Season 1', 'Caminandes', '', 'Caminandes - Gran Dillama', 2, 1, 146000, 'plex://episode/5d9c', 0),
  (4, 'Butterfly Waltz', 'Open Songs', 'The Orange Strings', 'Feat. Grace', 'Butterfly Waltz', 2, 1, 204000, 'plex://track/5d', 0),
  (5, 'Nature Hour', 'Season 1', 'Nature Hour', '', 'Nature Hour', 1, 1, 1800000, 'plex://episode/live0002', 1),
  (6, 'Big Buck Bunny', '', '', '', 'Big Buck Bunny', '', '', 596000, '', 0);`;

/** Of a version that had neither sections nor live television in these tables. */
const OLD = `
CREATE TABLE session_history (id INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER, stopped INTEGER, rating_key INTEGER,
  user_id INTEGER, user TEXT, paused_counter INTEGER DEFAULT 0, player TEXT, media_type TEXT);
CREATE TABLE session_history_metadata (id INTEGER PRIMARY KEY, title TEXT, full_title TEXT, duration INTEGER);
INSERT INTO session_history VALUES (1, 1493646000, 1493646596, 101, 7001, 'ada', 0, 'Living room', 'movie');
INSERT INTO session_history_metadata VALUES (1, 'Sintel', 'Sintel', 888000);`;

/** The statements of a script one by one. */
async function write(file: string, script: string): Promise<string> {
  const database = knex({ client: 'sqlite3', connection: { filename: file }, useNullAsDefault: true });
  for (const statement of script.split(';').filter((text) => text.trim() !== '')) await database.raw(statement);
  await database.destroy();
  return file;
}

export const writeTautulli = (file: string, version: 'now' | 'old' = 'now'): Promise<string> =>
  write(file, version === 'now' ? NOW : OLD);

/** The same database of the plugin as its backup. */
export const writeReporting = (file: string): Promise<string> =>
  write(
    file,
    `CREATE TABLE PlaybackActivity (DateCreated DATETIME NOT NULL, UserId TEXT, ItemId TEXT, ItemType TEXT, ItemName TEXT,
     PlaybackMethod TEXT, ClientName TEXT, DeviceName TEXT, PlayDuration INT);
     INSERT INTO PlaybackActivity VALUES ('2026-11-10 20:50:31.4429118', 'ab5609bbfce6649fc1e36d5aebe97b51',
     '2515fe74b4e374a41a8a309344c6f49d', 'Movie', 'Big Buck Bunny', 'DirectPlay', 'Jellyfin Android TV', 'TV', 590)`,
  );
