import type { Fields } from '../../fields/field.ts';
import type { Span } from '../moves/moves.ts';
import type { OfKind, When } from '../periods/periods.ts';

/** Kinds of subjects, and the resource of their ids. Within a kind, periods of a subject exclude each other. */
export const occupancyKinds = {
  shift: 'user',
  doctor: 'user',
  escort: 'user',
  client: 'client',
  // Apart from the client's own time: the visit is at the same time as its escort.
  escorted: 'client',
  team: 'careTeam',
  room: 'activityRoom',
} as const;

export type OccupancyKind = keyof typeof occupancyKinds;

type RefTo<F extends Fields, T extends string> = {
  [N in keyof F & string]: F[N]['kind'] extends 'ref'
    ? F[N]['options'] extends { readonly target: T }
      ? N
      : never
    : never;
}[keyof F & string];

type Subject<F extends Fields> = {
  [K in OccupancyKind]: { readonly kind: K; readonly subject: RefTo<F, (typeof occupancyKinds)[K]> };
}[OccupancyKind];

/** From a day to a day that counts whole, from an instant to another, or for a span or minutes after it. */
type Stretch<F extends Fields> =
  | { readonly from: OfKind<F, 'date'>; readonly to: OfKind<F, 'date'> }
  | { readonly from: OfKind<F, 'dateTime'>; readonly to: OfKind<F, 'dateTime'> }
  | { readonly from: OfKind<F, 'dateTime'>; readonly lasts: Span | OfKind<F, 'integer'> };

/**
 * What a row occupies while its choices have some values; without subject or begin nothing.
 * @example { kind: 'room', subject: 'activityRoom', from: 'beginsAt', to: 'endsAt', when: { state: ['booked'] } }
 */
export type OccupyRule<F extends Fields> = Subject<F> & Stretch<F> & { readonly when?: When<F> };

/**
 * The slot of the row that a reference names, at a time of the row where it has several.
 * @example takesPlace: { of: 'service', at: 'startsAt', count: 'persons', when: { state: ['waiting', 'confirmed'] } }
 */
export interface PlaceRule<F extends Fields> {
  readonly of: OfKind<F, 'ref'>;
  readonly at?: OfKind<F, 'dateTime'>;
  /** How many places; one when left out. */
  readonly count?: OfKind<F, 'integer'>;
  readonly when?: When<F>;
}

export type HoldRule<F extends Fields> = OfKind<F, 'dateTime'>;

interface Conditioned {
  readonly when?: { readonly [field: string]: readonly string[] | undefined };
}

export interface Occupies extends Conditioned {
  readonly kind: OccupancyKind;
  readonly subject: string;
  readonly from: string;
  readonly to?: string;
  readonly lasts?: string;
}

export interface TakesPlace extends Conditioned {
  readonly of: string;
  readonly at?: string;
  readonly count?: string;
}

/** Whether the choices of a row have the values under which a rule holds. */
export const holdsFor = ({ when = {} }: Conditioned, row: { readonly [field: string]: unknown }): boolean =>
  Object.entries(when).every(([name, names = []]) => names.includes(String(row[name])));
