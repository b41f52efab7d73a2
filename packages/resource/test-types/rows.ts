import type {
  ActionInput,
  ActionName,
  CreateInput,
  Draft,
  FilterOf,
  ResourceNamed,
  Row,
  UpdateInput,
} from '@kangmai/resource';
import type { moved, owner, thing } from './definition.ts';

type Thing = typeof thing;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;

// Values of a row: never null when required or defaulted.
holds<Same<Row<Thing>['title'], string>>();
holds<Same<Row<Thing>['note'], string | null>>();
holds<Same<Row<Thing>['owner'], number>>();
holds<Same<Row<Thing>['others'], readonly number[] | null>>();
holds<Same<Row<Thing>['size'], number | null>>();
holds<Same<Row<Thing>['active'], boolean>>();
holds<Same<Row<Thing>['bornOn'], string | null>>();
holds<Same<Row<Thing>['years'], number | null>>();
holds<Same<Row<Thing>['seenAt'], Date>>();
holds<Same<Row<Thing>['state'], 'open' | 'taken' | 'closed'>>();
holds<Same<Row<Thing>['colours'], readonly ('red' | 'green')[] | null>>();
holds<Same<Row<Thing>['id'], number>>();
holds<Same<Row<Thing>['createdAt'], Date>>();
holds<Same<ActionName<Thing>, 'assign' | 'close'>>();
holds<Same<ActionName<typeof owner>, never>>();
holds<Same<ResourceNamed<readonly [Thing, typeof owner], 'owner'>, typeof owner>>();
// @ts-expect-error: the comparison itself can fail
holds<Same<Row<Thing>['title'], number>>();

export function read(row: Row<Thing>): void {
  // @ts-expect-error: a title is text
  const title: number = row.title;
  // @ts-expect-error: a note may be missing
  const note: string = row.note;
  // @ts-expect-error: no such field
  const nope: unknown = row.nope;
  // @ts-expect-error: rows are not written to
  row.title = 'x';
  // @ts-expect-error: a state is one of three
  if (row.state === 'gone') return;
  void [title, note, nope];
}

const least = { title: 'x', owner: 1, seenAt: new Date(0) };
export const created: CreateInput<Thing> = least;
export const createdFull: CreateInput<Thing> = { ...least, state: 'closed', note: null, colours: ['red'], gender: '2' };
// @ts-expect-error: a title is required
export const withoutTitle: CreateInput<Thing> = { owner: 1, seenAt: new Date(0) };
// @ts-expect-error: an owner is required
export const withoutOwner: CreateInput<Thing> = { title: 'x', seenAt: new Date(0) };
// @ts-expect-error: a required field is not null
export const nullTitle: CreateInput<Thing> = { ...least, title: null };
// @ts-expect-error: an age is computed
export const withAge: CreateInput<Thing> = { ...least, years: 5 };
// @ts-expect-error: no such field
export const withNope: CreateInput<Thing> = { ...least, nope: 5 };
// @ts-expect-error: the server gives the id
export const withId: CreateInput<Thing> = { ...least, id: 5 };

export const updated: UpdateInput<Thing> = { state: 'taken' };
// @ts-expect-error: no such state
export const wrongState: UpdateInput<Thing> = { state: 'gone' };
// @ts-expect-error: no such colour
export const wrongColour: UpdateInput<Thing> = { colours: ['blue'] };
// @ts-expect-error: a reference is an id
export const wrongOwner: UpdateInput<Thing> = { owner: '5' };

export function complete(draft: Draft<Thing>): void {
  draft.note = null;
  // @ts-expect-error: a title is never empty
  draft.title = null;
  // @ts-expect-error: an age is computed
  draft.years = 5;
}

export const filters: FilterOf<Thing> = {
  title: 'x',
  owner: { in: [1, 2] },
  size: { from: 1, to: 5 },
  state: 'open',
  seenAt: { from: new Date(0) },
  years: { from: 65 },
  bornOn: null,
  id: 5,
};
// @ts-expect-error: a note has no filter mark
export const noFilter: FilterOf<Thing> = { note: 'x' };
// @ts-expect-error: nor has a price
export const noPrice: FilterOf<Thing> = { price: 5 };
// @ts-expect-error: a condition has the field's type
export const wrongCondition: FilterOf<Thing> = { size: '5' };
// @ts-expect-error: no such state among several
export const wrongAmong: FilterOf<Thing> = { state: { in: ['open', 'gone'] } };

export const input: ActionInput<Thing['actions']['assign']> = { id: 1, to: 2, on: null };
// @ts-expect-error: an id is a number
export const wrongInput: ActionInput<Thing['actions']['assign']> = { id: '1', to: 2, on: null };
// @ts-expect-error: to whom is required
export const missingInput: ActionInput<Thing['actions']['assign']> = { id: 1, on: null };
// @ts-expect-error: a required input is not null
export const nullInput: ActionInput<Thing['actions']['assign']> = { id: 1, to: null, on: null };
// @ts-expect-error: no such action
export type NoAction = ActionInput<Thing['actions']['explode']>;

// Moves that a user may make are actions.
type Moved = typeof moved;
holds<Same<ActionName<Moved>, 'take'>>();
export const taken: ActionInput<Moved['actions']['take']> = { id: 1, rowVersion: 2, note: 'x' };
// @ts-expect-error: no such input
export const takenWrong: ActionInput<Moved['actions']['take']> = { id: 1, rowVersion: 2, remark: 'x' };
