import type { AnyField, Fields } from '../../fields/field.ts';

/** How the server numbers rows: `RK20261124000001`. */
export interface Serial {
  readonly prefix: string;
  /** Numbers begin with the day, month or year of the tenant, and each of these starts at 1; `ever` has no date. */
  readonly period: 'day' | 'month' | 'year' | 'ever';
  /** Least number of digits after that. */
  readonly digits: number;
}

/** The option of a text that is a serial number: users never write it. */
export type SerialOption = { readonly serial?: never } | { readonly serial: Serial; readonly readonly: true };

const dateDigits = { day: 8, month: 6, year: 4, ever: 0 } as const;

const serialOf = ({ options }: AnyField): Serial | undefined => (options as { readonly serial?: Serial }).serial;

/** The fields of a resource that the server numbers. */
export const serialsOf = ({
  fields,
}: {
  readonly fields: Fields;
}): readonly (readonly [field: string, serial: Serial])[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const serial = serialOf(field);
    return serial ? [[name, serial] as const] : [];
  });

/** What the numbers of a period begin with, which is also the name of their counter; the day is `YYYY-MM-DD`. */
export const seriesOf = ({ prefix, period }: Serial, day: string): string =>
  `${prefix}${day.replaceAll('-', '').slice(0, dateDigits[period])}`;

/** The number of a row: what its period begins with, and its place in the period, from 1. */
export const serialNumber = (serial: Serial, day: string, place: number): string =>
  `${seriesOf(serial, day)}${String(place).padStart(serial.digits, '0')}`;
