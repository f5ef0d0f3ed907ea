/** Names that people read, from those that programs use. Pure. */

/** As long as every dashboard takes it. */
export const widgetName = (title: string): string => title.slice(0, 128);
