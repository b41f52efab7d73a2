import { localDay, startOfDay } from '@kangmai/domain';
import type { Tx } from '@kangmai/server/platform/database/database';
import type { Staff } from './load-staff.ts';

const hourMs = 3_600_000;
const [begins, shiftHours] = [8, 12] as const;

/** The beginning of the newest shift: 08:00 or 20:00 of the tenant. */
function shiftAt(now: Date, zone: string): Date {
  const morning = startOfDay(localDay(now.getTime(), zone), zone) + begins * hourMs;
  const past = Math.floor((now.getTime() - morning) / (shiftHours * hourMs));
  return new Date(morning + past * shiftHours * hourMs);
}

const itemsSql = `insert into handover_item (tenant_id, handover_id, place, kind, level, client_id, case_id, finding, since, due_at, holder_name)
  select $1, $2, row_number() over (order by c.desk_rank, c.alarmed_at, c.id), case when c.type in ('sos', 'fall') then 'call' when c.type in ('offline', 'wear', 'inactive', 'battery') then 'silent' else 'case' end,
    c.level, c.client_id, c.id, c.finding, c.alarmed_at, c.next_due_at, u.full_name
  from abnormal_case c left join app_user u on u.tenant_id = c.tenant_id and u.id = c.handled_by_id
  where c.tenant_id = $1 and c.state in (0, 1, 2) and c.started_at < $3 and not c.is_deleted order by c.desk_rank, c.alarmed_at, c.id limit 40`;

/** The hand-over with which the shift began, signed by both. */
export async function loadHandover(
  tx: Tx,
  { staff, now, zone }: { readonly staff: Staff; readonly now: Date; readonly zone: string },
): Promise<void> {
  const at = shiftAt(now, zone);
  const minutes = (n: number): Date => new Date(at.getTime() + n * 60_000);
  const day = localDay(at.getTime(), zone).replaceAll('-', '');
  const row = await tx.one<{ id: number }>(
    `insert into duty_handover (tenant_id, handover_no, shift_begins, shift_ends, state, outgoing_id, outgoing_signed_at, incoming_id, incoming_signed_at, note, created_at, created_by)
     values ($1, $2, $3, $4, 'signed', $5, $6, $7, $8, $9, $10, $5) returning id`,
    [
      tx.tenantId,
      `JB${day}000`,
      at,
      minutes(shiftHours * 60),
      staff.user('nurse'),
      minutes(2),
      staff.user('manager'),
      minutes(6),
      '夜间总体平稳，血压偏高的客户已电话随访，请上午复测；未上报的设备已通知家属检查佩戴。',
      minutes(-10),
    ],
  );
  const count = await tx.execute(itemsSql, [tx.tenantId, row?.id, at]);
  await tx.execute('update duty_handover set item_count = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    row?.id,
    count,
  ]);
}
