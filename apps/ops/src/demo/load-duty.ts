import { shiftSlots } from '@kangmai/domain';
import { demoDutyTypes, dutyOf, hoursOf, isOvernight } from '@kangmai/demo/plan-duty';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface Member {
  readonly id: number;
  readonly name: string;
  readonly account: number | null;
  readonly position: string;
  /** Holds clinics. */
  readonly isDoctor: boolean;
}

const [slotMinutes, capacityPerSlot] = [30, 2];

const rooms = ['一楼诊室', '二楼诊室'] as const;

const positions = { nurses: 'HS01', doctors: 'YS01', heads: 'GL01' } as const;

const membersSql = `select m.id, m.name, m.account_id as account, p.code as position,
    exists (select 1 from user_role x join app_role r on r.tenant_id = m.tenant_id and r.id = x.role_id and r.name = 'Doctor' where x.tenant_id = m.tenant_id and x.user_id = m.account_id) as "isDoctor"
  from staff_member m
  join job_position p on p.tenant_id = m.tenant_id and p.id = m.position_id
  where m.tenant_id = $1 and m.state = 'active' order by m.id`;

function loadTypes(tx: Tx): Promise<readonly number[]> {
  return insertForIds(
    tx,
    'duty_type',
    columnsOf(demoDutyTypes, {
      kind: ['text', ({ kind }) => kind],
      name: ['text', ({ name }) => name],
      ['short_name']: ['text', ({ shortName }) => shortName],
      begins: ['text', ({ begins }) => begins],
      ends: ['text', ({ ends }) => ends],
      ['ends_next_day']: ['boolean', isOvernight],
      ['rest_minutes']: ['smallint', ({ restMinutes }) => restMinutes],
      ['work_hours']: ['numeric', hoursOf],
      colour: ['text', ({ colour }) => colour],
      allowance: ['numeric', ({ allowance }) => allowance],
      ['slot_minutes']: ['smallint', () => slotMinutes],
      ['capacity_per_slot']: ['smallint', () => capacityPerSlot],
    }),
  );
}

const kindsOf = { nurses: ['duty', 'home'], doctors: ['duty', 'outpatient', 'video'], heads: ['duty'] } as const;

type Groups = Readonly<Record<keyof typeof kindsOf, readonly Member[]>>;

/** Accounts of each group stand in for each other. */
async function loadRosterPersons(tx: Tx, groups: Groups): Promise<void> {
  const rows = (['nurses', 'doctors', 'heads'] as const).flatMap((group) => {
    const accounts = groups[group].flatMap(({ account }) => account ?? []);
    return accounts.map((user, place) => ({ user, standIn: accounts[place + 1] ?? accounts[0] ?? user, group }));
  });
  await insertRows(
    tx,
    'roster_person',
    columnsOf(rows, {
      ['user_id']: ['bigint', ({ user }) => user],
      kinds: ['text[]', ({ group }) => kindsOf[group]],
      phone: ['text', ({ user }) => `1380000${String(1000 + (user % 9000))}`],
      ['most_shifts']: ['smallint', ({ group }) => (group === 'nurses' ? 6 : 5)],
      ['stand_in_id']: ['bigint', ({ user, standIn }) => (standIn === user ? null : standIn)],
    }),
  );
}

/** Types of duty, and the roster of the house for eight weeks. */
export async function loadDuty(
  tx: Tx,
  {
    staff,
    now,
    home,
    team,
  }: { readonly staff: Staff; readonly now: Date; readonly home: string; readonly team: number | null },
): Promise<void> {
  const all = await tx.query<Member>(membersSql, [tx.tenantId]);
  const at = (code: string): readonly Member[] => all.filter(({ position }) => position === code);
  const groups = {
    nurses: at(positions.nurses),
    doctors: at(positions.doctors).filter(({ isDoctor }) => isDoctor),
    heads: at(positions.heads),
  };
  const types = await loadTypes(tx);
  await loadRosterPersons(tx, groups);
  const { nurses, doctors, heads } = groups;
  const shifts = dutyOf(now, { nurses: nurses.length, doctors: doctors.length, heads: Math.min(heads.length, 4) });
  const rows = shifts.flatMap((one) => {
    const member = groups[one.group][one.member];
    const type = demoDutyTypes[one.type];
    return member && type ? [{ ...one, who: member, of: type, typeId: types[one.type] }] : [];
  });
  const ids = await insertForIds(
    tx,
    'shift',
    columnsOf(rows, {
      ['work_date']: ['date', ({ day }) => day],
      ['duty_type_id']: ['bigint', ({ typeId }) => typeId],
      ['person_id']: ['bigint', ({ who }) => who.id],
      ['user_id']: ['bigint', ({ who }) => who.account],
      ['holder_name']: ['text', ({ who }) => who.name],
      ['is_leader']: ['boolean', ({ isLeader }) => isLeader],
      ['leader_on']: ['date', ({ isLeader, day }) => (isLeader ? day : null)],
      ['organization_unit_id']: ['bigint', () => staff.unit(home)],
      phone: ['text', ({ isLeader }) => (isLeader ? '0871-63330000' : null)],
      kind: ['text', ({ of }) => of.kind],
      ['starts_at']: ['timestamptz', ({ from }) => from],
      ['ends_at']: ['timestamptz', ({ to }) => to],
      ['work_hours']: ['numeric', ({ of }) => hoursOf(of)],
      ['team_id']: ['bigint', ({ of }) => (of.kind === 'outpatient' ? team : null)],
      place: ['text', ({ of, room }) => (of.kind === 'outpatient' ? (rooms[room] ?? null) : null)],
      state: ['text', ({ to }) => (to <= now ? 'finished' : 'published')],
    }),
  );
  await openPlaces(
    tx,
    rows.map(({ of, from, to }, place) => ({ id: ids[place] ?? 0, kind: of.kind, from, to })),
  );
}

interface Placed {
  readonly id: number;
  readonly kind: string;
  readonly from: Date;
  readonly to: Date;
}

/** Clinics have places for bookings. */
async function openPlaces(tx: Tx, shifts: readonly Placed[]): Promise<void> {
  const slots = shifts
    .filter(({ kind }) => kind === 'outpatient')
    .flatMap(({ id, from, to }) =>
      shiftSlots({ from: from.getTime(), to: to.getTime() }, { slotMinutes, capacityPerSlot, capacity: null }).map(
        (slot) => ({ ...slot, id }),
      ),
    );
  await insertRows(
    tx,
    'slot',
    columnsOf(slots, {
      kind: ['text', () => 'shift'],
      ['subject_id']: ['bigint', ({ id }) => id],
      ['begins_at']: ['timestamptz', ({ from }) => new Date(from)],
      ['ends_at']: ['timestamptz', ({ to }) => new Date(to)],
      places: ['integer', ({ places }) => places],
    }),
  );
}
