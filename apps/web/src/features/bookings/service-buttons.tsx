import { healthService, healthServiceBooking } from '@kangmai/model/bookings';
import { App } from 'antd';
import { useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { writeTo } from '../../resource-client/calls.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { FormDrawer } from '../../resource-screens/form-drawer.tsx';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { useRights } from '../../resource-screens/use-writes.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ServicePlacesDialog, type ChosenPlace } from './service-places.tsx';
import { T } from './service-texts.ts';

/** Books the offered service of a row: a free place first, then the client. */
export function BookService() {
  const row = useRowContext(healthService);
  const { mayCreate } = useRights(healthServiceBooking);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<ChosenPlace | null>(null);
  if (!mayCreate || row.values['state'] !== 'offered') return null;
  const pick = (chosen: ChosenPlace): void => {
    setOpen(false);
    setPlace(chosen);
  };
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>{T('book')}</LinkButton>
      {isOpen && (
        <ServicePlacesDialog
          title={T('bookTitle', { title: String(row.values['title']) })}
          serviceId={row.id}
          onPick={pick}
          onClose={() => setOpen(false)}
        />
      )}
      {place && (
        <FormDrawer
          resource={healthServiceBooking}
          row={null}
          defaults={{ service: row.id, day: place.day, timeRange: place.timeRange }}
          onCreated={() => void refreshRows(healthService)}
          onClose={() => setPlace(null)}
        />
      )}
    </>
  );
}

const saveCall = 'CreateOrEdit';

/** Moves the booking of a row to another free place of its service. */
export function MoveServiceBooking() {
  const row = useRowContext(healthServiceBooking);
  const { mayEdit } = useRights(healthServiceBooking);
  const [isOpen, setOpen] = useState(false);
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const state = String(row.values['state']);
  if (!mayEdit || (state !== 'waiting' && state !== 'booked')) return null;
  const pick = async ({ day, timeRange }: ChosenPlace): Promise<void> => {
    try {
      await writeTo(healthServiceBooking, saveCall, { id: row.id, appointmentDate: day, timeRange });
      void message.success(T('moved', { time: `${day} ${timeRange}` }));
      setOpen(false);
    } catch (error) {
      tell(error, T('notMoved'));
    }
    await refreshRows(healthServiceBooking);
  };
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>{T('move')}</LinkButton>
      {isOpen && (
        <ServicePlacesDialog
          title={T('moveTitle', { number: String(row.values['appointmentNo'] ?? row.id) })}
          serviceId={Number(row.values['service'])}
          onPick={(place) => void pick(place)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
