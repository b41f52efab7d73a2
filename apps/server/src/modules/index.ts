import { locationReading, rawReading, readingOfKind, tenant } from '@kangmai/model';
import type { Surroundings } from '../access/in-tenant.ts';
import {
  importsModule,
  listsModule,
  listTasksModule,
  movesModule,
  type PlanOf,
  type ServerModule,
  type Services,
  type ShownIf,
} from '../engine/public.ts';
import type { ReceiptDoor } from '../platform/messages/receipt-door.ts';
import { agreementsModule, endAgreementsOf } from './agreements/agreements.ts';
import { approvalModule } from './approval/approval.ts';
import { basicDataModule } from './basic-data/basic-data.ts';
import { bookingsModule } from './bookings/bookings.ts';
import { shiftBookings } from './bookings/public.ts';
import { businessSettingsModule } from './business-settings/business-settings.ts';
import { calendarModule } from './calendar/calendar.ts';
import { WorkYearReader } from './calendar/public.ts';
import { clientsModule } from './clients/clients.ts';
import { devicesModule } from './devices/devices.ts';
import { type DownlinkOfDoor, makeDownlink } from './downlink.ts';
import { documentsModule } from './documents/documents.ts';
import { PdfMaker } from './documents/public.ts';
import { issuedPapersModule } from './issued-papers/issued-papers.ts';
import { dictionariesModule } from './dictionaries/dictionaries.ts';
import { dutyModule } from './duty/duty.ts';
import { earlyWarningModule } from './early-warning/early-warning.ts';
import { cancelEnrolmentsOf, educationModule } from './education/education.ts';
import { followersModule } from './followers/followers.ts';
import { facilityModule } from './facility/facility.ts';
import { figuresModule } from './figures/figures.ts';
import { identityModule } from './identity/identity.ts';
import { type MainJob, makeMainJob, noticeParts } from './main-loop/public.ts';
import { measurementsModule, totalFrom } from './measurements/index.ts';
import { mergeModule } from './merge/merge.ts';
import { makeTellClients, messagesModule } from './messages/public.ts';
import { noticesModule } from './notices/notices.ts';
import { makeNotify, type Notify } from './notices/public.ts';
import { nightlyJobs } from './nightly/jobs.ts';
import type { PhoneParts } from './phone-access/parts.ts';
import { phoneAccessModule } from './phone-access/phone-access.ts';
import { phoneProofModule } from './phone-proof/phone-proof.ts';
import { privacyModule } from './privacy/privacy.ts';
import { shownIfAgreed } from './privacy/public.ts';
import { organizationModule } from './organization/organization.ts';
import { regionsModule } from './regions/regions.ts';
import { reportTemplatesModule } from './report-templates/report-templates.ts';
import { rolesModule } from './roles/roles.ts';
import { staffModule } from './staff/staff.ts';
import { tagsModule } from './tags/tags.ts';
import { teamsModule } from './teams/teams.ts';
import { tenantsModule } from './tenants/tenants.ts';
import { uploadsModule } from './uploads/uploads.ts';
import { usersModule } from './users/users.ts';
import { findBrowser, PagePrinter } from '../platform/page-printer.ts';
import { notOfDeleted } from './clients/public.ts';

/** Stored rows that lists hide, by table: readings of deleted persons, positions of persons without consent. */
export const shownIf: Readonly<Record<string, ShownIf>> = {
  ...Object.fromEntries(Object.values(readingOfKind).map(({ table }) => [table, notOfDeleted])),
  [locationReading.table]: (person) => `${notOfDeleted(person)} and ${shownIfAgreed('location', person)}`,
};

export interface Areas {
  readonly modules: readonly ServerModule[];
  readonly door?: MainJob['door'];
  readonly downlink?: DownlinkOfDoor;
  /** Receipts of providers that speak no JSON. */
  readonly receipts?: ReceiptDoor;
}

const plainAreas = ({ files }: Services, news: Parameters<typeof mergeModule>[0]): readonly ServerModule[] => [
  mergeModule(news),
  measurementsModule,
  earlyWarningModule,
  dictionariesModule,
  regionsModule,
  tagsModule,
  uploadsModule(files),
  teamsModule,
  phoneProofModule,
];

function rosterAreas(parts: PhoneParts & { readonly notify: Notify }): readonly ServerModule[] {
  const { services, messages, notify, years } = parts;
  const tellClients = makeTellClients(messages, services.settings);
  return [
    dutyModule(services, { notify, years, bookings: shiftBookings }),
    bookingsModule({ notify, tellClients }, years, [cancelEnrolmentsOf, endAgreementsOf]),
    agreementsModule({ notify, tellClients }),
    educationModule({ ...parts, tellClients }),
    phoneAccessModule(parts),
    calendarModule(years),
  ];
}

const staffAreas = (parts: Parameters<typeof approvalModule>[0]): readonly ServerModule[] => [
  staffModule(parts.notify),
  approvalModule(parts),
];

const paperAreas = (parts: Parameters<typeof reportTemplatesModule>[0]): readonly ServerModule[] => [
  documentsModule(parts.maker, parts.services),
  issuedPapersModule(parts),
  reportTemplatesModule(parts),
];

export function listAreas(
  services: Services,
  around: { readonly surroundings: Surroundings; readonly planOf: PlanOf },
): Areas {
  const { messages, wechat, receipts, module: messenger } = messagesModule(services, noticeParts);
  const notify = makeNotify(messages);
  const followers = followersModule({ ...around, services, api: wechat });
  const mainJob = makeMainJob({
    ...around,
    messages,
    log: (fault, what = 'a delivery failed') => services.log.error({ part: 'ingest', fault }, what),
  });
  const downlink = makeDownlink(mainJob, around.surroundings);
  const news = {
    personChanged: (tenantId: number, clientId: number): void => mainJob.contexts.dropPerson(tenantId, clientId),
  };
  const printer = new PagePrinter(findBrowser(services.config.chromePath));
  const modules: readonly ServerModule[] = [
    messenger,
    followers.module,
    noticesModule(services),
    identityModule(services, messages),
    usersModule(services, messages),
    rolesModule(services),
    organizationModule(services),
    mainJob.module,
    ...plainAreas(services, news),
    clientsModule({ ...news, notify }),
    ...staffAreas({ ...around, services, messages, notify }),
    basicDataModule(services),
    privacyModule({ settings: services.settings, news }),
    devicesModule(services, downlink),
    ...paperAreas({ ...around, services, maker: new PdfMaker({ ...around, services, printer }) }),
    facilityModule,
    figuresModule(services),
    ...rosterAreas({ ...around, services, messages, notify, years: new WorkYearReader(services) }),
    businessSettingsModule(services),
    listsModule([rawReading, tenant]),
    { name: 'nightly', jobs: nightlyJobs({ ...around, services }) },
  ];
  const implementations = modules.flatMap((module) => module.implementations ?? []);
  const special = modules.flatMap(({ importers }) => importers ?? []);
  const doors = modules.flatMap(({ importDoors }) => importDoors ?? []);
  const all: readonly ServerModule[] = [
    ...modules,
    importsModule({ ...around, services, implementations, totalFrom, special, doors }),
    listTasksModule({ ...around, services, implementations, totalFrom, works: modules.flatMap((m) => m.works ?? []) }),
    movesModule({
      ...around,
      implementations,
      resources: services.model.resources,
      report: (fault) => services.log.error({ part: 'moves', fault }, 'a move by the clock failed'),
    }),
    tenantsModule({ ...around, services, messages, modules: () => all }),
  ];
  return { door: mainJob.door, downlink: downlink.door, receipts: receipts(followers.take), modules: all };
}
