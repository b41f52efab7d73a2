import { appointmentTypes } from '@kangmai/model/bookings';
import { Form, Select } from 'antd';
import { useMemo, useState } from 'react';

import { weekdayWord } from '../../lib/calendar-days.ts';
import { formatClock, formatDate } from '../../lib/dates.ts';
import { joinedName, refFace } from '../../resource-screens/field-kinds/ref.tsx';
import { useLookup } from '../../resource-screens/use-lookup.ts';
import { T } from './booking-texts.ts';
import css from './bookings.module.css';
import { usePlaceOf } from './use-place-of.ts';
import { useSlotsAhead, type FreeSlot } from './use-places.ts';

import type { AnyField, Only } from '@kangmai/resource';
import type { InputProps } from '../../resource-screens/field-kinds/face.ts';

const clinic = String(appointmentTypes.wireOf('checkup'));

/** A shift with free places: its first free slot, the end of its last one and how many places are left. */
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

function wordsOf({ first: { shiftBegin, shiftEnd, doctorName }, left }: OpenShift): string {
  const day = formatDate(shiftBegin);
  return T('openShift', {
    day: `${day.slice(5)} ${weekdayWord(day)}`,
    span: `${formatClock(shiftBegin)}–${formatClock(shiftEnd)}`,
    doctor: doctorName,
    left,
  });
}

const given = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function useOpenShifts(isNeeded: boolean, isChosen: boolean) {
  const form = Form.useFormInstance();
  const [day, doctor]: readonly unknown[] = [Form.useWatch('visitDate', form), Form.useWatch('doctor', form)];
  const department = given(Form.useWatch('department', form));
  // The day and the doctor of a chosen shift do not narrow the choice of another one.
  const isOwn = !isChosen && typeof doctor === 'number';
  const who = isOwn ? { doctorId: doctor } : { ...(department && { department }) };
  const ahead = isChosen ? null : (given(day) ?? null);
  const { slots, isLoading } = useSlotsAhead(ahead, { appointmentType: clinic, ...who }, isNeeded);
  return { form, isLoading, shifts: openShifts(slots) };
}

function ownOption({ value, row, name, field }: InputProps, shifts: readonly OpenShift[]) {
  if (typeof value !== 'number' || shifts.some(({ first }) => first.scheduleSlotId === value)) return [];
  return [{ value, label: (row && joinedName(row, name, field)) ?? T('chosenShift') }];
}

const valuesOf = ({ first: { begin, end, doctorId } }: OpenShift) => ({
  visitDate: formatDate(begin),
  timeRange: `${formatClock(begin)}-${formatClock(end)}`,
  doctor: doctorId,
});

/** Shifts with free places; the chosen one sets day, time range and doctor, and where it is if nobody said so. */
function ShiftInput(props: InputProps) {
  const { id, value, onChange, disabled = false, row } = props;
  const [isOpen, setOpen] = useState(false);
  const isChosen = typeof value === 'number';
  const { form, isLoading, shifts } = useOpenShifts(isOpen || (isChosen && row === undefined), isChosen);
  const placeOf = usePlaceOf();
  const options = shifts.map((shift) => ({ value: shift.first.scheduleSlotId, label: wordsOf(shift) }));
  const choose = (next: number | undefined): void => {
    onChange?.(next ?? null);
    const shift = shifts.find(({ first }) => first.scheduleSlotId === next);
    if (!shift) return;
    const missing = Object.entries(placeOf(shift.first)).filter(([name]) => !given(form.getFieldValue(name)));
    form.setFieldsValue({ ...valuesOf(shift), ...Object.fromEntries(missing) });
  };
  return (
    <Select<number>
      {...(id && { id })}
      className={css['wide'] ?? ''}
      allowClear
      popupMatchSelectWidth={false}
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

const limited = (field: AnyField, only: Only): AnyField => ({
  ...field,
  options: Object.assign({}, field.options, { only }),
});

/** An own doctor: of the chosen department where a staff file names it. */
function DoctorInput(props: InputProps) {
  const { field, resource } = props;
  const department = given(Form.useWatch('department'));
  const all = useMemo(() => limited(field, { role: 'doctor' }), [field]);
  const own = useMemo(
    () => (department ? limited(field, { role: 'doctor', clinicDepartment: department }) : all),
    [field, department, all],
  );
  const found = useLookup(resource, own, { text: '', isOpen: own !== all, isFilter: false });
  return <refFace.Input {...props} field={found.options.length > 0 ? own : all} />;
}

export const visitInputs = { shift: { Input: ShiftInput }, doctor: { Input: DoctorInput } };
