import type { Field, FieldKindName, Fields } from '../../fields/field.ts';
import type { StateField, StateIn } from '../moves/moves.ts';

type Filtered<F extends Fields, K extends FieldKindName, W extends string> = {
  [N in keyof F & string]: F[N] extends Field<K, unknown, infer O>
    ? O extends { readonly filter: W }
      ? N
      : never
    : never;
}[keyof F & string];

type Choice<F extends Fields> = Filtered<F, 'choice', 'exact' | 'in'>;
type Day<F extends Fields> = Filtered<F, 'date', 'range'>;
type Instant<F extends Fields> = Filtered<F, 'dateTime', 'range'>;

interface Words<F extends Fields> {
  readonly label?: keyof F & string;
  /** A choice whose tones and words mark the rows. */
  readonly colour?: Choice<F>;
  /** The states in which a row may be moved to another time; any when left out. */
  readonly movedIn?: readonly StateIn<F, StateField<F>>[];
}

export type CalendarRule<F extends Fields> = Words<F> &
  ({ readonly from: Day<F>; readonly to?: Day<F> } | { readonly from: Instant<F>; readonly to?: Instant<F> });

/** Rows on the hours of seven days, side by side where they overlap; `lane` says whose hour it is. */
export type WeekRule<F extends Fields> = Words<F> & {
  readonly from: Instant<F>;
  readonly to: Instant<F>;
  readonly lane?: keyof F & string;
};

/**
 * Further views of a list, beside the table.
 * @example layouts: { board: 'state', week: { from: 'beginsAt', to: 'endsAt', lane: 'room' } }
 */
export interface LayoutRules<F extends Fields> {
  readonly board?: Choice<F>;
  readonly calendar?: CalendarRule<F>;
  readonly week?: WeekRule<F>;
}

export interface InTime {
  readonly from: string;
  readonly to?: string;
  readonly label?: string;
  readonly colour?: string;
  readonly lane?: string;
  readonly movedIn?: readonly string[];
}

export interface Layouts {
  readonly board?: string;
  readonly calendar?: InTime;
  readonly week?: InTime;
}

export type LayoutName = keyof Layouts;

export const layoutNames: readonly LayoutName[] = ['board', 'calendar', 'week'];

interface LaidOut {
  readonly name: string;
  readonly fields: Fields;
  readonly storage: string;
  readonly list: { readonly layouts: Layouts };
}

function layoutProblem({ fields, storage, list: { layouts } }: LaidOut): string | undefined {
  const { board, ...timely } = layouts;
  const times = Object.values(timely);
  if (storage !== 'rows' && Object.keys(layouts).length > 0) return 'has no rows that can be moved';
  if (board !== undefined && fields[board]?.kind !== 'choice') return `has no choice ${board} for a board`;
  const wanted = [
    ...(board === undefined ? [] : [board]),
    ...times.flatMap(({ from, to, colour }) => [
      from,
      ...(to === undefined ? [] : [to]),
      ...(colour === undefined ? [] : [colour]),
    ]),
  ];
  const bare = wanted.find((name) => fields[name]?.options.filter === undefined);
  if (bare !== undefined) return `has no filter by ${bare}, which a layout needs`;
  if (new Set(times.map(({ from }) => from)).size > 1) return 'begins calendar and week by two fields';
  const odd = times.find(({ from, to }) => to !== undefined && fields[from]?.kind !== fields[to]?.kind);
  return odd && `has no two days or instants ${odd.from} and ${odd.to}`;
}

export function checkLayouts(resource: LaidOut): void {
  const problem = layoutProblem(resource);
  if (problem !== undefined) throw new Error(`${resource.name} ${problem}`);
}
