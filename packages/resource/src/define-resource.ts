import type { Actions, ConventionalCall } from './action.ts';
import type { AnyField, Fields, JoinPath } from './fields/field.ts';
import type { RowKeys } from './row-stamp.ts';
import type { DetailRule } from './traits/detail/detail.ts';
import { abilitiesOf, type Abilities, type AbilityRules, type KeptAbilities } from './traits/keys.ts';
import type { Counts } from './traits/counts/counts.ts';
import {
  type ListFaces,
  listFaces,
  type ListParts,
  listParts,
  type ListPartsOf,
  type None,
} from './traits/list-parts.ts';
import { inheritedSight, withLines } from './traits/lines/lines.ts';
import type { CheckedLines, Lines, PartRule, WithLines } from './traits/lines/lines.ts';
import type { MemberRules } from './traits/members/members.ts';
import { actionsOfMoves } from './traits/moves/moves.ts';
import type { Door } from './traits/doors/door.ts';
import type { ActionsOfMoves, CalledMove, CheckedMoves, Moves, StateField } from './traits/moves/moves.ts';
import type { ScopeRule } from './traits/sight/sight.ts';

export interface Wire<F extends Fields = Fields> {
  /** Path segment of the service. */
  readonly service: string;
  /** Singular name in the server's spelling; the wrapper key is derived from it. */
  readonly entity: string;
  /** GetAll and …ForEdit/ForView answer `{wrapper: row, joins…}`; otherwise flat rows. */
  readonly wrap?: boolean;
  /** A second key for the rows of a page, beside `items`. */
  readonly rowsKey?: string;
  /** Which conventional calls exist, by their action name; `state`, with its verb, makes the move to a given state. */
  readonly calls: { readonly [C in ConventionalCall | 'state']?: string };
  /** Display names beside the wrapper: wire name → path. */
  readonly joins?: { readonly [wireName: string]: JoinPath<F> };
  /** Joined names that a list may be filtered by, as `{name}Filter`. */
  readonly joinFilters?: readonly string[];
}

export interface Definition<
  N extends string,
  F extends Fields,
  A extends Actions,
  B extends string = never,
> extends AbilityRules<NoInfer<F>> {
  readonly name: N;
  /** The table's name where it is not the resource's own in snake case. */
  readonly table?: string;
  readonly title: string;
  readonly en: string;
  /** The owners of rows: `tenant` tenants only, `both` also the host, `host` the host alone. */
  readonly scope: 'tenant' | 'both' | 'host';
  /** Stem of the permissions; of several any one suffices. */
  readonly permission: string | readonly string[];
  /** Which permissions below the stem exist; create, edit and delete when left out. */
  readonly writes?: readonly ('Create' | 'Edit' | 'Delete')[];
  readonly wire: Wire<NoInfer<F>>;
  readonly fields: F;
  readonly list: {
    readonly columns: readonly ((keyof NoInfer<F> & string) | NoInfer<B>)[];
    readonly sort: SortOf<NoInfer<F>> | readonly SortOf<NoInfer<F>>[];
    /** Fields that the free-text filter looks in; a reference looks in its target's. */
    readonly search?: readonly (keyof NoInfer<F> & string)[];
    /** A choice of states, shown as tabs with counts above the list. */
    readonly tabs?: StateField<NoInfer<F>>;
    /** Fields that lists draw inside the cell of a column; an export has a column of their own for them beside it. */
    readonly marks?: { readonly [C in keyof NoInfer<F> & string]?: readonly (keyof NoInfer<F> & string)[] };
  };
  /** The field by which other rows name this one. */
  readonly display: keyof NoInfer<F> & string;
  /** Required by `defineModel` where the resource refers to `client`, directly or through one reference. */
  readonly scopeRule?: ScopeRule<NoInfer<F>>;
  /** Saves, deletions and actions are allowed while the tenant's subscription has expired: care that cannot wait. */
  readonly inWaitingDays?: boolean;
  /** Rules of several fields: no two rows of a tenant may have equal values in all of them. */
  readonly unique?: readonly (readonly (keyof NoInfer<F> & string)[])[];
  /**
   *  `rows`: one table with soft delete and versions. `readings`: monthly partitions, corrected by new rows only.
   *  `view`: read from a source that its module supplies.
   */
  readonly storage?: 'rows' | 'readings' | 'view';
  readonly excel?: { readonly import: boolean; readonly export: boolean };
  readonly actions?: A;
}

export type SortOf<F extends Fields> = (keyof F & string) | RowKeys | `-${(keyof F & string) | RowKeys}`;

/** What a finished definition always has, however the definition spells it. */
interface Finished extends Abilities {
  readonly wire: Omit<Wire, 'joins'> & { readonly joins: { readonly [wireName: string]: string } };
  readonly list: {
    readonly columns: readonly string[];
    readonly sort: readonly string[];
    readonly search: readonly string[];
    readonly tabs: string | undefined;
    readonly marks: { readonly [column: string]: readonly string[] | undefined };
  } & ListFaces;
  readonly display: string;
  readonly scopeRule: ScopeRule<Fields> | undefined;
  readonly unique: readonly (readonly string[])[];
  readonly storage: 'rows' | 'readings' | 'view';
  readonly writes: readonly ('Create' | 'Edit' | 'Delete')[];
  readonly inWaitingDays: boolean;
  readonly table: string;
}

/** A finished definition. */
export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  A extends Actions = Actions,
  M extends Moves | undefined = Moves | undefined,
  P extends ListParts = ListParts,
>
  extends Omit<Definition<N, F, A>, keyof Finished | 'actions'>, Finished {
  readonly actions: A;
  /** How rows go from state to state; each that a user may make is an action too. */
  readonly moves: M;
  readonly conditions: P['conditions'];
  readonly counts: P['counts'];
  readonly figures: P['figures'];
}

export type AnyResource = Resource<string, Fields, Actions>;

/** `doctorTeam` → `doctor_team`: tables and columns. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Describes a resource: fields, list, permission, wire names, special actions. Pure data; everything else is derived
 * from it.
 * @example defineResource({ name: 'serviceAppointment', title: '服务预约', en: 'Appointments', scope: 'tenant', permission:
 * 'Pages.X', wire: {…}, fields: {…}, list: {…}, display: 'id' })
 */
export function defineResource<
  const N extends string,
  const F extends Fields,
  const A extends Actions = { readonly [none in never]: never },
  const S extends ScopeRule<NoInfer<F>> | undefined = undefined,
  const M extends Moves | undefined = undefined,
  const D extends DetailRule<NoInfer<F>> | undefined = undefined,
  const C extends Fields = None,
  const K extends Counts = None,
  const G extends Fields = None,
  const L extends MemberRules | undefined = undefined,
  const I extends Lines | undefined = undefined,
  const P extends PartRule<NoInfer<F>> | undefined = undefined,
>(
  definition: Definition<N, F, A, (keyof K | keyof G) & string> &
    ListPartsOf<NoInfer<F>, C, K, G> & {
      readonly scopeRule?: S;
      readonly moves?: M & CheckedMoves<NoInfer<F>, M>;
      readonly detail?: D;
      readonly doors?: readonly Door<NoInfer<F>, NoInfer<keyof A & string> | CalledMove<NoInfer<M>>>[];
      readonly members?: L;
      readonly lines?: I & CheckedLines<N, NoInfer<I>>;
      readonly partOf?: P;
    },
): Resource<N, WithLines<F, I>, A & ActionsOfMoves<M>, M, ListParts<C, K, G>> &
  KeptAbilities<D, L, I, P> & { readonly scopeRule: S } {
  const { list, wire } = definition;
  return {
    ...definition,
    wire: { ...wire, joins: { ...(wire.joins as { readonly [wireName: string]: string } | undefined) } },
    list: {
      columns: list.columns,
      sort: typeof list.sort === 'string' ? [list.sort] : list.sort,
      search: list.search ?? [],
      tabs: list.tabs,
      marks: list.marks ?? {},
      ...listFaces(definition),
    },
    ...listParts<C, K, G>(definition),
    fields: withLines(definition.fields, definition.lines as I),
    scopeRule: (definition.scopeRule ?? inheritedSight(definition.partOf)) as S,
    unique: definition.unique ?? [],
    storage: definition.storage ?? 'rows',
    writes: definition.writes ?? ['Create', 'Edit', 'Delete'],
    inWaitingDays: definition.inWaitingDays ?? false,
    actions: { ...definition.actions, ...actionsOfMoves(definition) } as A & ActionsOfMoves<M>,
    moves: definition.moves as M,
    ...abilitiesOf<F, D, L, I, P>(definition),
    table: definition.table ?? snake(definition.name),
  };
}

/** One field of a resource by name; refuses a name that the definition does not have. */
export function fieldOf(resource: AnyResource, name: string): AnyField {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}
