import { Button } from 'antd';
import { useState } from 'react';

import { addDays, daysFrom, dayWord, today } from '../../lib/calendar-days.ts';
import { formatClock } from '../../lib/dates.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './booking-texts.ts';
import css from './bookings.module.css';
import { daysShown, useFreePlaces, useFreeSlots, type DoctorLine, type FreeSlot } from './use-places.ts';

interface Chosen {
  readonly line: DoctorLine;
  readonly day: string;
}

interface GridProps {
  readonly lines: readonly DoctorLine[];
  readonly days: readonly string[];
  readonly chosen: Chosen | null;
  readonly choose: (chosen: Chosen) => void;
}

function Cell({ line, day, chosen, choose }: Omit<GridProps, 'lines' | 'days'> & Chosen) {
  const found = line.days.find((one) => one.day === day);
  if (!found) return <td>{T('closed')}</td>;
  const { free, total } = found;
  const isChosen = chosen?.line.doctorId === line.doctorId && chosen.day === day;
  return (
    <td>
      <Button
        size="small"
        className={css['cell'] ?? ''}
        type={isChosen ? 'primary' : 'default'}
        disabled={free === 0}
        aria-pressed={isChosen}
        aria-label={T(free === 0 ? 'cellFull' : 'cell', { doctor: line.doctorName, day, free, total })}
        onClick={() => choose({ line, day })}
      >
        {free === 0 ? T('full') : `${free}/${total}`}
      </Button>
    </td>
  );
}

function Grid({ lines, days, ...rest }: GridProps) {
  return (
    <div className={css['scroll']}>
      <table className={css['grid']} aria-label={T('grid')}>
        <thead>
          <tr>
            <th scope="col">{T('doctor')}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {dayWord(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.doctorId}>
              <th scope="row" translate="no">
                {line.doctorName}
              </th>
              {days.map((day) => (
                <Cell key={day} line={line} day={day} {...rest} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SlotsProps {
  readonly chosen: Chosen;
  readonly type: string | undefined;
  readonly onPick: (slot: FreeSlot) => void;
}

function Slots({ chosen: { line, day }, type, onPick }: SlotsProps) {
  const asked = { doctorId: line.doctorId, date: day, ...(type && { appointmentType: type }) };
  const { data, error, refetch } = useFreeSlots(asked);
  if (error) return <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <section className={css['slots']} aria-label={T('slots', { doctor: line.doctorName, day })}>
      <strong translate="no">{T('slots', { doctor: line.doctorName, day })}</strong>
      {data.map((slot) => (
        <Button
          key={`${slot.scheduleSlotId} ${slot.begin}`}
          size="small"
          disabled={slot.left === 0}
          onClick={() => onPick(slot)}
        >
          {T('slot', { clock: formatClock(slot.begin), free: slot.left, total: slot.total })}
        </Button>
      ))}
    </section>
  );
}

interface FreePlacesProps {
  /** The type of appointment whose places are shown. */
  readonly type?: string;
  readonly onPick: (slot: FreeSlot) => void;
}

/** Free places by doctor and day, and the times of a chosen day. */
export function FreePlaces({ type, onPick }: FreePlacesProps) {
  const [begin, setBegin] = useState(today);
  const [chosen, choose] = useState<Chosen | null>(null);
  const { data: lines, error, refetch } = useFreePlaces(begin, type);
  const go = (count: number): void => {
    setBegin(addDays(begin, count));
    choose(null);
  };
  return (
    <>
      <div className={css['head']}>
        <Button disabled={begin <= today()} onClick={() => go(-daysShown)}>
          {T('before')}
        </Button>
        <span>{T('span', { from: begin, to: addDays(begin, daysShown - 1) })}</span>
        <Button onClick={() => go(daysShown)}>{T('after')}</Button>
        <span className={css['hint']}>{T('hint')}</span>
      </div>
      {error && <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />}
      {!error && !lines && <LoadingState />}
      {lines?.length === 0 && <EmptyState text={T('noDoctors')} />}
      {lines && lines.length > 0 && (
        <Grid lines={lines} days={daysFrom(begin, daysShown)} chosen={chosen} choose={choose} />
      )}
      {chosen && <Slots chosen={chosen} type={type} onPick={onPick} />}
    </>
  );
}
