import { calendarYear } from '@kangmai/model/calendar';
import { useMutation, useQuery } from '@tanstack/react-query';
import { App } from 'antd';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { firstPage } from '../../resource-client/address.ts';
import { getRow, listRows, saveRow } from '../../resource-client/calls.ts';
import { refreshRows, rowKeys } from '../../resource-client/row-keys.ts';
import { refreshWorkDays } from '../../resource-client/work-days.ts';
import { T } from './calendar-texts.ts';

import type { Values } from '../../resource-client/body.ts';
import type { ScreenRow } from '../../resource-client/row.ts';

export type YearRow = ScreenRow<typeof calendarYear>;

/** The row of a year with its days; null for one that is not entered. */
export const useYear = (year: number, isWanted: boolean) =>
  useQuery({
    queryKey: rowKeys.list(calendarYear, { year }),
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<YearRow | null> => {
      const state = { ...firstPage, filters: { year: String(year) } };
      const [found] = (await listRows(calendarYear, { state, signal })).rows;
      return found ? getRow(calendarYear, found.id, signal) : null;
    },
  });

export const refreshYears = async (): Promise<void> => {
  await Promise.all([refreshRows(calendarYear), refreshWorkDays()]);
};

export function useSaveYear(row: YearRow | null, onSaved: () => void) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  return useMutation({
    mutationFn: (values: Values) => saveRow(calendarYear, values, row ?? undefined),
    onSuccess: async () => {
      message.success(T('saved'));
      await refreshYears();
      onSaved();
    },
    onError: (error) => tell(error, T('failed')),
  });
}
