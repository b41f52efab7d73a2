import { contract, model } from '@kangmai/model';
import { systemCaller } from '../src/access/caller.ts';
import type { Ctx } from '../src/access/ctx.ts';
import { withRepositories } from '../src/engine/crud/call-ctx.ts';
import { planner } from '../src/engine/crud/plan.ts';
import { traits } from '../src/engine/traits/index.ts';
import { driverRate } from './driver-rate.ts';
import { figure, pressure, type Figure } from './figure.ts';
import { Wire } from './wire.ts';
import { signIn, type World } from './world.ts';

const lanes = 4;
const lines = 50;
/** Lines that a save changes. */
const changed = 5;
const service = '/api/services/app/XYJ_Contract';

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface Line {
  readonly id: number;
  readonly date: string;
  readonly amount: number;
  readonly paid: boolean;
}

type Post = (path: string, body: object) => Promise<unknown>;

async function newDocument(post: Post, userId: number): Promise<number> {
  const answer = (await post('CreateOrEdit', {
    name: '合同',
    contractType: 'other',
    partyName: '对方',
    startDate: '2026-01-01',
    endDate: '2028-12-31',
    amount: lines * 100,
    chargeUserId: userId,
    payPlan: Array.from({ length: lines }, (_, at) => ({
      date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
      amount: 100,
      paid: false,
    })),
  })) as { readonly result: number };
  return answer.result;
}

/** The statements of a save of a document's lines, as the engine sends them. */
async function statementsOf(world: World, id: number, isPaid: boolean): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const at = new Date();
  await world.database.withTenant(world.tenantId, async (tx) => {
    const recording = new Proxy(tx, {
      get(target, name) {
        const part: unknown = Reflect.get(target, name, target);
        if (typeof part !== 'function') return part;
        return (...given: readonly unknown[]): unknown => {
          const [sql, values = []] = given;
          if (typeof sql === 'string') statements.push({ sql, values: values as readonly unknown[] });
          return Reflect.apply(part, target, given) as unknown;
        };
      },
    });
    const ctx = withRepositories(
      {
        caller: systemCaller(world.tenantId, 'Asia/Shanghai'),
        model,
        tenantId: world.tenantId,
        tx: recording,
        now: () => at,
        today: () => at.toISOString().slice(0, 10),
        check: { toInstant: () => undefined },
        sealer: { open: () => '' },
        can: () => true,
      } as unknown as Ctx,
      planner(model, {}, traits),
    );
    const { payments } = await ctx.repo(contract).get(id);
    statements.length = 0;
    await ctx.repo(contract).update(id, {
      payments: (payments ?? []).map((line, place) => (place < changed ? { ...line, isPaid } : line)),
    } as never);
  });
  return statements;
}

/** Payments are marked in contracts that are in force. */
async function bringIntoForce({ owner, tenantId }: World, ids: readonly number[]): Promise<void> {
  await owner.query(`update contract set state = 'effective' where tenant_id = $1 and id = any($2)`, [tenantId, ids]);
}

/** Users who may save contracts; each may call only so often. */
async function signInAll(world: World): Promise<readonly { readonly accessToken: string }[]> {
  await world.owner.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, u, r.id from unnest($2::bigint[]) u, app_role r where r.tenant_id = $1 and r.name_key = 'admin' on conflict do nothing`,
    [world.tenantId, world.users.map(({ id }) => id)],
  );
  return Promise.all(world.users.map(({ userName }) => signIn(world, userName)));
}

/** Saves of documents with fifty lines, against their statements straight through the driver. */
export async function lineFigures(world: World): Promise<readonly Figure[]> {
  const tokens = await signInAll(world);
  const wires = await Promise.all(Array.from({ length: lanes }, () => Wire.open(world.server.url)));
  let sent = 0;
  const send = async (lane: number, path: string, body: object): Promise<unknown> => {
    sent += 1;
    const { accessToken = '' } = tokens[sent % tokens.length] ?? {};
    const answer = await wires[lane]?.request('POST', `${service}/${path}`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(body),
    });
    if (answer?.status !== 200) throw new Error(`a document was not saved: ${answer?.status} ${answer?.text}`);
    return JSON.parse(answer.text) as unknown;
  };
  const userId = world.users[0]?.id ?? 0;
  const ids: number[] = [];
  for (let lane = 0; lane < lanes; lane += 1)
    ids.push(await newDocument((path, body) => send(lane, path, body), userId));
  await bringIntoForce(world, ids);
  const { rows } = await world.owner.query<{ contract: string; id: string; date: string }>(
    `select contract_id as contract, id, due_on::text as date from contract_payment where tenant_id = $1 order by contract_id, place`,
    [world.tenantId],
  );
  const linesOf = (id: number): readonly Line[] =>
    rows
      .filter((row) => Number(row.contract) === id)
      .map((row) => ({ id: Number(row.id), date: row.date, amount: 100, paid: false }));
  const documents = ids.map(linesOf);
  let turn = 0;
  const work = async (lane: number): Promise<void> => {
    turn += 1;
    const payPlan = documents[lane]?.map((line, place) => (place < changed ? { ...line, paid: turn % 2 === 0 } : line));
    await send(lane, 'CreateOrEdit', { id: ids[lane], payPlan });
  };
  await pressure({ lanes, seconds: 2, work });
  const { times, seconds } = await pressure({ lanes, seconds: 8, work });
  for (const wire of wires) wire.close();
  const recorded: (readonly Statement[])[] = [];
  for (const id of ids) {
    await statementsOf(world, id, false);
    recorded.push(await statementsOf(world, id, true));
  }
  const value = times.length / seconds;
  const yardstick = await driverRate(world, lanes, (lane) => recorded[lane] ?? []);
  return [
    figure({
      name: `save of a document with ${lines} lines`,
      value,
      unit: 'saves/s',
      yardstick,
      must: 'ratio >= 0.4',
      aim: 'ratio >= 0.6',
      ok: value / yardstick >= 0.4,
      conditions: `${lanes} connections, ${changed} lines changed by each save, history and version included; yardstick: the statements of such a save (${recorded[0]?.length ?? 0}) in a transaction straight through the driver; client, server and database share the machine`,
    }),
  ];
}
