import { shift } from '@kangmai/model/duty';
import { App } from 'antd';
import { useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { removeRow, saveRow, writeTo } from '../../resource-client/calls.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { T } from './duty-texts.ts';
import { holderOf, type ShiftRow, type TypeRow } from './use-duty-month.ts';

import type { Values } from '../../resource-client/body.ts';

/** A person of the palette, or a shift that stands in the month. */
export type Chosen =
  | { readonly kind: 'person'; readonly id: number; readonly name: string }
  | { readonly kind: 'shift'; readonly row: ShiftRow };

/** The form that stands open: of a shift, or of a new one with what is known of it. */
export type OpenForm = { readonly row: ShiftRow | null; readonly defaults?: Values };

export interface Roster {
  readonly chosen: Chosen | null;
  readonly choose: (chosen: Chosen | null) => void;
  readonly form: OpenForm | null;
  readonly open: (form: OpenForm | null) => void;
  readonly putOn: (day: string) => void;
  readonly remove: (row: ShiftRow) => void;
  readonly copyWeek: (from: string, to: string) => void;
}

const wantsReason = (error: unknown): boolean =>
  error instanceof ApiError && error.validationErrors.some(({ members }) => members.includes('overrideReason'));

const namesOf = (row: ShiftRow, types: readonly TypeRow[]) => ({
  name: holderOf(row),
  day: row.values.workDate,
  type: types.find(({ id }) => id === row.values.dutyType)?.values.name ?? '',
});

interface Parts {
  readonly type: TypeRow | undefined;
  readonly types: readonly TypeRow[];
  readonly unit: number | null;
}

type Tell = ReturnType<typeof useFailureNotice>;

/** Saves what was put on a day; a short rest opens the form, where its reason is given. */
async function save(
  { chosen, day, type, unit }: Pick<Parts, 'type' | 'unit'> & { readonly chosen: Chosen; readonly day: string },
  around: { readonly open: Roster['open']; readonly tell: Tell },
): Promise<boolean> {
  const values: Values =
    chosen.kind === 'shift'
      ? { workDate: day }
      : { workDate: day, dutyType: type?.id, person: chosen.id, ...(unit !== null && { organizationUnit: unit }) };
  try {
    await saveRow(shift, values, chosen.kind === 'shift' ? chosen.row : undefined);
    return true;
  } catch (error) {
    around.tell(error, T('failed'));
    if (wantsReason(error))
      around.open(chosen.kind === 'shift' ? { row: chosen.row } : { row: null, defaults: values });
    return false;
  } finally {
    await refreshRows(shift);
  }
}

/** What is chosen and what happens to it: put on a day, moved, deleted; weeks copied. */
export function useRoster({ type, types, unit }: Parts): Roster {
  const [chosen, choose] = useState<Chosen | null>(null);
  const [form, open] = useState<OpenForm | null>(null);
  const { modal, message } = App.useApp();
  const tell = useFailureNotice();
  const putOn = (day: string): void => {
    if (!chosen || (chosen.kind === 'person' && !type)) return;
    if (chosen.kind === 'shift') choose(null);
    const [name, word] =
      chosen.kind === 'shift'
        ? [holderOf(chosen.row), namesOf(chosen.row, types).type]
        : [chosen.name, type?.values.name ?? ''];
    void save({ chosen, day, type, unit }, { open, tell }).then((isSaved) => {
      if (isSaved) void message.success(T('put', { name, day, type: word }));
    });
  };
  const remove = (row: ShiftRow): void => {
    choose(null);
    const end = async (): Promise<void> => {
      await removeRow(shift, row.id).then(() => message.success(T('removed')), tell);
      await refreshRows(shift);
    };
    void modal.confirm({ title: T('askRemove', namesOf(row, types)), okText: T('remove'), onOk: end });
  };
  const copyWeek = (from: string, to: string): void => {
    const copy = async (): Promise<void> => {
      await writeTo<{ readonly count: number }>(shift, 'CopyWeek', { fromMonday: from, toMonday: to }).then(
        ({ count }) => message.success(T('copied', { count })),
        (error: unknown) => tell(error, T('notCopied')),
      );
      await refreshRows(shift);
    };
    void modal.confirm({ title: T('askCopy', { from, to }), content: T('askCopyHint'), okText: T('copy'), onOk: copy });
  };
  return { chosen, choose, form, open, putOn, remove, copyWeek };
}
