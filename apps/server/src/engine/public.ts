/** What modules may import of the engine; its other files are internal. */

// Resources with code, and calls with shapes of their own.
export { implement } from './crud/implement.ts';
export type { Implementation, OwnSheet } from './crud/implement.ts';
export { call } from './crud/call.ts';
export type { Call } from './crud/call.ts';
export { revealCalls } from './traits/reveal/reveal.ts';

// Inputs and outputs of calls, besides the shapes of zod.
export { actionInput, listQueryInput, saveInput } from './call-shapes/answers.ts';
export {
  anyObject,
  anyValue,
  arrayOf,
  codeOf,
  day,
  dayTime,
  finishedFile,
  nothing,
  timestamp,
} from './call-shapes/answers.ts';
export { told, whole } from './call-shapes/answers.ts';
export { flatRow, flatWith, membersOf, pageOf, wrappedRow, wrappedWith } from './call-shapes/answers.ts';
export type { Page, WireRow } from './call-shapes/answers.ts';
export type { Follow, ServerModule } from './module.ts';
export type { Services } from './services.ts';

// The context of a call, and functions for the rules of a save.
export { withRepositories } from './crud/call-ctx.ts';
export { everySight } from './every-sight.ts';
export type { CallCtx } from './crud/call-ctx.ts';
export { askedDay } from './asked-day.ts';
export { asSaved } from './as-saved.ts';
export { refuseStale } from './crud/repository.ts';
export type { PlanOf } from './crud/repository.ts';
export { recordChanges } from './crud/history.ts';
export { recordChange } from './record-change.ts';
export type { RecordedChange } from './record-change.ts';
export { reasonForm } from './call-shapes/reason.ts';

// Lists of a module's own over the rows of a resource.
export { answerAction, answerPage, answerSave, headOf, listQuery } from './crud/conventional.ts';
export { movesModule } from './traits/clock/clock.ts';
export { defineWork } from './works/work.ts';
export type { Work } from './works/work.ts';
export { moveOf } from './traits/moves/by-name.ts';
export { holderOf } from './traits/files/in-use.ts';
export { readableFiles, type StoredFile } from './traits/files/readable.ts';
export { shownRows } from './shown-rows.ts';
export { figuresFor } from './traits/figure/figure.ts';
export { whether } from './traits/conditions/conditions.ts';
export type { QueryCtx } from './traits/hooks.ts';
export { membersHeld, namesHeld, setMembers, setNames } from './traits/members/links.ts';
export { memberCalls } from './traits/panes/member-calls.ts';
export { idsWithBelow, removeWithBelow } from './traits/tree/tree.ts';
export { reoccupy, rearrange } from './occupancy/rearrange.ts';
export { busyTimes, lockSubjects } from './occupancy/occupancies.ts';
export type { Occupancy } from './occupancy/occupancies.ts';
export { freePlaces, lockedSlot, openSlots, takenPlaces } from './slots/slots.ts';
export type { OpenSlot, Slot } from './slots/slots.ts';
export { changePlaces, closeSlot, closeSlots, closeSlotsAhead } from './occupancy/change-places.ts';
export { servedIn } from './traits/served.ts';
export { pageInShape, streamAbove, StreamedPage } from './crud/conventional.ts';
export { countLimit } from './crud/list.ts';
export type { TotalFrom } from './crud/list.ts';
export { namedInSql, yearsSql } from './sql/shown.ts';
export type { PlainRow, Plan, ShownIf } from './crud/plan.ts';
export { inSight } from '../access/data-scope.ts';
export { notReplaced, onDeviceKeys, Values, whereClause } from './crud/where.ts';
export { readingKey } from './schema/schema-indexes.ts';
export { isProbeRecorded, requireProbe, sealedMatch, sealedWord } from './crud/sealed-search.ts';

// Queries over rows, and pages of lists made by hand.
export type { Begun } from './sql/from.ts';
export { allPages, page, sortTerms } from './sql/page.ts';
export { queriesOf } from './sql/queries.ts';
export { contains, readAll, readFirst, sql } from './sql/read.ts';
export { table } from './sql/source.ts';

// What people call things, and how answers hide a number.
export { maskPhone } from '@kangmai/resource/wire';
export { fieldLabel, fieldNamed, labelIn } from './labels.ts';

// Work on lists as a whole, saved views and spreadsheets.
export { listTasksModule } from './list-tasks/list-tasks.ts';
export { taskQueues } from './list-tasks/list-work.ts';
export { importQueues } from './import-steps/import-work.ts';
export { importsModule } from './import-door/imports.ts';
export type { Importer } from './sheets/importer.ts';
export { listsModule } from './views/lists.ts';

// Names of codes.
export { isTold } from './codes/known-regions.ts';
export { regions } from './codes/regions.ts';
export { tenantZone } from '../access/tenant-zone.ts';
