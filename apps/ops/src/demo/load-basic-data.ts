import { addDays, addMoney, addMonths, costOf, localDay, moneyOf } from '@kangmai/domain';
import {
  demoContracts,
  demoMeters,
  demoPositions,
  demoProviders,
  staffFilesOf,
  type DemoMeter,
} from '@kangmai/demo/plan-basic-data';
import { demoTemplates } from '@kangmai/demo/plan-templates';
import type { DemoTenant } from '@kangmai/demo/plan-types';
import type { Sealer } from '@kangmai/server/access/ctx';
import type { Tx } from '@kangmai/server/platform/database/database';
import { sealedColumns } from './load-clients.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface BasicData {
  readonly tenant: DemoTenant;
  readonly staff: Staff;
  readonly sealer: Sealer;
  readonly now: Date;
  readonly zone: string;
}

async function loadStaffFiles(tx: Tx, { tenant, staff, sealer }: BasicData, today: string): Promise<void> {
  const positionIds = await insertForIds(
    tx,
    'job_position',
    columnsOf(demoPositions, {
      name: ['text', ({ name }) => name],
      code: ['text', ({ code }) => code],
      category: ['text', ({ category }) => category],
      ['needed_papers']: ['text[]', ({ neededPapers }) => neededPapers],
      headcount: ['integer', ({ headcount }) => headcount],
    }),
  );
  const positionOf = new Map(demoPositions.map(({ code }, at) => [code, positionIds[at]]));
  const members = staffFilesOf(tenant.users, today);
  const memberIds = await insertForIds(tx, 'staff_member', {
    ...columnsOf(members, {
      ['job_no']: ['text', ({ jobNo }) => jobNo],
      name: ['text', ({ user }) => `${user.surname}${user.name}`],
      sex: ['text', ({ sex }) => String(sex)],
      birthday: ['date', ({ birthday }) => birthday],
      ['organization_unit_id']: ['bigint', ({ user }) => staff.unit(user.unit)],
      ['position_id']: ['bigint', ({ position }) => positionOf.get(position)],
      ['entered_on']: ['date', ({ enteredOn }) => enteredOn],
      ['account_id']: ['bigint', ({ user }) => staff.user(user.userName)],
      ['health_paper_until']: ['date', ({ paper }) => (paper?.kind === 'health' ? paper.validUntil : null)],
    }),
    ...sealedColumns('id_number', members, { sealer, read: ({ idNumber }) => idNumber }),
    ...sealedColumns('phone', members, { sealer, read: ({ phone }) => phone }),
  });
  const papers = members.flatMap(({ paper }, at) => (paper ? [{ ...paper, holder: memberIds[at] }] : []));
  await insertRows(
    tx,
    'staff_paper',
    columnsOf(papers, {
      ['holder_id']: ['bigint', ({ holder }) => holder],
      kind: ['text', ({ kind }) => kind],
      number: ['text', ({ number }) => number],
      issuer: ['text', ({ issuer }) => issuer],
      ['issued_on']: ['date', ({ issuedOn }) => issuedOn],
      ['valid_until']: ['date', ({ validUntil }) => validUntil],
    }),
  );
}

const loadProviders = (tx: Tx, { sealer }: BasicData, today: string): Promise<readonly number[]> =>
  insertForIds(tx, 'provider', {
    ...columnsOf(demoProviders, {
      name: ['text', ({ name }) => name],
      ['credit_code']: ['text', ({ creditCode }) => creditCode],
      category: ['text', ({ category }) => category],
      linkman: ['text', ({ linkman }) => linkman],
      address: ['text', ({ address }) => address],
      licences: [
        'jsonb',
        ({ creditCode, licenceDays }) =>
          JSON.stringify([{ kind: 'business', number: creditCode, validUntil: addDays(today, licenceDays) }]),
      ],
      ['licences_end_on']: ['date', ({ licenceDays }) => addDays(today, licenceDays)],
      state: ['text', ({ state }) => state],
      ['ended_on']: ['date', ({ state }) => (state === 'ended' ? addDays(today, -40) : null)],
      ['end_reason']: ['text', ({ state }) => (state === 'ended' ? '专线改由自有机房提供' : null)],
    }),
    ...sealedColumns('phone', demoProviders, { sealer, read: ({ phone }) => phone }),
  });

interface Contracts {
  readonly staff: Staff;
  readonly providers: readonly number[];
  readonly today: string;
}

/** The day of the first payment that is not made. */
function nextPaymentOf(payments: (typeof demoContracts)[number]['payments'], today: string): string | null {
  const days = payments.filter(([, , isPaid]) => !isPaid).map(([due]) => due);
  return days.length === 0 ? null : addDays(today, Math.min(...days));
}

async function loadContracts(tx: Tx, { staff, providers, today }: Contracts): Promise<void> {
  const author = staff.user('manager');
  const isDecided = (state: string): boolean => state !== 'draft' && state !== 'approving';
  const ids = await insertForIds(
    tx,
    'contract',
    columnsOf(
      demoContracts.map((one, at) => ({ ...one, at, madeOn: addDays(today, Math.min(one.days[0], -2) - at) })),
      {
        ['contract_no']: ['text', ({ madeOn }) => `HT${madeOn.replaceAll('-', '')}001`],
        name: ['text', ({ name }) => name],
        kind: ['text', ({ kind }) => kind],
        ['party_name']: ['text', ({ provider }) => demoProviders[provider]?.name],
        ['provider_id']: ['bigint', ({ provider }) => providers[provider]],
        ['signed_on']: ['date', ({ state, madeOn }) => (isDecided(state) ? madeOn : null)],
        ['starts_on']: ['date', ({ days }) => addDays(today, days[0])],
        ['ends_on']: ['date', ({ days }) => addDays(today, days[1])],
        amount: [
          'numeric',
          ({ payments }) =>
            payments.length > 0 ? String(addMoney(payments.map(([, amount]) => moneyOf(amount)))) : '60000.00',
        ],
        ['next_payment_on']: ['date', ({ payments }) => nextPaymentOf(payments, today)],
        ['in_charge_id']: ['bigint', () => author],
        state: ['text', ({ state }) => state],
        ['submitter_id']: ['bigint', ({ state }) => (state === 'draft' ? null : author)],
        ['approver_id']: ['bigint', ({ state }) => (isDecided(state) ? staff.user('admin') : null)],
        ['approval_remark']: ['text', ({ state }) => (isDecided(state) ? '同意' : null)],
        ['terminated_on']: ['date', ({ state }) => (state === 'terminated' ? addDays(today, -40) : null)],
        ['termination_reason']: ['text', ({ state }) => (state === 'terminated' ? '专线改由自有机房提供' : null)],
        ['created_by']: ['bigint', () => author],
      },
    ),
  );
  const renewals = demoContracts.flatMap(({ renews }, at) => (renews === undefined ? [] : [[ids[at], ids[renews]]]));
  for (const [id, old] of renewals)
    await tx.execute('update contract set renewed_from_id = $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      id,
      old,
    ]);
  const payments = demoContracts.flatMap(({ payments: planned }, at) =>
    planned.map(([due, amount, isPaid], place) => ({ contract: ids[at], place, due, amount, isPaid })),
  );
  await insertRows(
    tx,
    'contract_payment',
    columnsOf(payments, {
      ['contract_id']: ['bigint', ({ contract }) => contract],
      place: ['integer', ({ place }) => place],
      ['due_on']: ['date', ({ due }) => addDays(today, due)],
      amount: ['numeric', ({ amount }) => String(moneyOf(amount))],
      ['is_paid']: ['boolean', ({ isPaid }) => isPaid],
    }),
  );
}

/** The readings of a meter at the first day of each month, from a year ago on. */
function readingsOf({ start, usage, rate }: DemoMeter, today: string) {
  const first = `${today.slice(0, 7)}-01`;
  let reading = start;
  return [0, ...usage].map((used, at) => {
    const former = at === 0 ? null : reading;
    reading += used;
    const dayOf = (place: number): string => addMonths(first, place - usage.length);
    return {
      reading,
      used,
      former,
      cost: String(costOf(rate, used)),
      readOn: dayOf(at),
      formerOn: at === 0 ? null : dayOf(at - 1),
    };
  });
}

/** The meters hang in the first building, where the tenant has one. */
async function loadMeters(tx: Tx, today: string): Promise<void> {
  const place = await tx.one<{ id: number }>('select min(id) as id from building where tenant_id = $1', [tx.tenantId]);
  const meters = demoMeters.map((meter) => ({ ...meter, readings: readingsOf(meter, today) }));
  const ids = await insertForIds(
    tx,
    'energy_item',
    columnsOf(meters, {
      name: ['text', ({ name }) => name],
      kind: ['text', ({ kind }) => kind],
      ['account_no']: ['text', ({ accountNo }) => accountNo],
      ['building_id']: ['bigint', () => place?.id ?? null],
      rate: ['numeric', ({ rate }) => rate],
      ['measure_unit']: ['text', ({ unit }) => unit],
      ['last_reading']: ['numeric', ({ readings }) => readings.at(-1)?.reading],
      ['last_read_on']: ['date', ({ readings }) => readings.at(-1)?.readOn],
    }),
  );
  const readings = meters.flatMap((meter, at) =>
    meter.readings.map((one) => ({ ...one, rate: meter.rate, item: ids[at] })),
  );
  await insertRows(
    tx,
    'energy_reading',
    columnsOf(readings, {
      ['item_id']: ['bigint', ({ item }) => item],
      ['read_on']: ['date', ({ readOn }) => readOn],
      reading: ['numeric', ({ reading }) => reading],
      usage: ['numeric', ({ used }) => used],
      rate: ['numeric', ({ rate }) => rate],
      cost: ['numeric', ({ cost }) => cost],
      ['former_reading']: ['numeric', ({ former }) => former],
      ['former_read_on']: ['date', ({ formerOn }) => formerOn],
    }),
  );
}

const loadTemplates = (tx: Tx): Promise<unknown> =>
  insertRows(
    tx,
    'report_template',
    columnsOf(demoTemplates, {
      code: ['text', ({ code }) => code],
      name: ['text', ({ name }) => name],
      kind: ['text', ({ kind }) => kind],
      paper: ['text', ({ paper }) => paper],
      head: ['text', ({ head }) => head],
      words: ['text', ({ words }) => words],
      foot: ['text', ({ foot }) => foot],
      ['is_default']: ['boolean', ({ isDefault }) => isDefault],
      ['default_of']: ['text', ({ isDefault, kind }) => (isDefault ? kind : null)],
    }),
  );

/** Staff with their papers, providers, contracts and meters of a tenant. */
export async function loadBasicData(tx: Tx, data: BasicData): Promise<void> {
  const today = localDay(data.now.getTime(), data.zone);
  await loadStaffFiles(tx, data, today);
  const providers = await loadProviders(tx, data, today);
  await loadContracts(tx, { staff: data.staff, providers, today });
  await loadMeters(tx, today);
  await loadTemplates(tx);
}
