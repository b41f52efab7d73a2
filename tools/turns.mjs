/** In how many days a file with turns runs once. */
export const days = 3;

/**
 * Test files that a whole run takes by turns, each once in three days: long proofs that try one thing in many ways, and
 * flows through pages of which shorter tests see a part every day. Neighbours in a list run on different days.
 */
export const byTurns = [
  // Attacks, copies of the data, tenants that move, and random or long nights: minutes each.
  'apps/server/test/attacks.test.ts',
  'apps/ops/src/backup/databases.test.ts',
  'apps/ops/src/backup/backup.test.ts',
  'apps/server/test/tenant-move-crash.test.ts',
  'apps/server/test/tenant-move.test.ts',
  'apps/ops/src/backup/recover.test.ts',
  'apps/server/test/night.test.ts',
  'apps/server/test/silence-persons.test.ts',
  'apps/server/test/random-nights.test.ts',
  'apps/server/test/histories.test.ts',
  'apps/server/test/booking-crash.test.ts',
  'apps/server/test/ladder-crash.test.ts',
  'apps/server/test/two-processes.test.ts',
  'apps/server/src/platform/database/start.test.ts',
  'apps/server/test/bench-silence.test.ts',
  'apps/server/test/scripted-day.test.ts',
  'apps/ops/src/upgrade/upgrade.test.ts',
  'apps/server/test/bench-courses.test.ts',
  'apps/ops/src/backup/tenant.test.ts',
  'apps/server/src/platform/sheet-reader.test.ts',
  'apps/server/test/silence-presence.test.ts',
  'tools/new/page.test.mjs',
  'apps/server/src/platform/database/embedded.test.ts',
  // Flows of single areas and pictures; words, width and console of every page are tested daily.
  'apps/web/e2e/look.e2e.ts',
  'apps/web/e2e/screens.e2e.ts',
  'apps/web/e2e/papers.e2e.ts',
  'apps/web/e2e/house.e2e.ts',
  'apps/web/e2e/contracts.e2e.ts',
  'apps/web/e2e/documents.e2e.ts',
  'apps/web/e2e/account.e2e.ts',
  'apps/web/e2e/session-lock.e2e.ts',
  'apps/web/e2e/storm.e2e.ts',
  'apps/web/e2e/tenants.e2e.ts',
  'apps/web/e2e/views.e2e.ts',
  'apps/web/e2e/board.e2e.ts',
  'apps/web/e2e/list-views.e2e.ts',
  'apps/web/e2e/lists-of-work.e2e.ts',
  'apps/web/e2e/replay.e2e.ts',
  'apps/web/e2e/user-sheets.e2e.ts',
  'apps/web/e2e/units.e2e.ts',
  'apps/web/e2e/list-tasks.e2e.ts',
  'apps/web/e2e/rooms-and-prices.e2e.ts',
  'apps/web/e2e/duty.e2e.ts',
  'apps/web/e2e/work-calendar.e2e.ts',
  'apps/web/e2e/beds.e2e.ts',
  'apps/web/e2e/handover.e2e.ts',
  'apps/web/e2e/education.e2e.ts',
  'apps/web/e2e/product-forms.e2e.ts',
  'apps/web/e2e/phone.e2e.ts',
  'apps/web/e2e/steps.e2e.ts',
  'apps/web/e2e/parts.e2e.ts',
  'apps/web/e2e/joined-filters.e2e.ts',
  'apps/web/e2e/list-tabs.e2e.ts',
  'apps/web/e2e/api-docs.e2e.ts',
  'apps/web/e2e/sweep/list-session.e2e.ts',
  'apps/web/e2e/sweep/list-rights.e2e.ts',
  'apps/web/e2e/sweep/list-keyboard.e2e.ts',
  'apps/web/e2e/sweep/list-rows.e2e.ts',
  'apps/web/e2e/session-start.e2e.ts',
  'apps/web/e2e/detail.e2e.ts',
  'apps/web/e2e/roles.e2e.ts',
  'apps/web/e2e/users.e2e.ts',
  'apps/web/e2e/locations.e2e.ts',
  'apps/web/e2e/agreements.e2e.ts',
];

/** Files whose turn is on another day of the month; none with `FULL=1`. */
export const onOtherDays = (day = new Date().getDate(), isFull = process.env['FULL'] === '1') =>
  isFull ? [] : byTurns.filter((_, at) => at % days !== day % days);
