import type { Fields } from '../fields/field.ts';
import type { CardRule } from './card/card.ts';
import type { Detail, DetailRule } from './detail/detail.ts';
import type { Door } from './doors/door.ts';
import type { CallsInStates, StateRules } from './in-states/in-states.ts';
import type { Lines, Part } from './lines/lines.ts';
import type { MemberRules } from './members/members.ts';
import type { HoldRule, Occupies, OccupyRule, PlaceRule, TakesPlace } from './occupancy/occupancy.ts';
import type { PairRule } from './pairs/pairs.ts';
import { type Period, type PeriodRules, periodsOf } from './periods/periods.ts';
import type { Tree, TreeRule } from './tree/tree.ts';

/** Keys of a definition by which it asks for abilities. */
export interface AbilityRules<F extends Fields> {
  readonly tree?: TreeRule<F>;
  readonly card?: CardRule<F>;
  readonly detail?: DetailRule<F>;
  readonly members?: MemberRules;
  readonly pairs?: readonly PairRule<F>[];
  /** Periods of rows that exclude each other. */
  readonly noOverlap?: PeriodRules<F>;
  /** Whom and what a row occupies, across all resources. */
  readonly occupies?: readonly OccupyRule<F>[];
  /** The slot in which a row takes a place. */
  readonly takesPlace?: PlaceRule<F>;
  /** Until when a row that waits holds what it occupies. */
  readonly heldUntil?: HoldRule<F>;
  /** Rows of the host are read by every tenant, which adds its own. */
  readonly readsHost?: boolean;
  /** Calls that only some states of a row allow. */
  readonly inStates?: StateRules<F>;
}

/** The same keys as code reads them that knows no field names. */
export interface Abilities {
  readonly tree: Tree | undefined;
  readonly card: readonly string[];
  readonly detail: Detail | undefined;
  /** Second services over the same rows and code. */
  readonly doors: readonly Door[];
  readonly members: MemberRules | undefined;
  readonly pairs: readonly (readonly [first: string, second: string])[];
  readonly noOverlap: readonly Period[];
  readonly occupies: readonly Occupies[];
  readonly takesPlace: TakesPlace | undefined;
  readonly heldUntil: string | undefined;
  readonly inStates: CallsInStates;
  readonly readsHost: boolean;
  /** The lines of a document, and the document whose lines the rows are. */
  readonly lines: Lines | undefined;
  readonly partOf: Part | undefined;
}

/** Abilities whose definition is kept in the type. */
export interface KeptAbilities<D, L, I, P> {
  readonly detail: D;
  readonly members: L;
  readonly lines: I;
  readonly partOf: P;
}

/** The abilities that a definition asks for. */
export const abilitiesOf = <F extends Fields, D, L, I, P>({
  tree,
  card = [],
  detail,
  members,
  pairs = [],
  noOverlap,
  occupies = [],
  takesPlace,
  heldUntil,
  inStates = {},
  readsHost = false,
  doors = [],
  lines,
  partOf,
}: Omit<AbilityRules<F>, keyof KeptAbilities<D, L, I, P>> &
  Partial<KeptAbilities<D, L, I, P>> & { readonly doors?: unknown }): Omit<Abilities, keyof KeptAbilities<D, L, I, P>> &
  KeptAbilities<D, L, I, P> => ({
  tree: tree as Tree | undefined,
  card,
  detail: detail as D,
  members: members as L,
  lines: lines as I,
  partOf: partOf as P,
  doors: doors as readonly Door[],
  pairs,
  inStates: inStates as CallsInStates,
  readsHost,
  occupies: occupies as readonly Occupies[],
  takesPlace: takesPlace as TakesPlace | undefined,
  heldUntil,
  noOverlap: periodsOf(noOverlap as Period | readonly Period[] | undefined),
});
