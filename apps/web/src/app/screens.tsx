import { loadDefinition } from '@kangmai/model/catalogue';
import { routes, type RouteEntry } from '@kangmai/model/menu';

import { lazyPart } from '../lib/lazy-part.ts';
import { hasRowPages, rowScreenKey } from '../lib/list-pages.ts';

import type { Screen } from './navigation/screen-registry.ts';

const screen = (load: Screen['load']): Screen => ({ Component: lazyPart(load), load });

const defaultScreen = (name: string): Screen =>
  screen(async () => {
    const [page, resource] = await Promise.all([import('./default-screen.tsx'), loadDefinition(name)]);
    return page.defaultScreen(resource);
  });

const rowScreen = (name: string): Screen =>
  screen(async () => {
    const [page, resource] = await Promise.all([
      import('../resource-screens/traits/detail/detail-page.tsx'),
      loadDefinition(name),
    ]);
    return page.detailPage(resource);
  });

const resourcesOf = (entries: readonly RouteEntry[]): readonly string[] =>
  entries.flatMap((entry) => [...(entry.resource ? [entry.resource] : []), ...resourcesOf(entry.children ?? [])]);

/** Screens by the `screen` key or the `resource` name of a route. Default screens need no entry. */
export const screens: Readonly<Record<string, Screen>> = {
  ...Object.fromEntries(resourcesOf(routes).map((name) => [name, defaultScreen(name)])),
  ...Object.fromEntries(
    resourcesOf(routes)
      .filter(hasRowPages)
      .map((name) => [rowScreenKey(name), rowScreen(name)]),
  ),
  [rowScreenKey('building')]: screen(
    async () => (await import('../features/facility/building.screen.tsx')).BuildingScreen,
  ),
  room: screen(async () => (await import('../features/facility/rooms.screen.tsx')).RoomsScreen),
  commonDictionary: screen(
    async () =>
      (await import('../features/common-dictionaries/common-dictionaries.screen.tsx')).CommonDictionariesScreen,
  ),
  doctorAgreement: screen(async () => (await import('../features/agreements/agreements.screen.tsx')).AgreementsScreen),
  healthEducation: screen(async () => (await import('../features/education/education.screen.tsx')).EducationScreen),
  careTeam: screen(async () => (await import('../features/teams/care-teams.screen.tsx')).CareTeamsScreen),
  staffApplication: screen(async () => (await import('../features/staff/applications.screen.tsx')).ApplicationsScreen),
  clientImport: screen(
    async () => (await import('../features/client-imports/client-import.screen.tsx')).ClientImportScreen,
  ),
  clientImports: screen(
    async () => (await import('../features/client-imports/client-imports.screen.tsx')).ClientImportsScreen,
  ),
  doctors: screen(async () => (await import('../features/staff/doctors.screen.tsx')).DoctorsScreen),
  staffProfile: screen(async () => (await import('../features/staff/staff-codes.screen.tsx')).StaffCodesScreen),
  energyItem: screen(async () => (await import('../features/basic-data/energy.screen.tsx')).EnergyScreen),
  meterReading: screen(
    async () => (await import('../features/basic-data/meter-reading.screen.tsx')).MeterReadingScreen,
  ),
  houseOverview: screen(async () => (await import('../features/basic-data/overview.screen.tsx')).OverviewScreen),
  businessSettings: screen(
    async () => (await import('../features/settings/business-settings.screen.tsx')).BusinessSettingsScreen,
  ),
  alarmPolicy: screen(async () => (await import('../features/settings/alarm-policies.screen.tsx')).AlarmPoliciesScreen),
  dutyMonth: screen(async () => (await import('../features/duty/duty-month.screen.tsx')).DutyMonthScreen),
  rosterWeek: screen(async () => (await import('../features/roster/roster-week.screen.tsx')).RosterWeekScreen),
  workCalendar: screen(async () => (await import('../features/calendar/work-calendar.screen.tsx')).WorkCalendarScreen),
  home: screen(async () => (await import('./home/home-page.tsx')).HomePage),
  personalSpace: screen(async () => (await import('../features/account/space.screen.tsx')).SpaceScreen),
  notices: screen(async () => (await import('../features/notices/notices.screen.tsx')).NoticesScreen),
  serviceAppointment: screen(
    async () => (await import('../features/bookings/appointments.screen.tsx')).AppointmentsScreen,
  ),
  healthServiceBooking: screen(
    async () => (await import('../features/bookings/health-services.screen.tsx')).HealthServicesScreen,
  ),
  escortBooking: screen(async () => (await import('../features/bookings/escorts.screen.tsx')).EscortsScreen),
  outpatientAppointment: screen(async () => (await import('../features/bookings/visits.screen.tsx')).VisitsScreen),
  clients: screen(async () => (await import('../features/clients/client-list.screen.tsx')).ClientListScreen),
  vipClients: screen(async () => (await import('../features/clients/client-presets.screen.tsx')).VipClientsScreen),
  communityClients: screen(
    async () => (await import('../features/clients/client-presets.screen.tsx')).CommunityClientsScreen,
  ),
  clientMerges: screen(async () => (await import('../features/merge/merges.screen.tsx')).MergesScreen),
  knowingChannel: screen(async () => (await import('../features/clients/channels.screen.tsx')).ChannelsScreen),
  tag: screen(async () => (await import('../features/tags/tag-library.screen.tsx')).TagLibraryScreen),
  guardianContact: screen(async () => (await import('../features/clients/guardians.screen.tsx')).GuardiansScreen),
  clientDetail: screen(async () => (await import('../features/clients/client-detail.screen.tsx')).ClientDetailScreen),
  accessLog: screen(async () => (await import('../features/clients/access-log.screen.tsx')).AccessLogScreen),
  measurements: screen(async () => (await import('../features/clients/measurements.screen.tsx')).MeasurementsScreen),
  devices: screen(async () => (await import('../features/devices/device-list.screen.tsx')).DeviceListScreen),
  deviceDetail: screen(async () => (await import('../features/devices/device-detail.screen.tsx')).DeviceDetailScreen),
  deviceLocations: screen(
    async () => (await import('../features/devices/device-locations.screen.tsx')).DeviceLocationsScreen,
  ),
  track: screen(async () => (await import('../features/devices/track.screen.tsx')).TrackScreen),
  ingestSource: screen(async () => (await import('../features/ingest/ingest-sources.screen.tsx')).IngestSourcesScreen),
  quarantinedReading: screen(async () => (await import('../features/ingest/quarantine.screen.tsx')).QuarantineScreen),
  deviceData: screen(async () => (await import('../features/readings/device-data.screen.tsx')).DeviceDataScreen),
  abnormalRule: screen(async () => (await import('../features/rules/rules.screen.tsx')).RulesScreen),
  abnormalData: screen(async () => (await import('../features/alerts/abnormal-data.screen.tsx')).AbnormalDataScreen),
  reportTemplate: screen(
    async () => (await import('../features/documents/report-templates.screen.tsx')).ReportTemplatesScreen,
  ),
  outgoingMessages: screen(
    async () => (await import('../features/messages/outgoing-messages.screen.tsx')).OutgoingMessagesScreen,
  ),
  gzhSetting: screen(async () => (await import('../features/messages/gzh.screen.tsx')).GzhScreen),
  tenants: screen(async () => (await import('../features/tenants/tenants.screen.tsx')).TenantsScreen),
  roles: screen(async () => (await import('../features/roles/roles.screen.tsx')).RolesScreen),
  units: screen(async () => (await import('../features/organization/units.screen.tsx')).UnitsScreen),
  users: screen(async () => (await import('../features/users/users.screen.tsx')).UsersScreen),
  dictionary: screen(async () => (await import('../features/dictionary/dictionary.screen.tsx')).DictionaryScreen),
};
