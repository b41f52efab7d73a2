import { addDays, instantOf, localDay } from '@kangmai/domain';
import { weekdayOf } from '@kangmai/domain/calendar';
import { type DemoEscort, escortedVisits, type EscortedVisit, outsideEscorts } from '@kangmai/demo/plan-escorts';
import { escortStates, visitStates } from '@kangmai/model';
import { seedYears } from '@kangmai/server/modules/calendar/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { numbered } from './load-bookings.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';

const [daysAround, dayMs, escortMs] = [30, 86_400_000, 4 * 3_600_000];
const saturday = 6;
const source = 'escortBooking';

const staffSql = `select u.id from app_user u join user_role r on r.tenant_id = $1 and r.user_id = u.id
  join app_role a on a.tenant_id = $1 and a.id = r.role_id and a.name = 'HealthManager'
  where u.tenant_id = $1 and not u.is_deleted order by u.id`;
const personsSql = `select c.id from client c where c.tenant_id = $1 and not c.is_deleted and c.state not in ('deceased', 'closed', 'transferred')
  and not exists (select 1 from outpatient_appointment v where v.tenant_id = $1 and v.client_id = c.id and v.need_accompany) order by c.id`;
const visitsSql = `select v.id, v.client_id as client, v.starts_at as begins, v.state, v.hospital, coalesce(d.name, v.department) as department
  from outpatient_appointment v
  join client c on c.tenant_id = $1 and c.id = v.client_id and c.state not in ('deceased', 'closed', 'transferred')
  left join dictionary_type t on t.tenant_id = $1 and t.type_code = 'clinic_department'
  left join dictionary_entry d on d.tenant_id = $1 and d.type_id = t.id and d.code = v.department
  where v.tenant_id = $1 order by v.starts_at, v.id`;
const wantedSql =
  'update outpatient_appointment set need_accompany = true where tenant_id = $1 and id = any($2::bigint[])';

type Visit = EscortedVisit & { readonly hospital: string; readonly department: string };

interface EscortsOf {
  readonly now: Date;
  readonly zone: string;
}

interface Made extends Omit<DemoEscort, 'workday' | 'minute' | 'meetPlace'> {
  readonly meetPlace: string | null;
  readonly client: number;
  readonly visit: number | null;
  readonly begins: Date;
  readonly madeAt: Date;
}

/** Workdays around today that no notice of the year changes, as the count of days from the last one begun. */
function workdaysOf({ now, zone }: EscortsOf): (offset: number, minute: number) => Date {
  const today = localDay(now.getTime(), zone);
  const special = new Set(seedYears().flatMap(({ days = [] }) => days.map(({ day }) => day)));
  const days = Array.from({ length: 2 * daysAround + 1 }, (_, nth) => addDays(today, nth - daysAround)).filter(
    (day) => weekdayOf(day) < saturday && !special.has(day),
  );
  const morning = outsideEscorts.find(({ workday }) => workday === 0)?.minute ?? 0;
  const begun = days.filter((day) => instantOf(day, morning, zone) <= now.getTime());
  const ahead = days.filter((day) => day > today);
  return (offset, minute) =>
    new Date(instantOf((offset > 0 ? ahead[offset - 1] : begun.at(offset - 1)) ?? today, minute, zone));
}

const madeBefore = (begins: Date, now: Date, nth: number): Date =>
  new Date(Math.min(begins.getTime() - 2 * dayMs, now.getTime() - (1 + (nth % 5)) * dayMs));

async function outside(tx: Tx, of: EscortsOf): Promise<readonly Made[]> {
  const persons = await tx.query<{ id: number }>(personsSql, [tx.tenantId]);
  const at = workdaysOf(of);
  return outsideEscorts.map(({ workday, minute, ...one }, nth) => {
    const begins = at(workday, minute);
    const client = persons[(nth * 3) % persons.length]?.id ?? 0;
    return { ...one, client, visit: null, begins, madeAt: madeBefore(begins, of.now, nth) };
  });
}

/** Some clinic visits want an escort. */
async function ofVisits(tx: Tx, { now }: EscortsOf): Promise<readonly Made[]> {
  const found = await tx.query<Omit<Visit, 'state'> & { state: number }>(visitsSql, [tx.tenantId]);
  const visits = found.map((row) => ({ ...row, state: visitStates.read(row.state) }) as Visit);
  const known = new Map(visits.map((visit) => [visit.id, visit]));
  const chosen = escortedVisits(visits, now);
  await tx.execute(wantedSql, [tx.tenantId, chosen.map(({ visit }) => visit.id)]);
  return chosen.map(({ visit: { id, client, begins }, state }, nth) => ({
    state,
    hospital: known.get(id)?.hospital ?? '',
    department: known.get(id)?.department ?? '',
    meetPlace: null,
    needs: [],
    fee: 0,
    feedback: state === 'done' ? '已陪同就诊并取药，客户状态平稳。' : null,
    cancelReason: state === 'cancelled' ? '门诊预约已取消' : null,
    client,
    visit: id,
    begins,
    madeAt: madeBefore(begins, now, nth),
  }));
}

const isTaken = ({ state }: Made): boolean => state === 'assigned' || state === 'inService';
const isOpen = (row: Made): boolean => row.state === 'waiting' || isTaken(row);

interface Stored {
  readonly rows: readonly Made[];
  readonly ids: readonly number[];
  readonly escortOf: (row: Made) => number | null;
}

async function occupy(tx: Tx, { rows, ids, escortOf }: Stored): Promise<void> {
  const taken = rows.flatMap((row, nth) => [
    ...(isOpen(row) ? [{ kind: 'escorted', subject: row.client, begins: row.begins, id: ids[nth] }] : []),
    ...(isTaken(row) ? [{ kind: 'escort', subject: escortOf(row), begins: row.begins, id: ids[nth] }] : []),
  ]);
  await insertRows(
    tx,
    'occupancy',
    columnsOf(taken, {
      kind: ['text', ({ kind }) => kind],
      ['subject_id']: ['bigint', ({ subject }) => subject],
      ['begins_at']: ['timestamptz', ({ begins }) => begins],
      ['ends_at']: ['timestamptz', ({ begins }) => new Date(begins.getTime() + escortMs)],
      source: ['text', () => source],
      ['source_id']: ['bigint', ({ id }) => id],
    }),
  );
}

/** A dozen escorts around today, some with a clinic visit, none on a holiday. */
export async function loadEscorts(tx: Tx, of: EscortsOf): Promise<void> {
  const staff = await tx.query<{ id: number }>(staffSql, [tx.tenantId]);
  const visited = await ofVisits(tx, of);
  const rows = [...visited, ...(await outside(tx, of))].toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime());
  const numbers = numbered(rows, 'PZ', of.zone);
  const escortOf = (row: Made): number | null =>
    row.state === 'waiting' || row.state === 'cancelled' ? null : (staff[rows.indexOf(row) % staff.length]?.id ?? null);
  const ids = await insertForIds(
    tx,
    'escort_booking',
    columnsOf(rows, {
      ['appointment_no']: ['text', (row) => numbers[rows.indexOf(row)]],
      ['client_id']: ['bigint', ({ client }) => client],
      ['visit_id']: ['bigint', ({ visit }) => visit],
      hospital: ['text', ({ hospital }) => hospital],
      department: ['text', ({ department }) => department],
      ['starts_at']: ['timestamptz', ({ begins }) => begins],
      ['meet_place']: ['text', ({ meetPlace }) => meetPlace],
      needs: ['text[]', ({ needs }) => (needs.length > 0 ? needs : null)],
      ['escort_id']: ['bigint', escortOf],
      fee: ['numeric', ({ fee }) => (fee > 0 ? fee : null)],
      state: ['smallint', ({ state }) => escortStates.wireOf(state)],
      feedback: ['text', ({ feedback }) => feedback],
      ['cancel_reason']: ['text', ({ cancelReason }) => cancelReason],
      ['is_live']: ['boolean', ({ state }) => (state === 'cancelled' ? null : true)],
      ['created_at']: ['timestamptz', ({ madeAt }) => madeAt],
    }),
  );
  await occupy(tx, { rows, ids, escortOf });
}
