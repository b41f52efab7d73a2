import { addDays, addYears } from '@kangmai/domain';
import { Form } from 'antd';
import { useEffect, useMemo, useRef } from 'react';

import { today } from '../../lib/calendar-days.ts';
import { dateFace } from '../../resource-screens/field-kinds/date.tsx';
import { refFace } from '../../resource-screens/field-kinds/ref.tsx';

import type { InputProps } from '../../resource-screens/field-kinds/face.ts';

const lastDayOf = (startsOn: string): string => addDays(addYears(startsOn, 1), -1);

/** Values of a new agreement: a year from today. */
export const newAgreement = (): { readonly endsOn: string } => ({ endsOn: lastDayOf(today()) });

/** The last day of an agreement: a year from its first, until another day is chosen. */
function EndsOnInput(props: InputProps) {
  const { value, onChange } = props;
  const startsOn: unknown = Form.useWatch('startsOn');
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (typeof startsOn !== 'string' || startsOn === last.current) return;
    const isUsual = !value || (last.current !== null && value === lastDayOf(last.current));
    last.current = startsOn;
    if (isUsual && value !== lastDayOf(startsOn)) onChange?.(lastDayOf(startsOn));
  }, [startsOn, value, onChange]);
  return <dateFace.Input {...props} />;
}

/** The doctor of an agreement: a doctor of the chosen team. */
function DoctorInput(props: InputProps) {
  const { field } = props;
  const team: unknown = Form.useWatch('team');
  const ofTeam = useMemo(() => {
    if (typeof team !== 'number') return field;
    const only = { role: 'doctor', careTeam: team };
    return { ...field, options: { ...field.options, only } };
  }, [field, team]);
  return <refFace.Input {...props} field={ofTeam} />;
}

export const agreementInputs = { endsOn: { Input: EndsOnInput }, doctor: { Input: DoctorInput } };
