import { setTimeout as pause } from 'node:timers/promises';
import { figure, quantile, type Figure } from './figure.ts';
import { Wire } from './wire.ts';
import { password, signIn, type World } from './world.ts';

const people = 500;
const withinMs = 10_000;

/** Doctors with the administrator's password. */
async function addUsers({ owner, tenantId }: World): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `with made as (insert into app_user (tenant_id, user_name, name, email_address, is_email_confirmed, password_hash, password_changed_at)
       select u.tenant_id, 'storm' || n, 'Storm ' || n, 'storm' || n || '@bench.example', true, u.password_hash, now() from app_user u, generate_series(1, $2::integer) n where u.tenant_id = $1 and u.user_name_key = 'admin' returning id, user_name),
     roles as (insert into user_role (tenant_id, user_id, role_id) select $1, made.id, r.id from made, app_role r where r.tenant_id = $1 and r.name_key = 'doctor' returning user_id)
     select user_name as name from made where exists (select from roles)`,
    [tenantId, people],
  );
  return rows.map(({ name }) => name);
}

/** Signs in, coming back when told to. */
async function enter({ server, tenantId }: World, userName: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(`${server.url}/api/TokenAuth/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'abp.tenantid': String(tenantId) },
      body: JSON.stringify({ userNameOrEmailAddress: userName, password }),
    });
    const text = await answer.text();
    if (answer.status === 200) return performance.now() - began;
    const again = Number(answer.headers.get('retry-after'));
    if (again === 0) throw new Error(`${userName} could not sign in: ${answer.status} ${text.slice(0, 200)}`);
    await pause(again * 1000);
  }
}

/** What others wait meanwhile: the start of a session, again and again. */
function besides({ server }: World, accessToken: string): () => Promise<readonly number[]> {
  const times: number[] = [];
  let goesOn = true;
  const asking = (async () => {
    const wire = await Wire.open(server.url);
    while (goesOn) {
      const began = performance.now();
      const { status } = await wire.request('GET', '/api/services/app/Session/GetCurrentLoginInformations', {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      if (status !== 200) throw new Error(`a call beside the storm failed: ${status}`);
      times.push(performance.now() - began);
      await pause(50);
    }
    wire.close();
  })();
  return async () => {
    goesOn = false;
    await asking;
    return times;
  };
}

/** Five hundred people who sign in within ten seconds, as at eight in the morning. */
export async function stormFigures(world: World): Promise<readonly Figure[]> {
  const names = await addUsers(world);
  const { accessToken } = await signIn(world, 'admin');
  const others = besides(world, accessToken);
  const began = performance.now();
  const times = await Promise.all(
    names.map(async (name, at) => {
      await pause((withinMs * at) / people);
      return enter(world, name);
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const beside = quantile(await others(), 0.99);
  const conditions = `${people} users within ${withinMs / 1000} s from one address, argon2id; p95 of a sign-in ${Math.round(quantile(times, 0.95))} ms`;
  return [
    figure({
      name: 'sign-in storm',
      value: seconds,
      unit: 's until all were in',
      must: '<= 40',
      aim: '<= 15',
      ok: seconds <= 40,
      conditions,
    }),
    figure({
      name: 'others beside the storm, p99',
      value: beside,
      unit: 'ms',
      must: '-',
      aim: '< 200',
      ok: true,
      conditions,
    }),
  ];
}
