import type { ItemOf, opsNotices } from '@sidelight/plugin-api';

/** A row of `ops.notices`, and the integration that it is about; without one it is about Sidelight itself. */
export type Notice = ItemOf<typeof opsNotices> & { readonly source?: string };
