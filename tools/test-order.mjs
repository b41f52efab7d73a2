import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { root } from './root.mjs';

/** The files that take longest, longest first: one that begins last keeps a single worker busy at the end. */
export const longest = [
  'apps/server/test/faults.test.ts',
  'tools/new/page.test.mjs',
  'apps/server/test/attacks.test.ts',
  'apps/server/test/tenant-move-crash.test.ts',
  'apps/server/test/door.test.ts',
  'apps/server/test/silence-persons.test.ts',
  'apps/server/test/random-nights.test.ts',
  'apps/server/test/silence.test.ts',
  'apps/ops/src/backup/backup.test.ts',
  'apps/server/test/case-runs.test.ts',
  'apps/server/test/bad-input.test.ts',
  'apps/ops/src/backup/databases.test.ts',
  'apps/web/e2e/sweep/pages-chinese.e2e.ts',
  'apps/web/e2e/sweep/list-slow.e2e.ts',
  'apps/web/e2e/sweep/list-session.e2e.ts',
  'apps/web/e2e/sweep/list-rights.e2e.ts',
  'apps/web/e2e/sweep/pages-english.e2e.ts',
  'apps/web/e2e/sweep/list-keyboard.e2e.ts',
  'apps/web/e2e/sweep/list-rows.e2e.ts',
  'apps/web/e2e/sweep/walk.e2e.ts',
  'apps/web/e2e/frame.e2e.ts',
  'apps/web/e2e/look.e2e.ts',
  'apps/web/e2e/desk.e2e.ts',
  'apps/web/e2e/session-live.e2e.ts',
  'apps/web/e2e/stored-texts.e2e.ts',
  'apps/web/e2e/session-start.e2e.ts',
  'apps/web/e2e/way-in.e2e.ts',
  'apps/web/e2e/account.e2e.ts',
  'apps/web/e2e/main-job.e2e.ts',
  'apps/web/e2e/session-lock.e2e.ts',
  'apps/web/e2e/list-views.e2e.ts',
];

/** Puts the longest files first, in their order, and keeps the order of the others. */
export function longestFirst(files, pathOf) {
  const rankOf = (file) => {
    const rank = longest.indexOf(pathOf(file));
    return rank < 0 ? longest.length : rank;
  };
  return files.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Vitest's order, with the longest files first in each group of projects. */
export class TestOrder extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return longestFirst(sorted, ({ moduleId }) => relative(root, moduleId)).toSorted(
      (one, other) => one.project.config.sequence.groupOrder - other.project.config.sequence.groupOrder,
    );
  }
}
