import { addDays, addYears } from '@kangmai/domain';
import { agreementStates, doctorAgreement } from '@kangmai/model';
import { serialNumber, serialsOf, seriesOf } from '@kangmai/resource';
import type { Tx } from '@kangmai/server/platform/database/database';
import { takeNumbers } from '@kangmai/server/platform/database/numbers';
import { groupBy } from '@kangmai/server/platform/group-by';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';

interface Entrusted {
  readonly client: number;
  readonly team: number;
  readonly doctor: number;
}

interface Agreed extends Entrusted {
  readonly state: (typeof agreementStates.names)[number];
  readonly signedOn: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly reason: string | null;
  readonly endedOn: string | null;
}

/** Clients whose doctor is one of their care team. */
const entrustedSql = `select c.id as client, c.team_id as team, c.doctor_id as doctor from client c
  join care_team t on t.tenant_id = $1 and t.id = c.team_id
  where c.tenant_id = $1 and c.state = 'active' and not c.is_deleted
    and (t.leader_id = c.doctor_id or exists (select 1 from care_team_member m
      where m.tenant_id = $1 and m.care_team_id = t.id and m.user_id = c.doctor_id and not m.is_deleted))
  order by c.id limit 400`;

const until = (startsOn: string, years: number): string => addDays(addYears(startsOn, years), -1);

const usual = { state: 'running', reason: null, endedOn: null } as const;

/** The agreement of the nth client: most are running, some wait, ended or were terminated; two of five have none. */
function agreementOf(who: Entrusted, nth: number, today: string): Agreed | undefined {
  if (nth % 5 > 2) return undefined;
  const startsOn = addDays(today, -((nth * 53) % 360));
  const running = { ...who, ...usual, startsOn, endsOn: until(startsOn, 1 + (nth % 3)) };
  const special: Readonly<Record<number, Partial<Omit<Agreed, 'signedOn'>>>> = {
    1: { state: 'waiting', startsOn: today, endsOn: until(today, 1) },
    2: { state: 'terminated', reason: '迁往外地居住', endedOn: addDays(today, -12) },
    6: { state: 'waiting', startsOn: addDays(today, 3), endsOn: until(addDays(today, 3), 2) },
    7: { state: 'refused', reason: '团队服务范围不含该小区' },
    11: { startsOn: addDays(today, -350), endsOn: until(addDays(today, -350), 1) },
    12: { state: 'expired', startsOn: addDays(today, -400), endsOn: until(addDays(today, -400), 1) },
    16: { state: 'expired', startsOn: addDays(today, -385), endsOn: until(addDays(today, -385), 1) },
  };
  const agreed = { ...running, ...special[nth] };
  return { ...agreed, signedOn: agreed.startsOn < today ? agreed.startsOn : today };
}

/** Agreements with their numbers, one series a year. */
async function numbered(tx: Tx, rows: readonly Agreed[]): Promise<readonly (Agreed & { readonly number: string })[]> {
  const [serial] = serialsOf(doctorAgreement);
  if (!serial) return [];
  const made: (Agreed & { readonly number: string })[] = [];
  const inOrder = rows.toSorted((one, other) => one.signedOn.localeCompare(other.signedOn));
  for (const [series, signed] of groupBy(inOrder, ({ signedOn }) => seriesOf(serial[1], signedOn))) {
    const numbers = await takeNumbers(tx, series, signed.length);
    for (const [at, row] of signed.entries())
      made.push({ ...row, number: serialNumber(serial[1], row.signedOn, numbers[at] ?? 0) });
  }
  return made;
}

const columns = (rows: readonly (Agreed & { readonly number: string })[]): ReturnType<typeof columnsOf> =>
  columnsOf(rows, {
    ['agreement_no']: ['text', ({ number }) => number],
    ['client_id']: ['bigint', ({ client }) => client],
    ['team_id']: ['bigint', ({ team }) => team],
    ['doctor_id']: ['bigint', ({ doctor }) => doctor],
    ['signed_on']: ['date', ({ signedOn }) => signedOn],
    ['starts_on']: ['date', ({ startsOn }) => startsOn],
    ['ends_on']: ['date', ({ endsOn }) => endsOn],
    state: ['smallint', ({ state }) => agreementStates.wireOf(state)],
    reason: ['text', ({ reason }) => reason],
    ['ended_on']: ['date', ({ endedOn }) => endedOn],
  });

/** Agreements of clients with their doctors; the first that ended was renewed. */
export async function loadAgreements(tx: Tx, today: string): Promise<void> {
  const entrusted = await tx.query<Entrusted>(entrustedSql, [tx.tenantId]);
  const rows = await numbered(
    tx,
    entrusted.flatMap((who, nth) => agreementOf(who, nth, today) ?? []),
  );
  const ids = await insertForIds(tx, 'doctor_agreement', columns(rows));
  const at = rows.findIndex(({ state }) => state === 'expired');
  const old = rows[at];
  if (!old) return;
  const startsOn = addDays(old.endsOn, 1);
  const renewed = await numbered(tx, [{ ...old, ...usual, signedOn: startsOn, startsOn, endsOn: until(startsOn, 1) }]);
  await insertRows(tx, 'doctor_agreement', { ...columns(renewed), ['renewed_from_id']: ['bigint', [ids[at]]] });
}
