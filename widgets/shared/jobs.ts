import type { opsJobs } from '@sidelight/plugin-api';
import { integrationOf, type RowOf } from './rows.js';

/** "<integration>: <task>"; Sidelight's own tasks go by their name alone. */
export function jobName(job: RowOf<typeof opsJobs>): string {
  const integration = integrationOf(job.source);
  return integration === undefined ? job.name : `${integration}: ${job.name}`;
}
