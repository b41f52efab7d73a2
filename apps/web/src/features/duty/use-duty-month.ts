import { addDays } from '@kangmai/domain';
import { dutyType, shift } from '@kangmai/model/duty';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { firstPage } from '../../resource-client/address.ts';
import { listRows } from '../../resource-client/calls.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { weeksOf } from './month-days.ts';

import type { ScreenRow } from '../../resource-client/row.ts';

export type ShiftRow = ScreenRow<typeof shift>;
export type TypeRow = ScreenRow<typeof dutyType>;

export const mostShifts = 2000;

export const holderOf = ({ values }: ShiftRow): string => values.holderName ?? '';

const inOrder = (one: ShiftRow, other: ShiftRow): number =>
  new Date(one.values.startsAt).getTime() - new Date(other.values.startsAt).getTime() || one.id - other.id;

/** The enabled types of duty. */
export const useDutyTypes = () =>
  useQuery({
    queryKey: rowKeys.list(dutyType, 'month'),
    queryFn: async ({ signal }) =>
      (await listRows(dutyType, { state: { ...firstPage, size: 100, filters: { isEnabled: 'true' } }, signal })).rows,
  });

/** The shifts of the weeks of a month, by day. */
export function useShifts(month: string, unit: number | null) {
  const weeks = weeksOf(month);
  const from = weeks[0]?.[0] ?? `${month}-01`;
  const to = weeks.at(-1)?.[6] ?? addDays(from, 41);
  return useQuery({
    queryKey: rowKeys.list(shift, { month, unit }),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filters = { workDate: { from, to }, ...(unit !== null && { organizationUnit: String(unit) }) };
      const page = await listRows(shift, {
        state: { ...firstPage, size: mostShifts, sort: 'workDate', filters },
        signal,
      });
      const byDay = new Map<string, ShiftRow[]>();
      for (const row of page.rows.toSorted(inOrder))
        byDay.set(row.values.workDate, [...(byDay.get(row.values.workDate) ?? []), row]);
      return {
        rows: page.rows.filter(({ values }) => values.state !== 'stopped'),
        byDay,
        isCapped: page.total > page.rows.length,
      };
    },
  });
}
