import { convert, type Datum } from '@kangmai/domain';
import type { Tx } from '@kangmai/server/platform/database/database';
import type { StoredDevice } from './load-devices.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';
import type { DemoTenant } from '@kangmai/demo/plan-types';
import { mixSeed, Random } from '@kangmai/demo/prng';

interface SosOf {
  readonly tenant: DemoTenant;
  readonly clientIds: readonly number[];
  readonly stored: ReadonlyMap<string, StoredDevice>;
  readonly staff: Staff;
  readonly datum: Datum;
  readonly seed: number;
  readonly now: Date;
}

interface Call {
  readonly client: number;
  readonly imei: string;
  readonly calledAt: number;
  /** Undefined while the emergency is open. */
  readonly answer:
    | {
        readonly state: 3 | 4;
        readonly cause: number;
        readonly outcome: string;
        readonly respondedAt: number;
        readonly closedAt: number;
        readonly responder: 'doctor' | 'nurse';
        readonly isAmbulance: boolean;
      }
    | undefined;
}

const minute = 60_000;
const dayMs = 86_400_000;
const closed = 3;
const falseAlarm = 4;
/** Cause, action taken, and its share. */
const endings: readonly (readonly [
  ending: readonly [cause: number, outcome: string, isAmbulance: boolean],
  weight: number,
])[] = [
  [[6, '本人误触按键，已电话确认平安，并重新说明按键用法', false], 5],
  [[5, '独自在家需要帮助，已联系家属上门', false], 3],
  [[7, '家属测试求助按键，功能正常', false], 1.5],
  [[1, '本人突发胸闷，已联系家属并呼叫120，送社区医院观察', true], 1],
  [[2, '在卫生间滑倒，家属到场，无明显外伤，已嘱观察', false], 1],
];

/** Closed emergencies of the last months. */
function pastCalls({ tenant, seed, now }: SosOf): readonly Call[] {
  const watches = tenant.bindings.filter(
    ({ device, unboundAt, segments }) => device.typeCode === 'watch' && !unboundAt && segments.length > 0,
  );
  const random = new Random(mixSeed(seed, 71, tenant.clients.length));
  return Array.from({ length: Math.ceil(watches.length / 7) }, (): Call => {
    const binding = random.pick(watches);
    const calledAt = Math.floor(
      random.between(
        Math.max(binding.boundAt.getTime() + dayMs, now.getTime() - 88 * dayMs),
        now.getTime() - dayMs / 2,
      ),
    );
    const [cause, outcome, isAmbulance] = random.weighted(endings);
    const respondedAt = calledAt + Math.floor(random.between(0.4, 3.5) * minute);
    return {
      client: binding.client,
      imei: binding.device.imei,
      calledAt,
      answer: {
        state: cause >= 6 ? falseAlarm : closed,
        cause,
        outcome,
        isAmbulance,
        respondedAt,
        closedAt: respondedAt + random.int(6, 80) * minute,
        responder: random.chance(0.3) ? 'doctor' : 'nurse',
      },
    };
  }).toSorted((one, other) => one.calledAt - other.calledAt);
}

const openCalls = ({ tenant }: SosOf): readonly Call[] =>
  tenant.emergencies
    .filter(({ isSos }) => isSos)
    .map(({ client, imei, startsAt }) => ({ client, imei, calledAt: startsAt.getTime(), answer: undefined }));

const finding = '发出紧急求助';

async function storeCases(tx: Tx, input: SosOf, calls: readonly Call[]): Promise<readonly (number | undefined)[]> {
  const { tenant, clientIds, staff, stored, now } = input;
  const responder = ({ answer, client }: Call): number | null =>
    answer ? staff.user(answer.responder === 'doctor' ? (tenant.clients[client]?.doctor ?? '') : 'nurse') : null;
  const dueAt = new Date(now.getTime() + 3 * minute);
  const at =
    (read: (answer: NonNullable<Call['answer']>) => number) =>
    ({ answer }: Call): Date | null =>
      answer ? new Date(read(answer)) : null;
  const ids = await insertForIds(
    tx,
    'abnormal_case',
    columnsOf(calls, {
      ['client_id']: ['bigint', ({ client }) => clientIds[client]],
      ['device_id']: ['bigint', ({ imei }) => stored.get(imei)?.id],
      type: ['text', () => 'sos'],
      finding: ['text', () => finding],
      level: ['smallint', () => 4],
      ['started_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
      ['latest_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
      state: ['smallint', ({ answer }) => answer?.state ?? 0],
      ['team_id']: ['bigint', ({ client }) => staff.team(tenant.clients[client]?.team ?? '')],
      ['claimed_at']: ['timestamptz', at(({ respondedAt }) => respondedAt)],
      ['alarmed_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
      ['first_contact_at']: ['timestamptz', at(({ respondedAt }) => respondedAt + minute)],
      ['call_outcome']: ['smallint', ({ answer }) => (answer ? 1 : null)],
      ['next_due_at']: ['timestamptz', ({ answer }) => (answer ? null : dueAt)],
      ['handled_by_id']: ['bigint', responder],
      ['handled_at']: ['timestamptz', at(({ closedAt }) => closedAt)],
      handling: ['smallint', ({ answer }) => (answer?.state === closed ? (answer.isAmbulance ? 9 : 6) : null)],
      outcome: ['text', ({ answer }) => answer?.outcome ?? null],
      ['created_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
      ['updated_at']: ['timestamptz', at(({ closedAt }) => closedAt)],
      ['updated_by']: ['bigint', responder],
    }),
  );
  const waiting = calls.flatMap(({ answer }, place) => (answer ? [] : [JSON.stringify({ id: ids[place] })]));
  await insertRows(
    tx,
    'outbox',
    columnsOf(waiting, {
      topic: ['text', () => 'case.due'],
      payload: ['jsonb', (payload) => payload],
      ['available_at']: ['timestamptz', () => dueAt],
    }),
  );
  return ids;
}

async function storeMessages(
  tx: Tx,
  { tenant, clientIds }: SosOf,
  calls: readonly (Call & { readonly id: number | undefined })[],
): Promise<void> {
  await insertRows(
    tx,
    'remind_message',
    columnsOf(calls, {
      ['client_id']: ['bigint', ({ client }) => clientIds[client]],
      type: ['smallint', () => 2],
      title: ['text', () => '紧急求助'],
      content: ['text', ({ client }) => `${tenant.clients[client]?.person.name ?? ''}${finding}`],
      ['remind_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
      ['read_state']: ['smallint', ({ answer }) => (answer ? 1 : 0)],
      ['read_at']: ['timestamptz', ({ answer }) => (answer ? new Date(answer.closedAt) : null)],
      ['source_type']: ['text', () => 'sosRecord'],
      ['source_row']: ['bigint', ({ id }) => id],
      ['source_level']: ['smallint', () => 4],
      ['created_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
    }),
  );
}

/** Stores the emergencies of a tenant: closed ones of the last months, and those open now. */
export async function loadSos(tx: Tx, input: SosOf): Promise<void> {
  const { tenant, clientIds, stored, staff, datum } = input;
  const calls = [...pastCalls(input), ...openCalls(input)];
  const homeOf = ({ client }: Call) => tenant.clients[client]?.person.home ?? { longitude: 0, latitude: 0 };
  const place = (call: Call) => convert(homeOf(call), 'wgs84', datum);
  const caseIds = await storeCases(tx, input, calls);
  const ids = await insertForIds(
    tx,
    'sos_record',
    columnsOf(
      calls.map((call, index) => ({ ...call, caseId: caseIds[index] })),
      {
        ['case_id']: ['bigint', ({ caseId }) => caseId],
        ['position_source']: ['text', () => 'packet'],
        ['wgs_longitude']: ['numeric', (call) => homeOf(call).longitude.toFixed(6)],
        ['wgs_latitude']: ['numeric', (call) => homeOf(call).latitude.toFixed(6)],
        ['device_id']: ['bigint', ({ imei }) => stored.get(imei)?.id],
        ['client_id']: ['bigint', ({ client }) => clientIds[client]],
        type: ['smallint', () => 1],
        ['called_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
        longitude: ['numeric', (call) => place(call).longitude.toFixed(6)],
        latitude: ['numeric', (call) => place(call).latitude.toFixed(6)],
        ['located_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
        address: ['text', ({ client }) => tenant.clients[client]?.person.address ?? null],
        state: ['smallint', ({ answer }) => answer?.state ?? 0],
        ['responder_id']: [
          'bigint',
          ({ answer, client }) =>
            answer
              ? staff.user(answer.responder === 'doctor' ? (tenant.clients[client]?.doctor ?? '') : 'nurse')
              : null,
        ],
        ['responded_at']: ['timestamptz', ({ answer }) => (answer ? new Date(answer.respondedAt) : null)],
        ['guardian_contacted']: ['boolean', ({ answer }) => (answer ? answer.state === closed : null)],
        ['ambulance_called']: ['boolean', ({ answer }) => answer?.isAmbulance ?? null],
        cause: ['smallint', ({ answer }) => answer?.cause ?? null],
        outcome: ['text', ({ answer }) => answer?.outcome ?? null],
        ['closed_at']: ['timestamptz', ({ answer }) => (answer ? new Date(answer.closedAt) : null)],
        ['created_at']: ['timestamptz', ({ calledAt }) => new Date(calledAt)],
      },
    ),
  );
  await storeMessages(
    tx,
    input,
    calls.map((call, index) => ({ ...call, id: ids[index] })),
  );
}
