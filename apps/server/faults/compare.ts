import type { Entry } from './journal.ts';
import { kinds, tables, type Kind, type Message } from './messages.ts';
import { recountProblems } from './recount.ts';
import type { Report } from './report.ts';
import { timeLimit } from './time-limit.ts';
import type { World } from './world.ts';

interface Row {
  readonly id: number;
  readonly tenantId: number;
  readonly deviceId: number;
  readonly clientId: number | null;
  readonly measuredAt: Date;
  readonly figure: number;
  readonly token: string;
  /** A correction replaced the row. */
  readonly isReplaced: boolean;
}

const figureColumns: Readonly<Record<Kind, string>> = { heart: 'heart', bp: 'high', temperature: 'temperature' };

/** All rows of tenants by the token that was sent in them. */
export async function rowsOf(world: World, tenantIds: readonly number[]): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, Row[]>();
  for (const kind of kinds) {
    const rows = await world.sql<Row>(
      `select id, tenant_id as "tenantId", device_id as "deviceId", client_id as "clientId", measured_at as "measuredAt", ${figureColumns[kind]}::double precision as figure, coalesce(remark, '') as token,
         exists (select 1 from ${tables[kind]} n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id) as "isReplaced"
       from ${tables[kind]} r where tenant_id = any($1::bigint[])`,
      [tenantIds],
    );
    for (const row of rows) {
      const known = found.get(row.token);
      if (known) known.push(row);
      else found.set(row.token, [row]);
    }
  }
  return found;
}

/** Waits until the outbox has no due events and none has failed for good. */
export async function settled(world: World, limitMs = timeLimit(20_000)): Promise<readonly string[]> {
  const until = performance.now() + limitMs;
  for (;;) {
    const left = await world.sql<{ topic: string; count: number; attempts: number; failed: number }>(
      'select topic, count(*) as count, max(attempts) as attempts, count(failed_at) as failed from outbox where available_at <= now() or failed_at is not null or attempts > 0 group by topic',
    );
    if (left.length === 0) return [];
    if (performance.now() > until || left.some(({ failed }) => failed > 0))
      return left.map(
        ({ topic, count, attempts, failed }) => `${count} of ${topic} are left, ${failed} given up, ${attempts} tries`,
      );
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

function wrongRow(message: Message, row: Row): string | undefined {
  const { wearer, figure, measuredAt, token } = message;
  if (row.tenantId !== wearer.tenantId || row.deviceId !== wearer.deviceId || row.clientId !== wearer.clientId)
    return `${token} belongs to person ${wearer.clientId} of tenant ${wearer.tenantId} and stands under ${row.clientId} of ${row.tenantId}`;
  if (row.figure !== figure) return `${token} said ${figure} and is kept as ${row.figure}`;
  return measuredAt !== undefined && row.measuredAt.getTime() !== measuredAt
    ? `${token} was measured at ${measuredAt} and is kept at ${row.measuredAt.getTime()}`
    : undefined;
}

interface Told {
  readonly sent: ReadonlyMap<string, Message>;
  readonly journal: readonly Entry[];
}

async function compareReadings(world: World, report: Report, { sent, journal }: Told): Promise<void> {
  const tenantIds = [...new Set([...sent.values()].map(({ wearer }) => wearer.tenantId))];
  const rows = await rowsOf(world, tenantIds);
  const readings = [...sent.values()].filter(({ kind }) => kind !== 'sos');
  const acknowledged = journal.filter(
    ({ token, status }) => sent.get(token)?.kind !== 'sos' && (status === 'stored' || status === 'duplicate'),
  );
  const missing = acknowledged.filter(({ token, id }) => !rows.get(token)?.some((row) => row.id === id));
  report.check(
    'acknowledged readings are stored under the id of their answer',
    acknowledged.length,
    missing.map(({ token, id }) => `${token} (id ${id})`),
  );
  const doubled = [...rows].filter(([token, same]) => same.length > 1 && sent.has(token));
  report.check(
    'one row a message',
    readings.length,
    doubled.map(([token, same]) => `${token} has ${same.length} rows`),
  );
  report.check(
    'every message arrived in the end',
    readings.length,
    readings.filter(({ token }) => !rows.has(token)).map(({ token }) => token),
  );
  const strange = [...rows.keys()].filter((token) => !sent.has(token));
  const wrong = [...rows].flatMap(([token, same]) =>
    same.flatMap((row) => {
      const message = sent.get(token);
      return (message && wrongRow(message, row)) ?? [];
    }),
  );
  report.check('rows stand under the right tenant, person, device, time and figure', [...rows.values()].flat().length, [
    ...strange.map((token) => `${token} was never sent`),
    ...wrong,
  ]);
}

async function compareCalls(world: World, report: Report, { sent, journal }: Told): Promise<void> {
  const calls = [...sent.values()].filter(({ kind }) => kind === 'sos');
  if (calls.length === 0) return;
  const wanted = new Map<number, number>();
  for (const { wearer } of calls) wanted.set(wearer.deviceId, (wanted.get(wearer.deviceId) ?? 0) + 1);
  const kept = await world.sql<{ deviceId: number; clientId: number | null; presses: number }>(
    'select device_id as "deviceId", client_id as "clientId", sum(press_count) as presses from sos_record where device_id = any($1::bigint[]) and tenant_id = any($2::bigint[]) group by 1, 2',
    [[...wanted.keys()], calls.map(({ wearer }) => wearer.tenantId)],
  );
  const presses = new Map(kept.map((row) => [row.deviceId, row]));
  const wrong = [...wanted].flatMap(([deviceId, count]) =>
    Number(presses.get(deviceId)?.presses ?? 0) === count
      ? []
      : [`device ${deviceId} called ${count} times and ${presses.get(deviceId)?.presses ?? 0} are kept`],
  );
  const owners = calls.flatMap(({ wearer, token }) =>
    presses.get(wearer.deviceId)?.clientId === wearer.clientId ? [] : [`${token} stands under another person`],
  );
  const refused = journal.filter(
    ({ token, status }) => sent.get(token)?.kind === 'sos' && status !== 'stored' && status !== 'duplicate',
  );
  report.check('calls for help are kept, each press once, under their person', calls.length, [
    ...wrong,
    ...owners,
    ...refused.map(({ token, status }) => `${token} was answered ${status}`),
  ]);
}

/** Cases: at most one open a person and kind, and one message to a person about it at one level. */
export async function compareCases(world: World, report: Report, tenantIds: readonly number[]): Promise<void> {
  const open = await world.sql<{ clientId: number | null; type: string; count: number }>(
    'select client_id as "clientId", type, count(*) as count from abnormal_case where tenant_id = any($1::bigint[]) and state in (0, 1, 2) and not is_deleted group by 1, 2, case when client_id is null then device_id end',
    [tenantIds],
  );
  report.check(
    'one open case at most a person and kind',
    open.length,
    open
      .filter(({ count }) => count > 1)
      .map(({ clientId, type, count }) => `person ${clientId} has ${count} open cases of ${type}`),
  );
  const told = await world.sql<{ row: number; level: number; count: number }>(
    `select source_row as row, source_level as level, count(*) as count from remind_message where tenant_id = any($1::bigint[]) and source_type = 'abnormalCase' group by 1, 2`,
    [tenantIds],
  );
  if (told.length > 0)
    report.check(
      'one message to the person a case and level',
      told.length,
      told
        .filter(({ count }) => count > 1)
        .map(({ row, level, count }) => `case ${row} told ${count} times at level ${level}`),
    );
}

/**
 * Compares the database with the journal: nothing acknowledged is lost, doubled or another person's, and all events
 * are processed.
 */
export async function compare(world: World, report: Report, told: Told): Promise<void> {
  const tenantIds = [...new Set([...told.sent.values()].map(({ wearer }) => wearer.tenantId))];
  report.check('the outbox is worked off', 1, await settled(world));
  await compareReadings(world, report, told);
  await compareCalls(world, report, told);
  await compareCases(world, report, tenantIds);
  const { checked, broken } = await recountProblems(world, tenantIds);
  report.check('newest values, hours, days and totals equal a recount', checked, broken);
}
