export { nightlyQueues } from './jobs.ts';
