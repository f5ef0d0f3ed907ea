import type { opsHealth } from '@sidelight/plugin-api';
import type { RowOf } from './rows.js';

type Health = RowOf<typeof opsHealth>;

/** The row of an integration bears its id; other rows are what its upstream watches over. */
export const isIntegration = (health: Health): boolean => health.id === health.source;

/** One that was not asked yet is not failing. */
export const isFailing = (health: Health): boolean => !health.ok && health.checkedAt !== undefined;
