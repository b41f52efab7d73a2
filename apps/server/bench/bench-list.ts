import { model, heartRateReading } from '@kangmai/model';
import { Members } from '@kangmai/resource';
import { systemCaller } from '../src/access/caller.ts';
import type { CallCtx } from '../src/engine/crud/call-ctx.ts';
import { listQuery } from '../src/engine/crud/conventional.ts';
import { countStatement, pageStatement } from '../src/engine/crud/list.ts';
import { planner } from '../src/engine/crud/plan.ts';
import { shownIf } from '../src/modules/index.ts';
import { cpuMeter } from './cpu.ts';
import { driverWork } from './driver-rate.ts';
import { figure, inTurns, quantile, type Figure } from './figure.ts';
import { Wire } from './wire.ts';
import { doctors, signIn, type World } from './world.ts';

const lanes = doctors;
const service = '/api/services/app/Watch_hearts/GetAll';

const queryOf = (clientId: number, turn: number) => ({
  userIdFilter: String(clientId),
  MinheartFilter: String(76 + (turn % 8)),
  Sorting: 'measure_time desc',
  MaxResultCount: '10',
  SkipCount: String((turn % 3) * 10),
});

/** The statements that the list runs for a doctor, sent straight through the driver with the same role and tenant. */
function rawWork(world: World, clientsOf: (lane: number) => readonly number[]): ReturnType<typeof driverWork> {
  const plan = planner(model, shownIf)(heartRateReading);
  let turn = 0;
  return driverWork(world, lanes, (lane) => {
    const user = world.users[lane];
    turn += 1;
    const caller = {
      ...systemCaller(world.tenantId, 'Asia/Shanghai'),
      userId: user?.id ?? 0,
      sight: { all: false, own: true, teams: [], units: [] },
    };
    const at = new Date();
    const ctx = {
      caller,
      model,
      tenantId: world.tenantId,
      now: () => at,
      today: () => at.toISOString().slice(0, 10),
      check: { toInstant: () => undefined },
    } as unknown as CallCtx;
    const own = clientsOf(lane);
    const list = listQuery(plan, ctx, Members.ofQuery(queryOf(own[turn % own.length] ?? 0, turn)));
    return [pageStatement(plan, ctx, list), countStatement(plan, ctx, list)];
  });
}

/** Ten of a million rows, filtered, sorted, counted, in a doctor's sight, against the bare statements. */
export async function listFigures(world: World): Promise<readonly Figure[]> {
  const { server, watches, users } = world;
  const clientsOf = (lane: number): readonly number[] =>
    watches.filter((watch, index) => watch.clientId > 0 && index % doctors === lane).map(({ clientId }) => clientId);
  const tokens = await Promise.all(users.map(({ userName }) => signIn(world, userName)));
  const wires = await Promise.all(Array.from({ length: lanes }, () => Wire.open(server.url)));
  let turn = 0;
  let rowsSeen = 0;
  const work = async (lane: number): Promise<void> => {
    turn += 1;
    const own = clientsOf(lane);
    const query = new URLSearchParams(queryOf(own[turn % own.length] ?? 0, turn)).toString();
    const answer = await wires[lane]?.request('GET', `${service}?${query}`, {
      headers: { authorization: `Bearer ${tokens[lane]?.accessToken}` },
    });
    if (answer?.status !== 200) throw new Error(`the list failed: ${answer?.status} ${answer?.text.slice(0, 300)}`);
    // Counted in the text: what reading the answer costs is not the server's.
    rowsSeen += answer.text.split('"heart":').length - 1;
  };
  const raw = rawWork(world, clientsOf);
  const meter = cpuMeter(world);
  const [pages, statements] = await inTurns({
    lanes,
    turns: 6,
    seconds: 2,
    work: [work, raw.work],
    before: meter.start,
    after: meter.stop,
  });
  await raw.end();
  for (const wire of wires) wire.close();
  if (rowsSeen < turn * 5) throw new Error(`the lists were all but empty: ${rowsSeen} rows in ${turn} pages`);
  const rate = pages.times.length / pages.seconds;
  const yardstick = statements.times.length / statements.seconds;
  const conditions = `1 M heart rates; filter by person and value, sorted, counted, own clients of ${doctors} doctors, ${lanes} connections; CPU per page: ${meter.words(pages.times.length)}`;
  return [
    figure({
      name: 'list page',
      value: rate,
      unit: 'pages/s',
      yardstick,
      must: 'ratio >= 0.5',
      aim: 'ratio >= 0.6',
      ok: rate / yardstick >= 0.5,
      conditions: `${conditions}; yardstick: the same two statements in a transaction through the driver, by the application's role, six turns of 2 s of each`,
    }),
    figure({
      name: 'list page p95',
      value: quantile(pages.times, 0.95),
      unit: 'ms',
      must: '-',
      aim: '-',
      ok: true,
      conditions,
    }),
  ];
}
