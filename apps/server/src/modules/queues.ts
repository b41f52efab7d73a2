import { importQueues, taskQueues } from '../engine/public.ts';
import { nightlyQueues } from './nightly/jobs.ts';

/** Every queue of the product: the migrator makes them before the server may use them. */
export const queues: readonly string[] = [
  ...Object.values(nightlyQueues),
  ...Object.values(importQueues),
  ...Object.values(taskQueues),
];
