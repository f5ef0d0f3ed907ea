import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { scheduledJob } from './jobs.js';

/** Schedules of any service that is no media server: release managers, cleaners, transcoders. Sidelight's own are `ops.jobs`. */
export const serviceJobs = definePort({
  id: 'service.jobs',
  keep: 'snapshot',
  key: (job) => job.id,
  item: Type.Object(scheduledJob()),
});
