import { type AlarmLevel, type OpenCase } from '@kangmai/domain';
import { alarmLevels } from '@kangmai/model';
import type { Tx } from '@kangmai/server/platform/database/database';
import type { DemoCase } from './load-cases.ts';
import type { Handling } from './load-handling.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';
import type { DemoClient } from '@kangmai/demo/plan-types';

interface AlertsOf {
  readonly cases: readonly DemoCase[];
  readonly clients: readonly DemoClient[];
  readonly staff: Staff;
  readonly now: Date;
}

const minute = 60_000;
const dayMs = 86_400_000;
/** Minutes until the ladder of an unattended case reaches its next rung. */
const nextRung: Partial<Record<AlarmLevel, number>> = { 3: 20, 4: 4 };

const instant = (at: number | null | undefined): Date | null => (at === null || at === undefined ? null : new Date(at));
const labelOf = (level: AlarmLevel): string => alarmLevels.entries[alarmLevels.read(level) ?? 'notice'].label;

/** The part of a plan that has happened, by the state of its case. */
function happened({ handling, state }: DemoCase): Partial<Handling> {
  if (!handling || state === 0 || state === 5) return {};
  if (state === 1) return { by: handling.by, claimAt: handling.claimAt };
  const { by, claimAt, contactAt, callOutcome } = handling;
  return state === 2 ? { by, claimAt, contactAt, callOutcome } : handling;
}

/** The staff member who acts: health manager or doctor of the client, or the nurse. */
function actor(client: DemoClient | undefined, by: Handling['by'] | undefined, staff: Staff): number | null {
  if (!by || !client) return null;
  return staff.user(by === 'manager' ? client.healthManager : by === 'doctor' ? client.doctor : 'nurse');
}

function isWaiting({ state, current }: DemoCase): boolean {
  return state === 0 && nextRung[current.level] !== undefined;
}

function traceOf(
  open: OpenCase & { readonly waiting?: ReadonlyMap<string, { readonly since: number; readonly answered: boolean }> },
): object {
  return {
    kind: open.kind,
    openedAt: open.openedAt,
    peakValue: open.peakValue,
    peakSeverity: open.peakSeverity,
    ruleCode: open.ruleCode,
    noticeAt: open.noticeAt,
    ...(open.waiting && { waiting: [...open.waiting].map(([kind, { since, answered }]) => [kind, since, answered]) }),
  };
}

async function storeCases(tx: Tx, { cases, clients, staff, now }: AlertsOf): Promise<readonly number[]> {
  const dueAt = (one: DemoCase): Date | null =>
    isWaiting(one) ? new Date(now.getTime() + (nextRung[one.current.level] ?? 0) * minute) : null;
  const done = new Map(cases.map((one) => [one, happened(one)]));
  const of = (one: DemoCase): Partial<Handling> => done.get(one) ?? {};
  const ids = await insertForIds(
    tx,
    'abnormal_case',
    columnsOf(cases, {
      ['client_id']: ['bigint', ({ clientId }) => clientId],
      type: ['text', ({ current }) => current.abnormalType],
      finding: ['text', ({ current }) => current.description.slice(0, 200)],
      value: ['text', ({ current }) => current.valueText.slice(0, 40)],
      ['normal_range']: ['text', ({ current }) => current.rangeText.slice(0, 40)],
      ['peak_value']: ['text', ({ current }) => current.peakText.slice(0, 40)],
      level: ['smallint', ({ current }) => current.level],
      ['started_at']: ['timestamptz', ({ current }) => new Date(current.fromAt)],
      ['latest_at']: ['timestamptz', ({ current }) => new Date(current.toAt)],
      ['reading_count']: ['integer', ({ current }) => current.countNum],
      ['rule_id']: ['bigint', ({ current }) => current.ruleId],
      ['rule_version']: ['integer', ({ current }) => current.ruleVersion],
      ['source_row']: ['bigint', ({ current }) => current.sourceId],
      timeliness: ['smallint', () => 0],
      state: ['smallint', ({ state }) => state],
      ['team_id']: ['bigint', ({ client }) => staff.team(clients[client]?.team ?? '')],
      ['claimed_at']: ['timestamptz', (one) => instant(of(one).claimAt)],
      ['first_contact_at']: ['timestamptz', (one) => instant(of(one).contactAt)],
      ['alarmed_at']: [
        'timestamptz',
        (one) =>
          instant(
            Math.min(one.notices.at(-1)?.at ?? one.current.openedAt, of(one).contactAt ?? Number.POSITIVE_INFINITY),
          ),
      ],
      ['call_outcome']: ['smallint', (one) => of(one).callOutcome ?? null],
      ['next_due_at']: ['timestamptz', dueAt],
      ['handled_by_id']: ['bigint', (one) => actor(clients[one.client], of(one).by, staff)],
      ['handled_at']: ['timestamptz', (one) => instant(of(one).closeAt)],
      handling: ['smallint', (one) => of(one).handling ?? null],
      outcome: ['text', (one) => of(one).outcome ?? null],
      ['next_visit_at']: ['timestamptz', (one) => instant(of(one).nextVisitAt)],
      ['created_at']: ['timestamptz', ({ current }) => new Date(current.openedAt)],
      ['updated_at']: ['timestamptz', (one) => instant(one.endedAt)],
      ['updated_by']: ['bigint', (one) => actor(clients[one.client], of(one).by, staff)],
    }),
  );
  const waiting = cases.flatMap((one, place) =>
    isWaiting(one) ? [{ payload: JSON.stringify({ id: ids[place] }), dueAt: dueAt(one) }] : [],
  );
  await insertRows(
    tx,
    'outbox',
    columnsOf(waiting, {
      topic: ['text', () => 'case.due'],
      payload: ['jsonb', ({ payload }) => payload],
      ['available_at']: ['timestamptz', (each) => each.dueAt],
    }),
  );
  return ids;
}

async function storeContacts(tx: Tx, { cases, clients, staff }: AlertsOf, ids: readonly number[]): Promise<void> {
  const rows = cases.flatMap((one, place) => {
    const { contactAt, callOutcome, by } = happened(one);
    return contactAt === null || contactAt === undefined
      ? []
      : [
          {
            caseId: ids[place],
            clientId: one.clientId,
            contactAt,
            callOutcome: callOutcome ?? 1,
            userId: actor(clients[one.client], by, staff),
          },
        ];
  });
  const names = new Map(
    (
      await tx.query<{ id: number; userName: string }>(
        'select id, user_name as "userName" from app_user where tenant_id = $1',
        [tx.tenantId],
      )
    ).map(({ id, userName }) => [id, userName]),
  );
  await insertRows(
    tx,
    'case_contact',
    columnsOf(rows, {
      ['case_id']: ['bigint', ({ caseId }) => caseId],
      outcome: ['smallint', ({ callOutcome }) => callOutcome],
      ['user_id']: ['bigint', ({ userId }) => userId],
      ['user_name']: ['text', ({ userId }) => (userId === null ? null : names.get(userId))],
      ['client_id']: ['bigint', ({ clientId }) => clientId],
      ['called_at']: ['timestamptz', ({ contactAt }) => new Date(contactAt)],
      ['created_at']: ['timestamptz', ({ contactAt }) => new Date(contactAt)],
    }),
  );
}

/** Every closed case of a tenant with how it was closed. */
export async function loadHandlings(tx: Tx): Promise<void> {
  await tx.execute(
    `insert into case_handling (tenant_id, case_id, state, level, handling, outcome, handled_by, handled_at)
    select tenant_id, id, state, level, handling, outcome, handled_by_id, handled_at from abnormal_case where tenant_id = $1 and state in (3, 4) and handled_at is not null order by id`,
    [tx.tenantId],
  );
}

const seenAfterMs = 2 * dayMs;

async function storeMessages(tx: Tx, { cases, now }: AlertsOf, ids: readonly number[]): Promise<void> {
  const rows = cases.flatMap((one, place) => {
    const byLevel = new Map(one.notices.toReversed().map((notice) => [notice.level, notice]));
    return [...byLevel.values()].map((notice) => ({ ...notice, clientId: one.clientId, caseId: ids[place] }));
  });
  const readAt = (at: number): Date | null =>
    now.getTime() - at > seenAfterMs && at % 7 !== 0 ? new Date(at + (5 + (at % 600)) * minute) : null;
  await insertRows(
    tx,
    'remind_message',
    columnsOf(rows, {
      ['client_id']: ['bigint', ({ clientId }) => clientId],
      type: ['smallint', () => 1],
      title: ['text', ({ level }) => `${labelOf(level)}：健康提醒`],
      content: ['text', ({ finding }) => `${finding}。本提示不能替代医生诊断。`.slice(0, 500)],
      ['remind_at']: ['timestamptz', ({ at }) => new Date(at)],
      ['read_state']: ['smallint', ({ at }) => (readAt(at) ? 1 : 0)],
      ['read_at']: ['timestamptz', ({ at }) => readAt(at)],
      ['source_type']: ['text', () => 'abnormalCase'],
      ['source_row']: ['bigint', ({ caseId }) => caseId],
      ['source_level']: ['smallint', ({ level }) => level],
      ['created_at']: ['timestamptz', ({ at }) => new Date(at)],
    }),
  );
}

/**
 * Stores the cases of a tenant with the staff's actions, the case logic's state of open ones, and the messages sent.
 */
export async function loadAlerts(tx: Tx, input: AlertsOf): Promise<void> {
  const ids = await storeCases(tx, input);
  const open = input.cases.flatMap(({ state, current }, place) =>
    state <= 2 ? [{ caseId: ids[place], trace: JSON.stringify(traceOf(current)) }] : [],
  );
  await insertRows(
    tx,
    'case_trace',
    columnsOf(open, { ['case_id']: ['bigint', ({ caseId }) => caseId], trace: ['jsonb', ({ trace }) => trace] }),
  );
  await storeContacts(tx, input, ids);
  await storeMessages(tx, input, ids);
}
