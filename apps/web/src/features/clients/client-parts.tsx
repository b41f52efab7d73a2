import { contract } from '@kangmai/model/basic-data';
import { healthServiceBooking, outpatientAppointment, serviceAppointment } from '@kangmai/model/bookings';
import { client, guardianContact } from '@kangmai/model/clients';
import { deviceBinding } from '@kangmai/model/devices';
import { bedStay } from '@kangmai/model/facility';
import { clientConsent, sensitiveAccessLog } from '@kangmai/model/privacy';
import { clientTag } from '@kangmai/model/tags';
import { clientTeamMember } from '@kangmai/model/teams';
import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { Tabs } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';

import { meets } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session/session.ts';
import { EarlyWarningPart } from '../../reading-parts/early-warning.tsx';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { RowDescription } from '../../resource-screens/row-description.tsx';
import { LooksOfClient } from './access-log.screen.tsx';
import { ClientFiles } from './client-files.tsx';
import { T } from './client-texts.ts';
import { ClientTimeline } from './client-timeline.tsx';
import css from './clients.module.css';
import { FamilyPart } from './family-part.tsx';
import { T as F } from './family-texts.ts';
import { lastDays, SpanPicker } from './span-picker.tsx';
import { useBands, useControl, useVitals } from './use-vitals.ts';
import { VitalCharts } from './vital-charts.tsx';
import { ContactBinding } from './wechat-binding.tsx';

import type { ScreenOptions } from '../../resource-screens/screen-context.ts';
import type { ScreenRow } from '../../resource-client/row.ts';

type Client = ScreenRow<typeof client>;

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

type Label = Parameters<typeof T>[0];

interface Part {
  readonly key: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Parts that belong together share a tab, so that all tabs fit a usual window. */
const groups: readonly { readonly label: Label; readonly keys: readonly string[] }[] = [
  { label: 'health', keys: ['health'] },
  { label: 'devices', keys: ['devices'] },
  { label: 'bookings', keys: ['appointments', 'visits', 'serviceBookings'] },
  { label: 'healthTeam', keys: ['healthTeam'] },
  { label: 'relatives', keys: ['guardians', 'family'] },
  { label: 'residence', keys: ['stays', 'contracts'] },
  { label: 'record', keys: ['details', 'marks', 'files', 'consents', 'looks'] },
];

function partsOf(row: Client, maySee: (resource: AnyResource) => boolean): readonly Part[] {
  return [
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
    { key: 'details', label: T('details'), children: <RowDescription resource={client} row={row} /> },
  ];
}

/** A group with one part that the user may see is that part. */
function tabOf(key: Label, parts: readonly Part[]): Part {
  const [only, ...more] = parts;
  if (only && more.length === 0) return only;
  const label = T(key);
  return { key, label, children: <Tabs aria-label={label} size="small" items={[...parts]} destroyOnHidden /> };
}

/** What is known of a client, in tabs. */
export function ClientParts({ row }: { readonly row: Client }) {
  const permissions = useSession((session) => session.permissions);
  const parts = partsOf(row, (resource) => meets(permissions, permissionsOfCall(resource, 'list')));
  const items = groups
    .map(({ label, keys }) => ({ label, parts: keys.flatMap((key) => parts.filter((part) => part.key === key)) }))
    .filter((group) => group.parts.length > 0)
    .map((group) => tabOf(group.label, group.parts));
  return <Tabs aria-label={T('views')} items={items} destroyOnHidden className={css['parts'] ?? ''} />;
}
