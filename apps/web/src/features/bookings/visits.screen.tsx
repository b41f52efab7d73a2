import { outpatientAppointment } from '@kangmai/model/bookings';
import { useQuery } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';
import { formatNumber } from '../../lib/units.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { T } from './booking-texts.ts';
import { visitInputs } from './visit-inputs.tsx';
import css from './bookings.module.css';
import { BookButton, MoveVisit } from './booking-buttons.tsx';
import { comingFirst, PeriodSwitch } from './coming-first.tsx';

const names = ['today', 'tomorrow', 'week', 'toConfirm', 'checkedIn', 'done', 'noShow'] as const;
type Counts = Readonly<Record<(typeof names)[number], number>>;

function Tiles() {
  const { data } = useQuery({
    queryKey: [...rowKeys.all(outpatientAppointment), 'counts'],
    queryFn: ({ signal }) =>
      api.get<Counts>(`${outpatientAppointment.wire.service}/GetPatientAppointmentCount`, {}, { signal }),
  });
  return (
    <dl className={css['tiles']} aria-label={T('counts')}>
      {names.map((name) => (
        <div key={name}>
          <dt>{T(name)}</dt>
          <dd>{data ? formatNumber(data[name]) : '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

const above = <Tiles />;
const order = { day: 'visitDate', sort: 'visitDate,timeRange' } as const;
const tools = (
  <>
    <BookButton resource={outpatientAppointment} />
    <PeriodSwitch {...order} />
  </>
);
const rowActions = [MoveVisit];

/** Visits to clinics with the counts of the day. */
export const VisitsScreen = () => (
  <ResourceScreen
    resource={outpatientAppointment}
    list={comingFirst(order)}
    above={above}
    tools={tools}
    rowActions={rowActions}
    inputs={visitInputs}
  />
);
