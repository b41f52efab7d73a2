import { healthService, healthServiceBooking } from '@kangmai/model/bookings';
import { permissionsOfCall } from '@kangmai/resource';
import { Tabs } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';

import { resourceTitle } from '../../lib/labels.ts';
import { meets } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session/session.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import css from './bookings.module.css';
import { comingFirst, PeriodSwitch } from './coming-first.tsx';
import { BookService, MoveServiceBooking } from './service-buttons.tsx';
import { T } from './service-texts.ts';

const ofPage = { keep: 'address', carry: ['tab'] } as const;
const bookingActions = [MoveServiceBooking];
const order = { day: 'day', sort: 'day,timeRange' } as const;
const bookingTools = <PeriodSwitch {...order} />;
const serviceActions = [BookService];

const Bookings = () => (
  <ResourceScreen
    resource={healthServiceBooking}
    isEmbedded
    list={{ ...ofPage, ...comingFirst(order) }}
    tools={bookingTools}
    rowActions={bookingActions}
  />
);

const parts = [
  {
    key: 'bookings',
    resource: healthServiceBooking,
    children: <Bookings />,
  },
  {
    key: 'services',
    resource: healthService,
    children: <ResourceScreen resource={healthService} isEmbedded list={ofPage} rowActions={serviceActions} />,
  },
] as const;

/** Bookings of health services, and the services that are offered. */
export function HealthServicesScreen() {
  const permissions = useSession((session) => session.permissions);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const visible = parts.filter(({ resource }) => meets(permissions, permissionsOfCall(resource, 'list')));
  const asked = search.get('tab');
  const current = visible.find(({ key }) => key === asked) ?? visible[0];
  const choose = (key: string): void => void navigate({ search: `?tab=${key}` }, { replace: true });
  return (
    <Page title={resourceTitle(healthServiceBooking)} isFilled>
      <Card>
        {current === undefined ? (
          <EmptyState text={T('noRight')} />
        ) : (
          <Tabs
            aria-label={T('parts')}
            className={css['parts'] ?? ''}
            destroyOnHidden
            items={visible.map(({ key, children }) => ({ key, label: T(key), children }))}
            activeKey={current.key}
            onChange={choose}
          />
        )}
      </Card>
    </Page>
  );
}
