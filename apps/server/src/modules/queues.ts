import { importQueues, taskQueues } from '../engine/public.ts';
import { nightlyQueues } from './nightly/public.ts';

/** Every queue of the product: the migrator creates them before the server uses them. */
export const queues: readonly string[] = [
  ...Object.values(nightlyQueues),
  ...Object.values(importQueues),
  ...Object.values(taskQueues),
];
