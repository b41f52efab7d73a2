import { useEffect, useRef, useState } from 'react';

import { Problem, Waiting } from './parts.tsx';
import css from './phone.module.css';
import { cancel, readOwn, type OwnBooking } from './phone-calls.ts';
import { T } from './phone-texts.ts';
import { dayWords } from './phone-words.ts';
import { useRead } from './use-read.ts';

interface CancelProps {
  readonly booking: OwnBooking;
  readonly onClose: () => void;
  readonly onCancelled: () => void;
}

function CancelDialog({ booking, onClose, onCancelled }: CancelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const confirm = (): void => {
    setBusy(true);
    cancel(booking.id)
      .then(onCancelled, setProblem)
      .finally(() => setBusy(false));
  };
  return (
    <dialog ref={dialog} className={css['dialog']} aria-labelledby="cancel-title" onClose={onClose}>
      <h2 id="cancel-title">{T('cancel')}</h2>
      <p>
        {booking.serviceTitle} {dayWords(booking.appointmentDate)} {booking.timeRange}
      </p>
      <p>{T('cancelAsk')}</p>
      <Problem problem={problem} />
      <div className={css['pair']}>
        <button type="button" className={css['plain']} onClick={onClose}>
          {T('keep')}
        </button>
        <button type="button" className={css['danger']} disabled={isBusy} onClick={confirm}>
          {T('cancelYes')}
        </button>
      </div>
    </dialog>
  );
}

function BookingCard({ booking, onCancel }: { readonly booking: OwnBooking; readonly onCancel: () => void }) {
  return (
    <li className={css['booking']}>
      <div className={css['line']}>
        <strong>{booking.serviceTitle}</strong>
        <span className={css['state']} data-status={booking.status}>
          {T(`status${booking.status}`)}
        </span>
      </div>
      <span>
        {dayWords(booking.appointmentDate)} {booking.timeRange}
      </span>
      <span className={css['hint']}>{booking.recordNo}</span>
      {booking.remark !== null && <span className={css['hint']}>{T('remark', { remark: booking.remark })}</span>}
      {booking.canCancel && (
        <button type="button" className={css['plain']} onClick={onCancel}>
          {T('cancel')}
        </button>
      )}
    </li>
  );
}

export function OwnStep() {
  const { value, problem, again } = useRead(readOwn);
  const [asked, setAsked] = useState<OwnBooking | null>(null);
  if (problem !== undefined) return <Problem problem={problem} onRetry={again} />;
  if (!value) return <Waiting />;
  return (
    <>
      <p className={css['hint']}>{T('for', { name: value.calledName })}</p>
      {value.items.length === 0 && <p className={css['hint']}>{T('noOwn')}</p>}
      <ul className={css['list']}>
        {value.items.map((booking) => (
          <BookingCard key={booking.id} booking={booking} onCancel={() => setAsked(booking)} />
        ))}
      </ul>
      {value.housePhone !== '' && (
        <p className={css['hint']}>{T('house', { house: value.houseName, phone: value.housePhone })}</p>
      )}
      {asked && (
        <CancelDialog
          booking={asked}
          onClose={() => setAsked(null)}
          onCancelled={() => {
            setAsked(null);
            again();
          }}
        />
      )}
    </>
  );
}
