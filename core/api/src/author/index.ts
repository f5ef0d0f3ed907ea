/** What the commands for authors of Sidelight's own repository share with the bin. Not for plugins. */
export * from './command.js';
export * from './entries.js';
export { makePackage } from './main.js';
export * from './new-files.js';
export * from './new-plugin.js';
export * from './record.js';
export * from './report.js';
export * from './verify.js';
