/** What reads cron patterns, which the build makes one file of. */
export { Cron } from 'croner';
