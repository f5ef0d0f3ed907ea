/**
 * One made-up household across all its services, as the ports hold it. Films M1 to M8 and series T1 to T3 (the series do
 * not exist) are requested, released and downloaded in every state that a join has to tell apart.
 * The world's clock stands at 2026-08-22T09:10Z.
 */
export { downloads } from './world/downloads.js';
export { KEYS } from './world/keys.js';
export { items } from './world/library.js';
export { grabs, releases, titles } from './world/releases.js';
export { requests } from './world/requests.js';
