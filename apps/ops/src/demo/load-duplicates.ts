import { planDuplicates } from '@kangmai/demo/plan-duplicates';
import type { DemoClient } from '@kangmai/demo/plan-types';
import type { Sealer } from '@kangmai/server/access/ctx';
import { initialsOf, spellingOf } from '@kangmai/server/modules/dictionaries/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { takeNumbers } from '@kangmai/server/platform/database/numbers';
import { sealedColumns } from './load-clients.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface Loading {
  readonly clients: readonly DemoClient[];
  readonly staff: Staff;
  readonly sealer: Sealer;
  readonly now: Date;
}

const dayMs = 86_400_000;
const scanSql = `with s as (insert into client_pair_scan (tenant_id) values ($1) on conflict (tenant_id) do update set up_to = 0, done_at = null)
  insert into outbox (tenant_id, topic, lane, payload) values ($1, 'client.likeness-scan', 1, '{}')`;

/** Second files of three clients, which the follower finds as likely duplicates. */
export async function loadDuplicates(tx: Tx, { clients, staff, sealer, now }: Loading): Promise<void> {
  const rows = planDuplicates(clients.map(({ person }) => person)).flatMap((row, at) => {
    const of = clients[row.client];
    return of ? [{ ...row, of, at }] : [];
  });
  const numbers = await takeNumbers(tx, 'archive', rows.length);
  const ids = await insertForIds(tx, 'client', {
    ...columnsOf(rows, {
      ['archive_no']: ['text', ({ of, at }) => `${of.person.regionCode}000000${String(numbers[at]).padStart(5, '0')}`],
      name: ['text', ({ name }) => name],
      initials: ['text', ({ name }) => initialsOf(name, 'person', 50)],
      spelling: ['text', ({ name }) => spellingOf(name, 200)],
      gender: ['text', ({ of }) => String(of.person.sex)],
      birthday: ['date', ({ birthday }) => birthday],
      ['region_code']: ['text', ({ of }) => of.person.regionCode],
      address: ['text', ({ of }) => of.person.address],
      ['organization_unit_id']: ['bigint', ({ of }) => staff.unit(of.unit)],
      ['health_manager_id']: ['bigint', ({ of }) => staff.user(of.healthManager)],
      ['doctor_id']: ['bigint', ({ of }) => staff.user(of.doctor)],
      state: ['text', () => 'potential'],
      remark: ['text', () => '电话登记，证件号码待补'],
      ['created_at']: ['timestamptz', ({ at }) => new Date(now.getTime() - (3 + at * 4) * dayMs)],
      ['created_by']: ['bigint', ({ of }) => staff.user(of.healthManager)],
    }),
    ...sealedColumns('phone', rows, { sealer, read: ({ phone }) => phone }),
  });
  await insertRows(tx, 'guardian_contact', {
    ...columnsOf(rows, {
      ['client_id']: ['bigint', ({ at }) => ids[at]],
      name: ['text', ({ contact }) => contact.name],
      relation: ['text', () => '2'],
      ['is_guardian']: ['boolean', () => false],
      ['is_emergency']: ['boolean', () => true],
      ['sos_order']: ['smallint', () => 1],
      ['notice_kinds']: ['text[]', () => ['sos']],
      ['created_at']: ['timestamptz', () => now],
    }),
    ...sealedColumns('phone', rows, { sealer, read: ({ contact }) => contact.phone }),
  });
  await tx.execute(scanSql, [tx.tenantId]);
}
