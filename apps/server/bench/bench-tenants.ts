import { figure, quantile, type Figure } from './figure.ts';
import { residentMb } from './memory.ts';
import { startServer } from './server-process.ts';
import type { World } from './world.ts';

/** Fewer to try the bench itself. */
const tenants = Number(process.env['BENCH_TENANTS'] ?? 1000);
const starts = 3;
const plans = 40;

interface Look {
  readonly startSeconds: number;
  readonly planMs: number;
  readonly connections: number;
  readonly megabytes: number;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A page of readings over all months, as a list asks for it. */
const pageSql = `select r.id, r.measured_at, c.name from heart_rate_reading r left join client c on c.tenant_id = r.tenant_id and c.id = r.client_id
  where r.tenant_id = $1 and r.measured_at >= now() - interval '30 days' and r.supersedes is null order by r.measured_at desc, r.id desc limit 10`;

async function planMs({ owner, tenantId }: World): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < plans; turn += 1) {
    const { rows } = await owner.query<{ 'QUERY PLAN': readonly { 'Planning Time': number }[] }>(
      `explain (summary, format json) ${pageSql.replace('$1', String(tenantId))}`,
    );
    times.push(rows[0]?.['QUERY PLAN'][0]?.['Planning Time'] ?? Number.NaN);
  }
  return median(times);
}

async function connectionsOf({ owner }: World): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    "select count(*)::integer as n from pg_stat_activity where application_name like 'kangmai %'",
  );
  return rows[0]?.n ?? 0;
}

/** Restarts the server while the database keeps running, whose start does not grow with tenants. */
async function look(world: World): Promise<Look> {
  const times: number[] = [];
  const megabytes: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const second = await startServer(world.env);
    times.push(second.readyMs / 1000);
    megabytes.push(residentMb(second.pid));
    await second.stop();
  }
  return {
    startSeconds: median(times),
    planMs: await planMs(world),
    connections: await connectionsOf(world),
    megabytes: median(megabytes),
  };
}

/** A thousand tenants with a user and ten persons each, given what the present release gives. */
async function addTenants({ owner, tenantId }: World): Promise<void> {
  await owner.query(
    `with t as (insert into tenant (tenancy_name, name, provisioned, reference_version) select 'Many' || n, 'Many ' || n, p.provisioned, p.reference_version from generate_series(1, ${tenants}) n, tenant p where p.id = $1 returning id),
    u as (insert into app_user (tenant_id, user_name, name, email_address) select id, 'admin', 'Admin', 'admin@many.example' from t)
    insert into client (tenant_id, name, gender, birthday, phone_sealed, region_code) select t.id, 'Person ' || n, '1', '1950-01-01', '\\x00', '530102' from t, generate_series(1, 10) n`,
    [tenantId],
  );
  await owner.query('analyze');
}

/** Start, planning, connections and memory beside the same with one tenant. */
export async function tenantFigures(world: World): Promise<readonly Figure[]> {
  const before = await look(world);
  await addTenants(world);
  const after = await look(world);
  const conditions = `${tenants} tenants with 10 persons each in one database, beside the same world with one; medians of ${starts} starts of a further node and ${plans} plans`;
  const row = (
    name: string,
    pick: (seen: Look) => number,
    { unit, most }: { readonly unit: string; readonly most: number },
  ): Figure =>
    figure({
      name: `${name} with ${tenants} tenants`,
      value: pick(after),
      unit,
      yardstick: pick(before),
      must: `<= ${most} of one tenant`,
      aim: 'flat',
      ok: pick(after) <= most * pick(before),
      conditions,
    });
  return [
    row('start to ready', ({ startSeconds }) => startSeconds, { unit: 's', most: 1.3 }),
    row('planning of a page', (seen) => seen.planMs, { unit: 'ms', most: 1.5 }),
    row('connections', ({ connections }) => connections, { unit: 'connections', most: 1.2 }),
    row('memory of a node that is ready', ({ megabytes }) => megabytes, { unit: 'MB', most: 1.3 }),
  ];
}
