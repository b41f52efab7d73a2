import { energyItem, energyReading } from '@kangmai/model/basic-data';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { formatMoney } from '../../lib/units.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { saveReadings } from '../../resource-client/energy.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { useTabDirty } from '../../ui/tab-host/tab-context.ts';
import { T } from './energy-texts.ts';
import { rowOf, stateOf, type Cause, type Drafts } from './meter-draft.ts';

import type { Meter } from '../../resource-client/energy.ts';
import type { Problems } from './meter-grid.tsx';

export const energyKey = ['energy'] as const;

/** The problems of a refused save by meter; the server names rows by their places. */
function problemsIn(error: unknown, sent: readonly Meter[]): Problems {
  const refusals = error instanceof ApiError ? error.validationErrors : [];
  const found = refusals.flatMap(({ message, members }) => {
    const place = /^rows\[(\d+)\]/.exec(members[0] ?? '')?.[1];
    const meter = place === undefined ? undefined : sent[Number(place)];
    return meter ? [[meter.id, message] as const] : [];
  });
  return Object.fromEntries(found);
}

/** What is typed for the meters of a day, and its save. */
export function useMeterEntry(meters: readonly Meter[], day: string) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const client = useQueryClient();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [problems, setProblems] = useState<Problems>({});
  const [asked, ask] = useState<Meter | null>(null);
  const filled = meters.filter((meter) => !['empty', 'closed'].includes(stateOf(meter, drafts[meter.id], day)));
  useTabDirty(filled.length > 0);
  const refresh = (): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: energyKey }),
      client.invalidateQueries({ queryKey: rowKeys.all(energyItem) }),
      client.invalidateQueries({ queryKey: rowKeys.all(energyReading) }),
    ]);
  const save = useMutation({
    mutationFn: () =>
      saveReadings(
        day,
        filled.map((meter) => rowOf(meter, drafts[meter.id] ?? { text: '' })),
      ),
    onSuccess: ({ saved, cost }) => {
      message.success(T('saved', { n: saved, cost: formatMoney(cost) }));
      setDrafts({});
      setProblems({});
    },
    onError: (error) => {
      const found = problemsIn(error, filled);
      setProblems(found);
      tell(error, T('failed'));
    },
    onSettled: refresh,
  });
  const type = ({ id }: Meter, text: string): void => {
    setDrafts({ ...drafts, [id]: { text } });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([key]) => Number(key) !== id)));
  };
  const leave = (meter: Meter): void => {
    if (stateOf(meter, drafts[meter.id], day) === 'below') ask(meter);
  };
  const settle = (cause: Cause): void => {
    if (asked) setDrafts({ ...drafts, [asked.id]: { text: drafts[asked.id]?.text ?? '', cause } });
    ask(null);
  };
  const open = filled.filter((meter) => stateOf(meter, drafts[meter.id], day) !== 'sound');
  const trySave = (): void => {
    const [first] = open;
    if (save.isPending || filled.length === 0) return;
    if (!first) return save.mutate();
    if (stateOf(first, drafts[first.id], day) === 'below') ask(first);
    else message.warning(T('problems', { n: open.length }));
  };
  const drop = (): void => {
    setDrafts({});
    setProblems({});
  };
  return { drafts, problems, asked, ask, filled, type, leave, settle, trySave, drop, isSaving: save.isPending };
}
