import { contract } from '@kangmai/model/basic-data';
import {
  escortBooking,
  healthServiceBooking,
  outpatientAppointment,
  serviceAppointment,
} from '@kangmai/model/bookings';
import { client, guardianContact } from '@kangmai/model/clients';
import { deviceBinding } from '@kangmai/model/devices';
import { bedStay } from '@kangmai/model/facility';
import { clientConsent, sensitiveAccessLog } from '@kangmai/model/privacy';
import { clientTag } from '@kangmai/model/tags';
import { clientTeamMember, doctorAgreement } from '@kangmai/model/teams';
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
import { PhoneLinkButton } from './phone-link-button.tsx';
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
const agreementColumns = ['agreementNo', 'team', 'doctor', 'startsOn', 'endsOn', 'daysLeft', 'state'] as const;
const teamColumns = ['role', 'user', 'startsOn', 'endsOn'] as const;
const consentColumns = ['kind', 'state', 'signedAt', 'expiresOn', 'version', 'signer', 'withdrawnAt'] as const;

const appointmentColumns = ['appointmentNo', 'type', 'startsAt', 'doctor', 'place', 'state'] as const;
const visitColumns = ['appointmentNo', 'visitDate', 'timeRange', 'department', 'doctor', 'state'] as const;

const serviceColumns = ['appointmentNo', 'service', 'day', 'timeRange', 'operator', 'state'] as const;

const escortColumns = ['appointmentNo', 'startsAt', 'hospital', 'department', 'escort', 'state'] as const;

const markColumns = ['tag', 'mode', 'endsOn'] as const;
const liveMarks = { mode: ['manual', 'auto'] } as const;

interface RelatedProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly columns: readonly string[];
  readonly filters?: Readonly<Record<string, string | readonly string[]>>;
  readonly word?: string;
  readonly rowActions?: ScreenOptions['rowActions'];
  readonly tools?: ReactNode;
}

function Related({ resource, id, columns, filters = noFilters, word, rowActions, tools }: RelatedProps) {
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
      {...(tools !== undefined && { tools })}
    />
  );
}

type Label = Parameters<typeof T>[0];

/** Parts that belong together share a tab, so that all tabs fit a usual window. */
const tabs = ['health', 'devices', 'bookings', 'healthTeam', 'relatives', 'residence', 'record'] as const;
type Tab = (typeof tabs)[number];

interface Part {
  readonly tab: Tab;
  readonly key: string;
  readonly label: string;
  readonly children: ReactNode;
}

interface RelatedPart extends Omit<RelatedProps, 'id' | 'word' | 'tools'> {
  readonly tab: Tab;
  readonly label: Label;
}

const relatedParts: readonly RelatedPart[] = [
  { tab: 'devices', label: 'devices', resource: deviceBinding, filters: activeOnly, columns: bindingColumns },
  { tab: 'bookings', label: 'appointments', resource: serviceAppointment, columns: appointmentColumns },
  { tab: 'bookings', label: 'visits', resource: outpatientAppointment, columns: visitColumns },
  { tab: 'bookings', label: 'serviceBookings', resource: healthServiceBooking, columns: serviceColumns },
  { tab: 'bookings', label: 'escorts', resource: escortBooking, columns: escortColumns },
  { tab: 'healthTeam', label: 'healthTeam', resource: clientTeamMember, columns: teamColumns },
  {
    tab: 'relatives',
    label: 'guardians',
    resource: guardianContact,
    columns: contactColumns,
    rowActions: contactActions,
  },
  { tab: 'residence', label: 'stays', resource: bedStay, columns: stayColumns },
  { tab: 'residence', label: 'contracts', resource: contract, columns: contractColumns },
  { tab: 'residence', label: 'agreements', resource: doctorAgreement, columns: agreementColumns },
  { tab: 'record', label: 'marks', resource: clientTag, filters: liveMarks, columns: markColumns },
  { tab: 'record', label: 'consents', resource: clientConsent, columns: consentColumns },
];

function partsOf(row: Client, maySee: (resource: AnyResource) => boolean): readonly Part[] {
  const record = { tab: 'record' } as const;
  return [
    { tab: 'health', key: 'health', label: T('health'), children: <Health row={row} /> },
    { ...record, key: 'data', label: T('data'), children: <RowDescription resource={client} row={row} /> },
    ...relatedParts
      .filter(({ resource }) => maySee(resource))
      .map(({ tab, label, ...related }) => ({
        tab,
        key: label,
        label: T(label),
        children: (
          <Related
            {...related}
            id={row.id}
            {...(label === 'devices' && { word: T('bind') })}
            {...(label === 'serviceBookings' && { tools: <PhoneLinkButton id={row.id} name={row.values.name} /> })}
          />
        ),
      })),
    { tab: 'relatives', key: 'family', label: F('tab'), children: <FamilyPart id={row.id} name={row.values.name} /> },
    { ...record, key: 'files', label: T('files'), children: <ClientFiles id={row.id} /> },
    ...(maySee(sensitiveAccessLog)
      ? [{ ...record, key: 'looks', label: T('looks'), children: <LooksOfClient id={row.id} /> }]
      : []),
  ];
}

/** A tab with the one part that the user may see is that part. */
function tabOf(key: Tab, parts: readonly Part[]): Pick<Part, 'key' | 'label' | 'children'> {
  const items = parts.map((part) => ({ key: part.key, label: part.label, children: part.children }));
  const [only, ...more] = items;
  if (only && more.length === 0) return only;
  const label = T(key);
  return { key, label, children: <Tabs aria-label={label} size="small" items={items} destroyOnHidden /> };
}

/** What is known of a client, in tabs. */
export function ClientParts({ row }: { readonly row: Client }) {
  const permissions = useSession((session) => session.permissions);
  const parts = partsOf(row, (resource) => meets(permissions, permissionsOfCall(resource, 'list')));
  const items = tabs.flatMap((tab) => {
    const own = parts.filter((part) => part.tab === tab);
    return own.length === 0 ? [] : [tabOf(tab, own)];
  });
  return <Tabs aria-label={T('views')} items={items} destroyOnHidden className={css['parts'] ?? ''} />;
}
