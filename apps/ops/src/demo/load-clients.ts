import { convert, type Datum } from '@kangmai/domain';
import type { Sealer } from '@kangmai/server/access/ctx';
import { initialsOf, spellingOf } from '@kangmai/server/modules/dictionaries/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { takeNumbers } from '@kangmai/server/platform/database/numbers';
import { columnsOf, insertForIds, insertRows, type Columns } from './load-rows.ts';
import type { Staff } from './load-staff.ts';
import type { DemoClient } from '@kangmai/demo/plan-types';

interface ClientsOf {
  readonly clients: readonly DemoClient[];
  readonly sealer: Sealer;
  readonly staff: Staff;
  readonly datum: Datum;
}

/** The three columns of a sealed value. */
export function sealedColumns<T>(
  name: string,
  rows: readonly T[],
  {
    sealer,
    read,
    hasTail = true,
  }: { readonly sealer: Sealer; readonly read: (row: T) => string; readonly hasTail?: boolean },
): Columns {
  return columnsOf(rows, {
    [`${name}_sealed`]: ['bytea', (row) => sealer.seal(read(row))],
    [`${name}_index`]: ['bytea', (row) => sealer.index(read(row))],
    [`${name}_tail`]: ['text', (row) => (hasTail ? read(row).slice(-4) : null)],
  });
}

const groupOfTag: Readonly<Record<string, string>> = {
  hypertension: 'hypertension',
  diabetes: 'diabetes',
  copd: 'copd',
  ckd: 'ckd',
  pregnant: 'pregnant',
};

function crowdsOf({ person }: DemoClient): readonly string[] {
  const groups = [...(person.age >= 65 ? ['elderly'] : []), ...person.tags.flatMap((tag) => groupOfTag[tag] ?? [])];
  return groups.length > 0 ? groups : ['general'];
}

/** A level of VIP clients, 1 to 4, spread by the serial number of the identity number. */
const vipLevelOf = (idNumber: string): string => String(1 + (Number(idNumber.slice(14, 17)) % 4));

const finished = 1;
const unfinished = 0;

/** The archive numbers of a tenant's first clients; advances its counter. */
async function archiveNumbers(tx: Tx, clients: readonly DemoClient[]): Promise<readonly string[]> {
  const numbers = await takeNumbers(tx, 'archive', clients.length);
  return clients.map(({ person }, place) => `${person.regionCode}000000${String(numbers[place]).padStart(5, '0')}`);
}

/** Creates the clients of a tenant with their contacts and returns the clients' ids in the plan's order. */
export async function loadClients(tx: Tx, { clients, sealer, staff, datum }: ClientsOf): Promise<readonly number[]> {
  const numbers = await archiveNumbers(tx, clients);
  const rows = clients.map((client, place) => ({
    ...client,
    archiveNo: numbers[place],
    home: convert(client.person.home, 'wgs84', datum),
  }));
  const ids = await insertForIds(tx, 'client', {
    ...columnsOf(rows, {
      ['archive_no']: ['text', ({ archiveNo }) => archiveNo],
      name: ['text', ({ person }) => person.name],
      initials: ['text', ({ person }) => initialsOf(person.name, 'person', 50)],
      spelling: ['text', ({ person }) => spellingOf(person.name, 200)],
      gender: ['text', ({ person }) => String(person.sex)],
      birthday: ['date', ({ person }) => person.birthday],
      nation: ['text', ({ person }) => person.nation],
      marriage: ['text', ({ person }) => person.marriage],
      education: ['text', ({ person }) => person.education],
      occupation: ['text', ({ person }) => person.occupation],
      ['residence_type']: ['smallint', () => 1],
      ['blood_type']: ['text', ({ person }) => person.bloodType],
      ['payment_types']: ['text[]', ({ person }) => [person.paymentType]],
      ['region_code']: ['text', ({ person }) => person.regionCode],
      address: ['text', ({ person }) => person.address],
      longitude: ['numeric', ({ home }) => home.longitude.toFixed(6)],
      latitude: ['numeric', ({ home }) => home.latitude.toFixed(6)],
      ['living_state']: ['text', ({ person }) => person.livingState],
      ['care_level']: ['smallint', ({ person }) => person.careLevel],
      ['crowd_types']: ['text[]', crowdsOf],
      height: ['numeric', ({ person }) => person.height],
      weight: ['numeric', ({ person }) => person.weight],
      ['risk_tags']: ['text[]', ({ person }) => person.tags],
      ['is_vip']: ['boolean', ({ isVip }) => isVip],
      ['vip_level']: ['text', ({ isVip, person }) => (isVip ? vipLevelOf(person.idNumber) : null)],
      ['organization_unit_id']: ['bigint', ({ unit }) => staff.unit(unit)],
      ['health_manager_id']: ['bigint', ({ healthManager }) => staff.user(healthManager)],
      ['doctor_id']: ['bigint', ({ doctor }) => staff.user(doctor)],
      ['team_id']: ['bigint', ({ team }) => staff.team(team)],
      ['service_state']: ['smallint', ({ state }) => (state === 'closed' ? finished : unfinished)],
      state: ['text', ({ state }) => state],
      ['state_on']: ['date', ({ registeredAt }) => registeredAt.toISOString().slice(0, 10)],
      ['created_at']: ['timestamptz', ({ registeredAt }) => registeredAt],
      ['created_by']: ['bigint', ({ healthManager }) => staff.user(healthManager)],
    }),
    ...sealedColumns('certificate_no', clients, { sealer, read: ({ person }) => person.idNumber }),
    ...sealedColumns('phone', clients, { sealer, read: ({ person }) => person.phone }),
  });
  await loadGuardians(tx, { clients, ids, sealer });
  await loadConsents(tx, { clients, ids, staff });
  return ids;
}

async function loadGuardians(
  tx: Tx,
  {
    clients,
    ids,
    sealer,
  }: { readonly clients: readonly DemoClient[]; readonly ids: readonly number[]; readonly sealer: Sealer },
): Promise<void> {
  const rows = clients.flatMap(({ person, registeredAt }, place) =>
    person.guardians.map((guardian) => ({ ...guardian, client: ids[place], registeredAt })),
  );
  await insertRows(tx, 'guardian_contact', {
    ...columnsOf(rows, {
      ['client_id']: ['bigint', ({ client }) => client],
      name: ['text', ({ name }) => name],
      relation: ['text', ({ relation }) => relation],
      ['is_guardian']: ['boolean', ({ isGuardian }) => isGuardian],
      ['is_emergency']: ['boolean', () => true],
      ['sos_order']: ['smallint', ({ order }) => order],
      ['notice_kinds']: ['text[]', () => ['sos', 'abnormal']],
      ['created_at']: ['timestamptz', ({ registeredAt }) => registeredAt],
    }),
    ...sealedColumns('phone', rows, { sealer, read: ({ phone }) => phone }),
  });
}

const consents = ['basic', 'health', 'location', 'ranking'] as const;
const ageOfConsent = 14;

/** The consents given on the day of joining. */
async function loadConsents(
  tx: Tx,
  {
    clients,
    ids,
    staff,
  }: { readonly clients: readonly DemoClient[]; readonly ids: readonly number[]; readonly staff: Staff },
): Promise<void> {
  const rows = clients.flatMap((client, place) => consents.map((kind) => ({ ...client, kind, id: ids[place] })));
  await insertRows(
    tx,
    'client_consent',
    columnsOf(rows, {
      ['client_id']: ['bigint', ({ id }) => id],
      kind: ['text', ({ kind }) => kind],
      version: ['text', () => '2026-01'],
      signer: ['text', ({ person }) => (person.age < ageOfConsent ? 'guardian' : 'self')],
      method: ['text', () => 'paper'],
      ['signed_at']: ['timestamptz', ({ registeredAt }) => registeredAt],
      ['created_at']: ['timestamptz', ({ registeredAt }) => registeredAt],
      ['created_by']: ['bigint', ({ healthManager }) => staff.user(healthManager)],
    }),
  );
}
