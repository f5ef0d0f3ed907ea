export const plugin = {};
