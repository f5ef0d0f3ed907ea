/** Names that people read, from those that programs use. Pure. */

/** `requestedBy`, `things-nudge` and `things.nudge` as "Requested by" and "Things nudge". */
export function words(name: string): string {
  const text = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sidelight's own tile needs no second mention of it. */
export const widgetName = (title: string): string =>
  (title === 'Sidelight' ? title : `Sidelight: ${title}`).slice(0, 128);
