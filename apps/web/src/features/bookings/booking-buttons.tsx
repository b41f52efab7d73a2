import { appointmentTypes, outpatientAppointment, serviceAppointment } from '@kangmai/model/bookings';
import { App, Button, Modal, Select } from 'antd';
import { useState } from 'react';

import { formatClock, formatDate, formatMinute } from '../../lib/dates.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { writeTo } from '../../resource-client/calls.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { FormDrawer } from '../../resource-screens/form-drawer.tsx';
import { useRights } from '../../resource-screens/use-writes.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { T } from './booking-texts.ts';
import css from './bookings.module.css';
import { FreePlaces } from './free-places.tsx';
import { usePlaceOf } from './use-place-of.ts';

import type { Json } from '@kangmai/resource';
import type { Values } from '../../resource-client/body.ts';
import type { ScreenRow } from '../../resource-client/row.ts';
import type { FreeSlot } from './use-places.ts';

type Booked = typeof serviceAppointment | typeof outpatientAppointment;

const isVisit = (resource: Booked): boolean => resource.name === outpatientAppointment.name;
const wireOfType = (name: string): string => String(appointmentTypes.wireOf(name as never));
const clinicType = wireOfType('checkup');

interface PlacesDialogProps {
  readonly title: string;
  readonly isTyped: boolean;
  readonly onPick: (slot: FreeSlot, type: string) => void;
  readonly onClose: () => void;
}

function PlacesDialog({ title, isTyped, onPick, onClose }: PlacesDialogProps) {
  const [name, setName] = useState<string>('consult');
  const options = appointmentTypes.names.map((each) => ({
    value: each,
    label: choiceLabel(appointmentTypes.entries[each]),
  }));
  return (
    <Modal open title={title} footer={null} width={960} onCancel={onClose} destroyOnHidden>
      {isTyped && (
        <div className={css['head']}>
          <Select aria-label={T('type')} value={name} options={options} onChange={setName} style={{ minWidth: 140 }} />
        </div>
      )}
      <FreePlaces type={isTyped ? wireOfType(name) : clinicType} onPick={(slot) => onPick(slot, name)} />
    </Modal>
  );
}

const rangeOf = ({ begin, end }: FreeSlot): string => `${formatClock(begin)}-${formatClock(end)}`;

const defaultsOf = (resource: Booked, slot: FreeSlot, type: string) => {
  const common = { doctor: slot.doctorId, shift: slot.scheduleSlotId };
  return isVisit(resource)
    ? { ...common, visitDate: formatDate(slot.begin), timeRange: rangeOf(slot) }
    : { ...common, type, startsAt: slot.begin };
};

const counted = ['endsAt', 'minutes'] as const;

/** Begins a booking with an open place. */
export function BookButton({ resource }: { readonly resource: Booked }) {
  const [isOpen, setOpen] = useState(false);
  const [defaults, setDefaults] = useState<Values | null>(null);
  const placeOf = usePlaceOf();
  const { mayCreate } = useRights(resource);
  if (!mayCreate) return null;
  const pick = (slot: FreeSlot, type: string): void => {
    setOpen(false);
    setDefaults({ ...defaultsOf(resource, slot, type), ...(isVisit(resource) && placeOf(slot)) });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{T('book')}</Button>
      {isOpen && (
        <PlacesDialog
          title={T('bookTitle')}
          isTyped={!isVisit(resource)}
          onPick={pick}
          onClose={() => setOpen(false)}
        />
      )}
      {defaults && (
        <FormDrawer
          resource={resource}
          row={null}
          defaults={defaults}
          omit={counted}
          onCreated={() => void refreshRows(serviceAppointment)}
          onClose={() => setDefaults(null)}
        />
      )}
    </>
  );
}

const saveCall = 'CreateOrEdit';

const movedBody = (resource: Booked, id: number, slot: FreeSlot): Record<string, Json> => {
  const common = { id, doctorId: slot.doctorId, scheduleSlotId: slot.scheduleSlotId };
  return isVisit(resource)
    ? { ...common, visitDate: formatDate(slot.begin), timeRange: rangeOf(slot) }
    : { ...common, appointmentTime: slot.begin };
};

const beginOf = ({ values }: ScreenRow): string => formatMinute((values as { readonly startsAt?: Date }).startsAt);

/** Moves the booking of a row to another open place. */
function MoveButton({ resource }: { readonly resource: Booked }) {
  const row = useRowContext(resource);
  const [isOpen, setOpen] = useState(false);
  const { mayEdit } = useRights(resource);
  const { message, modal } = App.useApp();
  const tell = useFailureNotice();
  const state = String(row.values['state']);
  if (!mayEdit || (state !== 'waiting' && state !== 'booked')) return null;
  const { 'client.name': client } = row.joined;
  const name = typeof client === 'string' ? client : '';
  const move = async (slot: FreeSlot): Promise<void> => {
    try {
      await writeTo(resource, saveCall, movedBody(resource, row.id, slot));
      void message.success(T('moved', { time: formatMinute(slot.begin) }));
      setOpen(false);
    } catch (error) {
      tell(error, T('notMoved'));
    }
    await Promise.all([refreshRows(resource), refreshRows(serviceAppointment)]);
  };
  const ask = (slot: FreeSlot): void => {
    const [from, to] = [beginOf(row), `${formatMinute(slot.begin)} ${slot.doctorName}`];
    modal.confirm({ title: T('askMove', { name, from, to }), okText: T('move'), onOk: () => move(slot) });
  };
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>{T('move')}</LinkButton>
      {isOpen && (
        <PlacesDialog
          title={T('moveTitle', { name, from: beginOf(row) })}
          isTyped={false}
          onPick={ask}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export const MoveAppointment = () => <MoveButton resource={serviceAppointment} />;
export const MoveVisit = () => <MoveButton resource={outpatientAppointment} />;
