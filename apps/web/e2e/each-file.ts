import { afterEach } from 'vitest';
import { openPages } from './open-pages.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    process.stderr.write(`open pages when “${task.name}” failed:\n${await openPages()}\n`);
});
