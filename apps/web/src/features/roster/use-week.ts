import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';

import { addDays } from '../../lib/calendar-days.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import {
  copyRosterWeek,
  publishRosterWeek,
  rosterKey,
  rosterWeek,
  saveRosterWeek,
  type RosterRow,
  type WeekPlace,
} from '../../resource-client/roster.ts';
import { readWorkDays } from '../../resource-client/work-days.ts';
import { useTabDirty } from '../../ui/tab-host/tab-context.ts';
import { editCount, noEdits, painted, rowKey, saveOf, standing, typesOn, type Edits } from './paint.ts';
import { T } from './roster-texts.ts';

import type { CellAt } from './week-grid.tsx';

const noRows: readonly RosterRow[] = [];

const wantsReason = (error: unknown): boolean =>
  error instanceof ApiError && error.validationErrors.some(({ members }) => members.includes('overrideReason'));

/** Copies and publishes a week after a question. */
function useWholeWeek(place: WeekPlace, refresh: () => Promise<unknown>) {
  const { message, modal } = App.useApp();
  const tell = useFailureNotice();
  const copy = (): void => {
    const from = addDays(place.monday, -7);
    const run = async (): Promise<void> => {
      await copyRosterWeek(place, from).then(
        (done) => message.success(T('copied', { count: done.count })),
        (error: unknown) => tell(error, T('notCopied')),
      );
      await refresh();
    };
    void modal.confirm({ title: T('askCopy', { from }), content: T('copyHint'), okText: T('copy'), onOk: run });
  };
  const publish = (drafts: number, askReason: () => void): void => {
    const run = async (): Promise<void> => {
      await publishRosterWeek(place, null).then(
        (done) => message.success(T('published', { count: done.count })),
        (error: unknown) => {
          tell(error, T('notPublished'));
          if (wantsReason(error)) askReason();
        },
      );
      await refresh();
    };
    void modal.confirm({
      title: T('askPublish', { from: place.monday, count: drafts }),
      content: T('publishHint'),
      okText: T('publish'),
      onOk: run,
    });
  };
  return { copy, publish };
}

function useSaved() {
  const { message, notification } = App.useApp();
  return ({ added, removed, warnings }: Awaited<ReturnType<typeof saveRosterWeek>>): void => {
    if (warnings.length === 0) void message.success(T('saved', { added, removed }));
    else
      notification.warning({
        title: T('warnings', { count: warnings.length }),
        description: warnings.slice(0, 10).join('\n'),
        style: { whiteSpace: 'pre-line' },
      });
  };
}

const weekQuery = (place: WeekPlace) => ({
  queryKey: [...rosterKey, place],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => rosterWeek(place, signal),
});

/** Shows another week; its request is sent before the page is drawn for it. */
function useTurn(place: WeekPlace, leave: (go: () => void) => void) {
  const client = useQueryClient();
  const asked = useRef(place.monday);
  useEffect(() => {
    asked.current = place.monday;
  }, [place.monday]);
  const turn = (monday: string, show: (monday: string) => void): void =>
    leave(() => {
      asked.current = monday;
      void client.prefetchQuery(weekQuery({ ...place, monday }));
      void readWorkDays(monday, addDays(monday, 6));
      show(monday);
    });
  return { turn, asked };
}

/** A week with what was painted on it, and what is done with both. */
export function useWeek(place: WeekPlace, days: readonly string[]) {
  const [edits, setEdits] = useState<Edits>(noEdits);
  const [isBusy, setBusy] = useState(false);
  const { modal } = App.useApp();
  const tell = useFailureNotice();
  const tellSaved = useSaved();
  const client = useQueryClient();
  const query = useQuery({ ...weekQuery(place), placeholderData: keepPreviousData });
  const rows = query.data?.staff ?? noRows;
  const stands = useMemo(() => standing(edits, rows), [edits, rows]);
  const count = editCount(stands);
  useTabDirty(count > 0);
  const refresh = (): Promise<unknown> => client.invalidateQueries({ queryKey: rosterKey });

  /** Painting the chosen type once more clears it; `isAdded` keeps the others of the day. */
  const paint = ({ row, day }: CellAt, type: number | null, isAdded: boolean): void =>
    setEdits((now) => {
      const types = typesOn(row, day, now.get(rowKey(row)));
      const rest = isAdded ? types.filter((id) => id !== type) : [];
      const isOn = type === null || types.includes(type);
      return painted(now, row, { day, types: isOn ? rest : [...rest, type] });
    });

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      tellSaved(await saveRosterWeek(place, saveOf(rows, days, stands)));
      setEdits(noEdits);
    } catch (error) {
      tell(error, T('notSaved'));
    } finally {
      await refresh();
      setBusy(false);
    }
  };

  /** Asks before what was painted is lost. */
  const leave = (go: () => void): void => {
    const end = (): void => {
      setEdits(noEdits);
      go();
    };
    if (count === 0) return end();
    void modal.confirm({ title: T('leave', { count }), okText: T('leaveYes'), onOk: end });
  };

  return {
    ...useWholeWeek(place, refresh),
    ...useTurn(place, leave),
    query,
    rows,
    edits: stands,
    count,
    isBusy,
    paint,
    save,
    leave,
    refresh,
  };
}

export type Week = ReturnType<typeof useWeek>;
