import { healthServiceBooking } from '@kangmai/model/bookings';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { addDays, daysFrom, dayWord, today } from '../../lib/calendar-days.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './bookings.module.css';
import { T } from './service-texts.ts';

const daysShown = 7;

/** The places of a time range on the days on which it can be booked. */
interface RangeLine {
  readonly timeRange: string;
  readonly days: readonly { readonly day: string; readonly total: number; readonly free: number }[];
}

export interface ChosenPlace {
  readonly day: string;
  readonly timeRange: string;
}

const useServicePlaces = (serviceId: number, begin: string) =>
  useQuery({
    queryKey: [...rowKeys.all(healthServiceBooking), 'places', serviceId, begin],
    queryFn: ({ signal }) => {
      const asked = { healthServicesId: serviceId, begin, end: addDays(begin, daysShown - 1) };
      return api.get<readonly RangeLine[]>(`${healthServiceBooking.wire.service}/GetFreePlaces`, asked, { signal });
    },
    staleTime: 0,
  });

interface GridProps {
  readonly lines: readonly RangeLine[];
  readonly days: readonly string[];
  readonly onPick: (place: ChosenPlace) => void;
}

function Cell({ line, day, onPick }: Omit<GridProps, 'lines' | 'days'> & { line: RangeLine; day: string }) {
  const found = line.days.find((one) => one.day === day);
  if (!found) return <td>{T('closed')}</td>;
  const { free, total } = found;
  return (
    <td>
      <Button
        size="small"
        className={css['cell'] ?? ''}
        disabled={free === 0}
        aria-label={T(free === 0 ? 'cellFull' : 'cell', { day, range: line.timeRange, free, total })}
        onClick={() => onPick({ day, timeRange: line.timeRange })}
      >
        {free === 0 ? T('full') : `${free}/${total}`}
      </Button>
    </td>
  );
}

const Grid = ({ lines, days, onPick }: GridProps) => (
  <div className={css['scroll']}>
    <table className={css['grid']} aria-label={T('grid')}>
      <thead>
        <tr>
          <th scope="col">{T('range')}</th>
          {days.map((day) => (
            <th key={day} scope="col">
              {dayWord(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.timeRange}>
            <th scope="row">{line.timeRange}</th>
            {days.map((day) => (
              <Cell key={day} line={line} day={day} onPick={onPick} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface ServicePlacesDialogProps {
  readonly title: string;
  readonly serviceId: number;
  readonly onPick: (place: ChosenPlace) => void;
  readonly onClose: () => void;
}

/** The free places of a service, a week at a time. */
export function ServicePlacesDialog({ title, serviceId, onPick, onClose }: ServicePlacesDialogProps) {
  const [begin, setBegin] = useState(today);
  const { data: lines, error, refetch } = useServicePlaces(serviceId, begin);
  const go = (count: number): void => setBegin(addDays(begin, count));
  return (
    <Modal open title={title} footer={null} width={960} onCancel={onClose} destroyOnHidden>
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
      {lines?.length === 0 && <EmptyState text={T('none')} />}
      {lines && lines.length > 0 && <Grid lines={lines} days={daysFrom(begin, daysShown)} onPick={onPick} />}
    </Modal>
  );
}
