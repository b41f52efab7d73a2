import { addDays, localDay } from '@kangmai/domain';
import { examineStates } from '@kangmai/model';
import { demoApplications, demoRegistrationCode } from '@kangmai/demo/plan-applications';
import type { Sealer } from '@kangmai/server/access/ctx';
import type { Tx } from '@kangmai/server/platform/database/database';
import { sealedColumns } from './load-clients.ts';
import { columnsOf, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface Loading {
  readonly staff: Staff;
  readonly sealer: Sealer;
  readonly now: Date;
  readonly zone: string;
}

const hourMs = 3_600_000;

const codeSql = 'insert into registration_code (tenant_id, code_sealed, changed_by) values ($1, $2, $3)';

/** The doctors of the demo came by applications that an administrator approved. */
const approvedSql = `with made as (
    insert into staff_application (tenant_id, name, kind, phone_sealed, phone_index, phone_tail, id_number_sealed, id_number_index, id_number_tail,
      sex, email_address, organization, department, title, licence_no, licence_ends_on, good_at, applied_at, state, examiner_id, examined_at, account_id, created_at)
    select p.tenant_id, p.name, 'doctor', $2, $3, $4, $5, $6, $7, '1', u.email_address, '昆明市第一人民医院', p.department, p.title, p.licence_no, p.licence_ends_on, p.good_at,
      $8::timestamptz - interval '40 days', 1, $9, $8::timestamptz - interval '39 days', p.account_id, $8::timestamptz - interval '40 days'
    from staff_profile p join app_user u on u.tenant_id = p.tenant_id and u.id = p.account_id
    where p.tenant_id = $1 and p.account_id = $10 returning id, account_id
  ) update staff_profile p set application_id = made.id from made where p.tenant_id = $1 and p.account_id = made.account_id`;

const approved = { phone: '13888720018', idNumber: '530102197903070039' };

/** Applications in every state, and the code by which more may come. */
export async function loadApplications(tx: Tx, { staff, sealer, now, zone }: Loading): Promise<void> {
  const admin = staff.user('admin');
  const today = localDay(now.getTime(), zone);
  await tx.execute(codeSql, [tx.tenantId, sealer.seal(demoRegistrationCode), admin]);
  const rows = demoApplications.map((of) => ({
    of,
    appliedAt: new Date(now.getTime() - of.appliedAgo * hourMs),
    examinedAt: of.state === 'waiting' ? null : new Date(now.getTime() - (of.appliedAgo - 20) * hourMs),
  }));
  await insertRows(tx, 'staff_application', {
    ...columnsOf(rows, {
      name: ['text', ({ of }) => of.name],
      kind: ['text', ({ of }) => of.kind],
      sex: ['text', ({ of }) => of.sex],
      ['email_address']: ['text', ({ of }) => `${of.mailName}@example.com`],
      organization: ['text', ({ of }) => of.organization],
      department: ['text', ({ of }) => of.department],
      title: ['text', ({ of }) => of.title],
      ['licence_no']: ['text', ({ of }) => of.licenceNo],
      ['licence_ends_on']: ['date', ({ of }) => (of.licenceDays === null ? null : addDays(today, of.licenceDays))],
      ['good_at']: ['text', ({ of }) => of.goodAt],
      ['applied_at']: ['timestamptz', ({ appliedAt }) => appliedAt],
      state: ['smallint', ({ of }) => examineStates.wireOf(of.state)],
      ['examine_remark']: ['text', ({ of }) => of.remark],
      ['examiner_id']: ['bigint', ({ of }) => (of.state === 'waiting' ? null : admin)],
      ['examined_at']: ['timestamptz', ({ examinedAt }) => examinedAt],
      ['created_at']: ['timestamptz', ({ appliedAt }) => appliedAt],
    }),
    ...sealedColumns('phone', rows, { sealer, read: ({ of }) => of.phone }),
    ...sealedColumns('id_number', rows, { sealer, read: ({ of }) => of.idNumber }),
  });
  const { phone, idNumber } = approved;
  await tx.execute(approvedSql, [
    tx.tenantId,
    sealer.seal(phone),
    sealer.index(phone),
    phone.slice(-4),
    sealer.seal(idNumber),
    sealer.index(idNumber),
    idNumber.slice(-4),
    now,
    admin,
    staff.user('doctor'),
  ]);
}
