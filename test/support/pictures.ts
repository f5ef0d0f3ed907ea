import type { ImageAddresses } from '#core/images/addresses.js';

/** Addresses that anybody can read. */
export const plainAddresses: Pick<ImageAddresses, 'of' | 'stamp'> = {
  of: ({ source, name }) => `/images/${source}${name}`,
  stamp: () => '',
};
