/** Names that people read, from those that programs use. Pure. */

/** Sidelight's own tile needs no second mention of it. */
export const widgetName = (title: string): string =>
  (title === 'Sidelight' ? title : `Sidelight: ${title}`).slice(0, 128);
