import { type Datum, localDay } from '@kangmai/domain';
import { demoDeviceProducts } from '@kangmai/model/reference';
import { readingOfKind } from '@kangmai/model';
import type { Sealer } from '@kangmai/server/access/ctx';
import { copyDeviceProducts } from '@kangmai/server/modules/dictionaries/public';
import type { Database, Tx } from '@kangmai/server/platform/database/database';
import type { MasterKey } from '@kangmai/server/platform/keys';
import { loadAgreements } from './load-agreements.ts';
import { loadAlerts, loadHandlings } from './load-alerts.ts';
import { casesOf } from './load-cases.ts';
import { loadApplications } from './load-applications.ts';
import { loadBasicData } from './load-basic-data.ts';
import { loadClients } from './load-clients.ts';
import { allocateImeis, loadDevices, noteContacts } from './load-devices.ts';
import { loadBookings } from './load-bookings.ts';
import { loadDuplicates } from './load-duplicates.ts';
import { loadDuty } from './load-duty.ts';
import { loadEducation } from './load-education.ts';
import { loadEscorts } from './load-escorts.ts';
import { loadExperts } from './load-experts.ts';
import { loadChannels, loadFamilies } from './load-families.ts';
import { home, loadFacility } from './load-facility.ts';
import { loadHandover } from './load-handover.ts';
import { loadLadders } from './load-ladders.ts';
import { loadNotices } from './load-notices.ts';
import { loadProfiles } from './load-profiles.ts';
import { loadReadings } from './load-readings.ts';
import { withReplayDevice } from './load-replay-device.ts';
import { loadTeams } from './load-teams.ts';
import { loadRollups } from './load-rollups.ts';
import { loadSos } from './load-sos.ts';
import { loadSources } from './load-sources.ts';
import { loadServices } from './load-services.ts';
import { loadStaff } from './load-staff.ts';
import { loadSuggestions } from './load-suggestions.ts';
import { loadTags } from './load-tags.ts';
import { loadTrial } from './load-trial.ts';
import { loadVolunteers } from './load-volunteers.ts';
import type { DemoPlan, DemoTenant } from '@kangmai/demo/plan-types';
import { demoKinds } from '@kangmai/demo/samplers';

/** Input of loading the demo; the tenants of the plan must exist with their roles, known users and reference data. */
export interface LoadDemo {
  readonly database: Database;
  readonly sealerOf: (tenantId: number) => Sealer | Promise<Sealer>;
  readonly master: MasterKey;
  readonly plan: DemoPlan;
  readonly say?: (line: string) => void;
}

const markerName = 'App.DemoLoaded';
const demoDays = 121;

const isLoaded = async (tx: Tx): Promise<boolean> =>
  (await tx.one('select 1 from setting where tenant_id = $1 and user_id is null and name = $2', [
    tx.tenantId,
    markerName,
  ])) !== undefined;
const mark = (tx: Tx, at: Date): Promise<number> =>
  tx.execute('insert into setting (tenant_id, name, value) values ($1, $2, $3)', [
    tx.tenantId,
    markerName,
    at.toISOString(),
  ]);

interface One extends LoadDemo {
  readonly tenant: DemoTenant;
  readonly sealer: Sealer;
  readonly sourceId: number;
}

/** Volunteers, and activities with those who come to them. */
async function loadCommunity(tx: Tx, given: Parameters<typeof loadEducation>[1]): Promise<void> {
  await loadVolunteers(tx, given);
  await loadEducation(tx, given);
}

/** What only the first tenant has. */
async function loadFirst(
  tx: Tx,
  given: Parameters<typeof loadDuplicates>[1] & { readonly zone: string },
): Promise<void> {
  await loadDuplicates(tx, given);
  await loadEscorts(tx, given);
}

/** All data of one tenant, in the transaction that also sets the mark. */
async function fill(tx: Tx, { database, plan, tenant, sealer, sourceId }: One): Promise<number> {
  const { now, seed } = plan;
  const place = await tx.one<{ datum: Datum; zone: string }>(
    'select map_datum as datum, time_zone as zone from tenant where id = $1',
    [tx.tenantId],
  );
  const { datum, zone } = place ?? { datum: 'gcj02', zone: 'Asia/Shanghai' };
  await copyDeviceProducts(tx, demoDeviceProducts);
  const staff = await loadStaff(tx, tenant);
  const clientIds = await loadClients(tx, { clients: tenant.clients, sealer, staff, datum });
  await loadChannels(tx, { clientIds });
  await loadFamilies(tx, { clients: tenant.clients, clientIds, staff, sealer, now });
  await loadTags(tx, { clients: tenant.clients, clientIds });
  await loadFacility(tx, { tenant, clientIds, staff, seed, now });
  const stored = await loadDevices(tx, { tenant, clientIds, sealer, staff, now });
  const { readings, kinds, lastReadingAt, limitsAt } = await loadReadings(tx, {
    database,
    tenant,
    clientIds,
    stored,
    sourceId,
    now,
  });
  await noteContacts(tx, { tenant, stored, lastReadingAt, sourceId, now });
  const rolled = loadRollups(tx, { kinds, zone });
  await loadAlerts(tx, {
    cases: casesOf({ readings, limitsAt, zone, now: now.getTime(), seed }),
    clients: tenant.clients,
    staff,
    now,
  });
  await loadSos(tx, { tenant, clientIds, stored, staff, datum, seed, now });
  await loadHandlings(tx);
  await loadLadders(tx, new Date(now));
  await loadBasicData(tx, { tenant, staff, sealer, now, zone });
  const hasHouse = tenant.units.some(({ displayName }) => displayName === home);
  if (hasHouse) {
    await loadExperts(tx);
    const [first] = tenant.teams;
    await loadDuty(tx, { staff, now, home, team: first ? staff.team(first.name) : null });
    await loadHandover(tx, { staff, now, zone });
    await loadBookings(tx, { clientIds, now, zone });
    await loadServices(tx, { now, zone });
  }
  await loadProfiles(tx, { tenant, staff, now, zone });
  if (hasHouse) await loadApplications(tx, { staff, sealer, now, zone });
  await loadTeams(tx, localDay(now.getTime(), zone));
  await loadSuggestions(tx, { clientIds, staff, now });
  // After everything else, so that the places of the others stay the same.
  if (tenant.tenancyName === plan.tenants[0]?.tenancyName)
    await loadFirst(tx, { clients: tenant.clients, staff, sealer, now, zone });
  if (hasHouse) await loadCommunity(tx, { clients: tenant.clients, clientIds, sealer, now, zone });
  await loadAgreements(tx, localDay(now.getTime(), zone));
  await loadNotices(tx, { clients: tenant.clients, clientIds, now: new Date(now) });
  await rolled;
  if (hasHouse) await loadTrial(tx, { database, sealer, staff, now, zone });
  await mark(tx, now);
  return readings.length;
}

async function loadTenant(load: LoadDemo, planned: DemoTenant, sourceId: number): Promise<void> {
  const { database, plan, say } = load;
  const row = await database.directory((tx) =>
    tx.one<{ id: number }>('select tenant_id as id from dir_tenant where tenancy_name_key = lower($1)', [
      planned.tenancyName,
    ]),
  );
  if (!row || (await database.withTenant(row.id, isLoaded))) return;
  const tenant = planned === plan.tenants[0] ? withReplayDevice(planned, plan.now) : planned;
  const began = performance.now();
  const sealer = await load.sealerOf(row.id);
  await database.directory((tx) => allocateImeis(tx, row.id, tenant));
  const count = await database.withTenant(row.id, (tx) => fill(tx, { ...load, tenant, sealer, sourceId }));
  say?.(
    `Demo data: ${tenant.name}, ${tenant.clients.length} people, ${count} readings (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}

/**
 * Loads the demo's data, tenant by tenant. Loaded tenants are skipped; one interrupted by a crash is loaded from its
 * start.
 */
export async function loadDemo(load: LoadDemo): Promise<void> {
  const { database, plan } = load;
  const from = new Date(plan.now.getTime() - demoDays * 86_400_000);
  await Promise.all(demoKinds.map((kind) => database.ensurePartitions(readingOfKind[kind].table, from, plan.now)));
  const sourceId = await loadSources(database, load);
  // Concurrently: while the database writes one tenant's rows, the next one's are judged.
  await Promise.all(plan.tenants.map((tenant) => loadTenant(load, tenant, sourceId)));
}
