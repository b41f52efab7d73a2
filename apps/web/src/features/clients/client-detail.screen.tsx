import { contract } from '@kangmai/model/basic-data';
import { healthServiceBooking, outpatientAppointment, serviceAppointment } from '@kangmai/model/bookings';
import { client, guardianContact } from '@kangmai/model/clients';
import { deviceBinding } from '@kangmai/model/devices';
import { bedStay } from '@kangmai/model/facility';
import { clientTeamMember } from '@kangmai/model/teams';
import { clientConsent, sensitiveAccessLog } from '@kangmai/model/privacy';
import { clientTag } from '@kangmai/model/tags';
import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { Button, Tabs } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';

import { ApiError } from '../../lib/api/api-error.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { useSession } from '../../lib/session/session.ts';
import { meets } from '../../lib/permissions.ts';
import { EarlyWarningPart } from '../../reading-parts/early-warning.tsx';
import { RowDescription } from '../../resource-screens/row-description.tsx';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { FormDrawer } from '../../resource-screens/form-drawer.tsx';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { rememberRow } from '../../resource-screens/traits/neighbours/list-memory.tsx';
import { Neighbours } from '../../resource-screens/traits/neighbours/neighbours.tsx';
import { useOpenRowKeys } from '../../lib/use-hot-keys.ts';
import { useHasKeys } from '../../resource-client/lists/my-lists.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { useRights } from '../../resource-screens/use-writes.ts';
import { Card, Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { ContactBinding } from './wechat-binding.tsx';
import { LooksOfClient } from './access-log.screen.tsx';
import css from './clients.module.css';
import { ClientFiles } from './client-files.tsx';
import { ClientTimeline } from './client-timeline.tsx';
import { T } from './client-texts.ts';
import { MergesLink } from './merges-link.tsx';
import { ManualEntry, useManualKinds } from './manual-entry.tsx';
import { FamilyPart } from './family-part.tsx';
import { T as F } from './family-texts.ts';
import { PersonCard } from './person-card.tsx';
import { lastDays, SpanPicker } from './span-picker.tsx';
import { useBands, useControl, useVitals } from './use-vitals.ts';
import { VitalCharts } from './vital-charts.tsx';

import type { ScreenOptions } from '../../resource-screens/screen-context.ts';
import type { ScreenRow } from '../../resource-client/row.ts';

type Client = ScreenRow<typeof client>;

const listPath = screenPath('clients');

function Health({ row }: { readonly row: Client }) {
  const [span, setSpan] = useState(() => lastDays('days30'));
  const vitals = useVitals(row.id, span);
  const bands = useBands(row.id);
  const control = useControl(row.id, span);
  return (
    <>
      <EarlyWarningPart clientId={row.id} />
      <SpanPicker span={span} onChange={setSpan} />
      <div className={css['health']}>
        <ClientTimeline id={row.id} span={span} vitals={vitals} />
        <VitalCharts clientId={row.id} vitals={vitals} bands={bands} control={control} />
      </div>
    </>
  );
}

const activeOnly = { state: 'active' } as const;
const ofClient = ['client'] as const;

const noFilters = {} as const;
const bindingColumns = ['device', 'relation', 'state', 'boundAt'] as const;
const contactActions = [ContactBinding];
const contactColumns = ['name', 'relation', 'phone', 'isGuardian', 'isEmergency', 'sosOrder'] as const;

const stayColumns = ['bed', 'beganAt', 'endedAt', 'reason'] as const;
const contractColumns = ['contractNo', 'name', 'state', 'startsOn', 'endsOn', 'amount'] as const;
const teamColumns = ['role', 'user', 'startsOn', 'endsOn'] as const;
const consentColumns = ['kind', 'state', 'signedAt', 'expiresOn', 'version', 'signer', 'withdrawnAt'] as const;

const appointmentColumns = ['appointmentNo', 'type', 'startsAt', 'doctor', 'place', 'state'] as const;
const visitColumns = ['appointmentNo', 'visitDate', 'timeRange', 'department', 'doctor', 'state'] as const;

const serviceColumns = ['appointmentNo', 'service', 'day', 'timeRange', 'operator', 'state'] as const;

const markColumns = ['tag', 'mode', 'endsOn'] as const;
const liveMarks = { mode: ['manual', 'auto'] } as const;

interface RelatedProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly columns: readonly string[];
  readonly filters?: Readonly<Record<string, string | readonly string[]>>;
  readonly word?: string;
  readonly rowActions?: ScreenOptions['rowActions'];
}

function Related({ resource, id, columns, filters = noFilters, word, rowActions }: RelatedProps) {
  const list = useMemo(() => ({ fixed: { client: String(id) }, usual: { filters } }), [id, filters]);
  const defaults = useMemo(() => ({ client: id }), [id]);
  return (
    <ResourceScreen
      resource={resource}
      isEmbedded
      list={list}
      columns={columns}
      defaults={defaults}
      omit={ofClient}
      {...(word && { createWord: word })}
      {...(rowActions && { rowActions })}
    />
  );
}

type RelatedPart = Omit<RelatedProps, 'id' | 'word'> & { readonly label: Parameters<typeof T>[0] };

const relatedParts: readonly RelatedPart[] = [
  { label: 'devices', resource: deviceBinding, filters: activeOnly, columns: bindingColumns },
  { label: 'stays', resource: bedStay, columns: stayColumns },
  { label: 'contracts', resource: contract, columns: contractColumns },
  { label: 'guardians', resource: guardianContact, columns: contactColumns, rowActions: contactActions },
  { label: 'healthTeam', resource: clientTeamMember, columns: teamColumns },
  { label: 'appointments', resource: serviceAppointment, columns: appointmentColumns },
  { label: 'visits', resource: outpatientAppointment, columns: visitColumns },
  { label: 'serviceBookings', resource: healthServiceBooking, columns: serviceColumns },
  { label: 'marks', resource: clientTag, filters: liveMarks, columns: markColumns },
  { label: 'consents', resource: clientConsent, columns: consentColumns },
];

function ClientParts({ row }: { readonly row: Client }) {
  const permissions = useSession((session) => session.permissions);
  const maySee = (resource: AnyResource): boolean => meets(permissions, permissionsOfCall(resource, 'list'));
  const parts = [
    { key: 'health', label: T('health'), children: <Health row={row} /> },
    ...relatedParts
      .filter(({ resource }) => maySee(resource))
      .map(({ label, ...related }) => ({
        key: label,
        label: T(label),
        children: <Related {...related} id={row.id} {...(label === 'devices' && { word: T('bind') })} />,
      })),
    { key: 'files', label: T('files'), children: <ClientFiles id={row.id} /> },
    { key: 'family', label: F('tab'), children: <FamilyPart id={row.id} name={row.values.name} /> },
    ...(maySee(sensitiveAccessLog)
      ? [{ key: 'looks', label: T('looks'), children: <LooksOfClient id={row.id} /> }]
      : []),
    { key: 'record', label: T('record'), children: <RowDescription resource={client} row={row} /> },
  ];
  return <Tabs aria-label={T('views')} items={parts} destroyOnHidden className={css['parts'] ?? ''} />;
}

function ClientPage({ row }: { readonly row: Client }) {
  const [open, setOpen] = useState<'entry' | 'form' | null>(null);
  const canEnter = useManualKinds().length > 0;
  const { mayEdit } = useRights(client);
  const closeDialog = (): void => setOpen(null);
  const navigate = useNavigate();
  useEffect(() => rememberRow(listPath, row.id), [row.id]);
  useOpenRowKeys({
    isOn: useHasKeys() && open === null,
    inside: null,
    onEdit: mayEdit ? () => setOpen('form') : undefined,
    onLeave: () => void navigate(listPath),
  });
  const actions = (
    <>
      <MergesLink id={row.id} />
      {mayEdit && <Button onClick={() => setOpen('form')}>{T('edit')}</Button>}
      {canEnter && (
        <Button type="primary" onClick={() => setOpen('entry')}>
          {T('enter')}
        </Button>
      )}
      <Neighbours path={listPath} id={row.id} />
    </>
  );
  return (
    <Page
      isName
      title={row.values.name}
      beside={<FieldCell resource={client} name="state" row={row} />}
      actions={actions}
    >
      <div className={css['detail']}>
        <PersonCard row={row} />
        <Card>
          <ClientParts row={row} />
        </Card>
      </div>
      {open === 'form' && <FormDrawer resource={client} row={row} onClose={closeDialog} />}
      {open === 'entry' && (
        <ManualEntry
          clientId={row.id}
          person={
            <>
              {row.values.name} <FieldCell resource={client} name="gender" row={row} />{' '}
              <FieldCell resource={client} name="age" row={row} isFull />
            </>
          }
          onClose={closeDialog}
        />
      )}
    </Page>
  );
}

/** The address of a merged file leads to the file that has its records. */
const OpenedPage = ({ row, id }: { readonly row: Client; readonly id: number }) =>
  row.id === id ? <ClientPage row={row} /> : <Navigate replace to={screenPath('clientDetail', row.id)} />;

export function ClientDetailScreen() {
  const id = Number(useParams()['id']);
  const { data: row, error, refetch } = useRow(client, Number.isSafeInteger(id) && id > 0 ? id : null);
  if (row) return <OpenedPage row={row} id={id} />;
  const isGone = Number.isNaN(id) || (error instanceof ApiError && error.status === 404);
  return (
    <Page title={T('details')} tabTitle={null}>
      <Card>
        {isGone && <ErrorState title={T('gone')} extra={<Link to={screenPath('clients')}>{T('list')}</Link>} />}
        {!isGone && (error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />)}
      </Card>
    </Page>
  );
}
