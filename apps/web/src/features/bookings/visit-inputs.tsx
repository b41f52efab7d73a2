import { appointmentTypes } from '@kangmai/model/bookings';
import { Form, Select } from 'antd';
import { useMemo, useState } from 'react';

import { weekdayWord } from '../../lib/calendar-days.ts';
import { formatClock, formatDate } from '../../lib/dates.ts';
import { joinedName, refFace } from '../../resource-screens/field-kinds/ref.tsx';
import { T } from './booking-texts.ts';
import css from './bookings.module.css';
import { useSlotsAhead, type FreeSlot } from './use-places.ts';

import type { InputProps } from '../../resource-screens/field-kinds/face.ts';

const clinic = String(appointmentTypes.wireOf('checkup'));

/** A shift with free places: its span, its first free slot and how many places are left. */
interface OpenShift {
  readonly first: FreeSlot;
  readonly end: string;
  readonly left: number;
}

function openShifts(slots: readonly FreeSlot[]): readonly OpenShift[] {
  const byId = new Map<number, OpenShift>();
  for (const slot of slots) {
    if (slot.left === 0) continue;
    const known = byId.get(slot.scheduleSlotId);
    byId.set(slot.scheduleSlotId, {
      first: known?.first ?? slot,
      end: slot.end,
      left: (known?.left ?? 0) + slot.left,
    });
  }
  return [...byId.values()];
}

function wordsOf({ first: { begin, doctorName }, end, left }: OpenShift): string {
  const [day, from] = [formatDate(begin), formatClock(begin)];
  const half = T(from < '12:00' ? 'morning' : 'afternoon');
  return T('openShift', {
    day: `${day.slice(5)} ${weekdayWord(day)} ${half}`,
    span: `${from}–${formatClock(end)}`,
    doctor: doctorName,
    left,
  });
}

/** Free shifts of the day and doctor that the form has. */
function useOpenShifts(isNeeded: boolean) {
  const form = Form.useFormInstance();
  const [day, doctor]: readonly unknown[] = [Form.useWatch('visitDate', form), Form.useWatch('doctor', form)];
  const asked = { appointmentType: clinic, ...(typeof doctor === 'number' && { doctorId: doctor }) };
  const { slots, isLoading } = useSlotsAhead(typeof day === 'string' ? day : null, asked, isNeeded);
  return { form, isLoading, shifts: openShifts(slots) };
}

/** The chosen shift as an option, where it has no free place any more. */
function ownOption({ value, row, name, field }: InputProps, shifts: readonly OpenShift[]) {
  if (typeof value !== 'number' || shifts.some(({ first }) => first.scheduleSlotId === value)) return [];
  return [{ value, label: (row && joinedName(row, name, field)) ?? T('chosenShift') }];
}

const valuesOf = ({ first: { begin, end, doctorId } }: OpenShift) => ({
  visitDate: formatDate(begin),
  timeRange: `${formatClock(begin)}-${formatClock(end)}`,
  doctor: doctorId,
});

/** Shifts with free places, of the chosen day and doctor; the chosen one sets day, time range and doctor. */
function ShiftInput(props: InputProps) {
  const { id, value, onChange, disabled = false, row } = props;
  const [isOpen, setOpen] = useState(false);
  const { form, isLoading, shifts } = useOpenShifts(isOpen || (typeof value === 'number' && row === undefined));
  const options = shifts.map((shift) => ({ value: shift.first.scheduleSlotId, label: wordsOf(shift) }));
  const choose = (next: number | undefined): void => {
    onChange?.(next ?? null);
    const shift = shifts.find(({ first }) => first.scheduleSlotId === next);
    if (shift) form.setFieldsValue(valuesOf(shift));
  };
  return (
    <Select<number>
      {...(id && { id })}
      className={css['wide'] ?? ''}
      allowClear
      disabled={disabled}
      loading={isLoading}
      value={(value as number | null) ?? null}
      options={[...ownOption(props, shifts), ...options]}
      notFoundContent={T(isLoading ? 'loadingShifts' : 'noShifts')}
      onOpenChange={setOpen}
      onChange={choose}
    />
  );
}

/** An own doctor. */
function DoctorInput(props: InputProps) {
  const { field } = props;
  const doctors = useMemo(() => ({ ...field, options: { ...field.options, only: { role: 'doctor' } } }), [field]);
  return <refFace.Input {...props} field={doctors} />;
}

export const visitInputs = { shift: { Input: ShiftInput }, doctor: { Input: DoctorInput } };
