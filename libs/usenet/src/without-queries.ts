/** The address of an NZB carries the key of its indexer behind `?` or `&`: a text that quotes one is shown without. */
export const withoutQueries = (text: string): string => text.replace(/(https?:\/\/[^\s?&]*)[?&]\S*/gi, '$1');
