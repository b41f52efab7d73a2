import { demoDutyTypes, dutyOf, hoursOf, isOvernight } from '@kangmai/demo/plan-duty';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface Member {
  readonly id: number;
  readonly name: string;
  readonly account: number | null;
  readonly position: string;
}

const positions = { nurses: 'HS01', doctors: 'YS01', heads: 'GL01' } as const;

const membersSql = `select m.id, m.name, m.account_id as account, p.code as position from staff_member m
  join job_position p on p.tenant_id = m.tenant_id and p.id = m.position_id
  where m.tenant_id = $1 and m.state = 'active' order by m.id`;

/** Types of duty, and the roster of the house for the month that runs. */
export async function loadDuty(
  tx: Tx,
  { staff, now, home }: { readonly staff: Staff; readonly now: Date; readonly home: string },
): Promise<void> {
  const all = await tx.query<Member>(membersSql, [tx.tenantId]);
  const at = (code: string): readonly Member[] => all.filter(({ position }) => position === code);
  const groups = { nurses: at(positions.nurses), doctors: at(positions.doctors), heads: at(positions.heads) };
  const types = await insertForIds(
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
    }),
  );
  const { nurses, doctors, heads } = groups;
  const shifts = dutyOf(now, { nurses: nurses.length, doctors: doctors.length, heads: Math.min(heads.length, 4) });
  const rows = shifts.flatMap((one) => {
    const member = groups[one.group][one.member];
    const type = demoDutyTypes[one.type];
    return member && type ? [{ ...one, who: member, of: type, typeId: types[one.type] }] : [];
  });
  await insertRows(
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
    }),
  );
}
