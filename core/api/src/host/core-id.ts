/** What is Sidelight’s own is under this id, which no plugin and no integration may have. */
export const CORE = 'core';
