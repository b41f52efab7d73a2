import { fork } from 'node:child_process';
import { model } from '@kangmai/model';
import { systemCaller } from '../src/access/caller.ts';
import type { Ctx } from '../src/access/ctx.ts';
import { withRepositories } from '../src/engine/crud/call-ctx.ts';
import { planner } from '../src/engine/crud/plan.ts';
import { listForm, listUsers } from '../src/modules/users/list-users.ts';
import { driverRate } from './driver-rate.ts';
import { figure, pressure, quantile, type Figure } from './figure.ts';
import { moreNames } from './many-names.ts';
import { freePort } from './server-process.ts';
import { Wire } from './wire.ts';
import { doctors, signIn, type World } from './world.ts';

const users = 10_000;
const roles = 200;
const lanes = doctors;
const service = '/api/services/app/User/GetUsers';

/** Users with roles of 100 names each and some grants of their own; administrators who list them. */
const fillSql = `with staff as (insert into app_user (tenant_id, user_name, name, surname, email_address)
    select $1, 'listed' || n, '员' || n, '王', 'listed' || n || '@bench.example' from generate_series(1, ${users}) n returning id),
  given as (insert into app_role (tenant_id, name, display_name) select $1, 'listed' || n, 'Listed ' || n from generate_series(1, ${roles}) n returning id),
  named as (insert into role_permission (tenant_id, role_id, permission) select $1, given.id, 'Pages.Listed' || (given.id * 37 + p) % 1200 from given, generate_series(1, 100) p on conflict do nothing),
  linked as (insert into user_role (tenant_id, user_id, role_id) select $1, staff.id, r.ids[1 + staff.id % ${roles}] from staff, (select array_agg(id) as ids from given) r),
  own as (insert into user_permission (tenant_id, user_id, permission, is_granted) select $1, staff.id, 'Pages.Listed' || (staff.id * 7 + p) % 1200, p % 2 = 0 from staff, generate_series(1, 4) p on conflict do nothing)
  insert into user_role (tenant_id, user_id, role_id) select $1, u.id, r.id from app_user u join app_role r on r.tenant_id = u.tenant_id and r.name_key = 'admin' where u.tenant_id = $1 and u.id = any($2::bigint[]) on conflict do nothing`;

const formOf = (turn: number) => ({
  permissions: `Pages.Listed${(turn * 101) % 1200}`,
  maxResultCount: '10',
  skipCount: String((turn % 3) * 10),
});

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The statements of a page of users; the last one names the roles of its rows. */
async function statementsOf({ database, tenantId }: World, turn: number): Promise<readonly Statement[]> {
  const found: Statement[] = [];
  const planOf = planner(model);
  await database.withTenant(tenantId, async (tx) => {
    const asked: typeof tx = {
      ...tx,
      tenantId,
      query: (sql, values = []) => {
        found.push({ sql, values });
        return tx.query(sql, values);
      },
    };
    const ctx = { caller: systemCaller(tenantId, 'Asia/Shanghai'), model, tenantId, tx: asked } as unknown as Ctx;
    await listUsers(withRepositories(ctx, planOf), listForm.parse(formOf(turn)));
  });
  return found;
}

/** The same statements sent straight through the driver, with the same role and tenant. */
async function rawRate(world: World): Promise<number> {
  const kept = await Promise.all(Array.from({ length: 60 }, (_, turn) => statementsOf(world, turn)));
  let turn = 0;
  return driverRate(world, lanes, () => {
    turn += 1;
    return kept[turn % kept.length] ?? [];
  });
}

/** A page of ten users who hold a permission, of 10,000, against the same statements without the server. */
export async function userFigures(world: World): Promise<readonly Figure[]> {
  const { owner, tenantId, server } = world;
  await owner.query(fillSql, [tenantId, world.users.map(({ id }) => id)]);
  await owner.query('analyze app_user, app_role, role_permission, user_permission, user_role');
  const tokens = await Promise.all(world.users.map(({ userName }) => signIn(world, userName)));
  const wires = await Promise.all(Array.from({ length: lanes }, () => Wire.open(server.url)));
  let turn = 0;
  let rowsSeen = 0;
  const work = async (lane: number): Promise<void> => {
    turn += 1;
    const answer = await wires[lane]?.request('GET', `${service}?${new URLSearchParams(formOf(turn)).toString()}`, {
      headers: { authorization: `Bearer ${tokens[lane]?.accessToken}` },
    });
    if (answer?.status !== 200) throw new Error(`the list failed: ${answer?.status} ${answer?.text.slice(0, 300)}`);
    rowsSeen += answer.text.split('"userName":').length - 1;
  };
  await pressure({ lanes, seconds: 2, work });
  rowsSeen = 0;
  const { times, seconds } = await pressure({ lanes, seconds: 8, work });
  for (const wire of wires) wire.close();
  if (rowsSeen < times.length * 10) throw new Error(`${rowsSeen} users in ${times.length} pages`);
  const rate = times.length / seconds;
  const yardstick = await rawRate(world);
  return [
    figure({
      name: 'users with a permission',
      value: rate,
      unit: 'pages/s',
      yardstick,
      must: 'ratio >= 0.25',
      aim: 'ratio >= 0.5',
      ok: rate / yardstick >= 0.25,
      conditions: `pages of ten of ${users} users by one of 1,200 permissions, ${roles} roles of 100 names, ${lanes} administrators; p95 ${quantile(times, 0.95).toFixed(0)} ms; yardstick: the same statements in a transaction through the driver, by the application's role`,
    }),
  ];
}

const rounds = 200;

const grantSql = `insert into role_permission (tenant_id, role_id, permission) select $1, r.id, n from app_role r, unnest($2::text[]) n where r.tenant_id = $1 and r.name_key = 'admin' on conflict do nothing`;

/** A node whose catalogue has the further names. */
async function nodeOf(world: World): Promise<{ readonly url: string; readonly stop: () => void }> {
  const port = await freePort();
  const child = fork(process.argv[1] ?? '', ['many-names'], {
    env: {
      ...process.env,
      NAMES_PORT: String(port),
      NAMES_DATA_DIR: world.dataDir,
      NAMES_URLS: JSON.stringify(world.urls),
    },
  });
  await new Promise((done, fail) => child.once('message', done).once('exit', fail));
  child.removeAllListeners('exit');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') };
}

/** Starts a session a few hundred times; the milliseconds of each but the first. */
async function sessionTimes(url: string, accessToken: string): Promise<readonly number[]> {
  const [one, other] = await Promise.all([Wire.open(url), Wire.open(url)]);
  const headers = { authorization: `Bearer ${accessToken}` };
  const times: number[] = [];
  for (let turn = 0; turn < rounds + 20; turn += 1) {
    const at = performance.now();
    const [settings, session] = await Promise.all([
      one.request('GET', '/AbpUserConfiguration/GetAll', { headers }),
      other.request('GET', '/api/services/app/Session/GetCurrentLoginInformations', { headers }),
    ]);
    if (session.status !== 200 || !settings.text.includes(`"${moreNames.at(-1)}":"true"`))
      throw new Error(`the session did not start: ${settings.status}, ${session.status}`);
    times.push(performance.now() - at);
    await new Promise((done) => setTimeout(done, 25));
  }
  for (const wire of [one, other]) wire.close();
  return times.slice(20);
}

/** What a browser asks for before it can show anything, of a user who holds 1,200 more permissions. */
export async function manyNamesFigures(world: World): Promise<readonly Figure[]> {
  await world.owner.query(grantSql, [world.tenantId, moreNames]);
  const { accessToken } = await signIn(world, 'admin');
  const node = await nodeOf(world);
  const p95 = quantile(await sessionTimes(node.url, accessToken), 0.95);
  node.stop();
  return [
    figure({
      name: 'session start with many permissions p95',
      value: p95,
      unit: 'ms',
      must: '< 100',
      aim: '< 50',
      ok: p95 < 100,
      conditions: `configuration and login information side by side, ${rounds} times, of an administrator who holds ${moreNames.length} permissions beside those of the product`,
    }),
  ];
}
