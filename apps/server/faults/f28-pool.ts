import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { FaultRun } from './fault.ts';
import { quantile } from './load.ts';
import { Report } from './report.ts';
import { msUntil, Scene, statusOf } from './scene.ts';
import { signIn } from './session.ts';
import { timeLimit } from './time-limit.ts';

const longestAnswerMs = timeLimit(20_000);
const alarmLimitMs = timeLimit(1500);
const path = '/api/services/app/Dictionary_type/GetAll?MaxResultCount=1';

const mostCalls = 1000;
/** Calls that time out in order end at most this far out of order. */
const overtakenMs = 1000;

interface Asked {
  readonly status: number;
  readonly began: number;
  readonly ms: number;
  readonly retryAfter: boolean;
}

async function ask(url: string, token: string): Promise<Asked> {
  const began = performance.now();
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } }).catch(
    () => undefined,
  );
  await response?.arrayBuffer();
  return {
    status: response?.status ?? 0,
    began,
    ms: performance.now() - began,
    retryAfter: response?.headers.has('retry-after') ?? false,
  };
}

/** True for a call that was refused while an earlier one was still waiting: the queue was full, it did not time out. */
function isRefusedAtOnce(call: Asked, all: readonly Asked[]): boolean {
  const end = call.began + call.ms;
  return (
    call.status === 503 &&
    all.some(({ status, began, ms }) => status !== 429 && began < call.began && began + ms > end + overtakenMs)
  );
}

function checkAnswers(report: Report, answers: readonly Asked[]): void {
  report.check(
    'the queue is bounded: some are told to come back at once',
    answers.length,
    answers.some((call) => isRefusedAtOnce(call, answers)) ? [] : ['all waited'],
  );
  report.check(
    'no other answers, each within 20 s, refusals say when',
    answers.length,
    answers
      .filter(
        ({ status, ms, retryAfter }) =>
          ![200, 503, 429].includes(status) || ms > longestAnswerMs || (status !== 200 && !retryAfter),
      )
      .map(({ status, ms }) => `${status} after ${ms.toFixed(0)} ms`),
  );
}

/**
 * A table is locked until every ordinary connection waits for it. The queue of calls is bounded; the ingest door still
 * works.
 */
export const poolExhausted: FaultRun = {
  name: 'F28',
  title: 'every ordinary connection waits for a lock',
  async run(world, { isLong, seed }) {
    const report = new Report(`F28 ${poolExhausted.title}`);
    const server = await world.start({ DATABASE_POOL_SIZE: '4' });
    const tokens = [await signIn(server.url), await signIn(server.url, 0)];
    const scene = await Scene.of(world, 'F28', { urls: () => [server.url], connections: 2, largest: 1, seed });
    const holder = new Client({ connectionString: await world.adminUrl() });
    await holder.connect();
    await holder.query('begin; lock table dictionary_type in access exclusive mode');
    const answers: Asked[] = [];
    const asking = Array.from({ length: mostCalls }, async (_each, at) => {
      await pause(at);
      answers.push(await ask(server.url, tokens[at % 2] as string));
    });
    await msUntil(
      async () =>
        (
          await world.sql<{ n: number }>(
            `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'kangmai app'`,
          )
        )[0]?.n === 4,
      timeLimit(10_000),
    );
    scene.load.start();
    await scene.load.more(5, timeLimit(20_000));
    const heldMs = await msUntil(async () => answers.some(({ status }) => status === 503), timeLimit(20_000));
    // Waiting calls stay queued; refused calls have ended.
    await pause(isLong ? 40_000 : 2 * overtakenMs);
    const live = await statusOf(server.url, '/health/live');
    const delivered = scene.load.times.length;
    await holder.query('rollback');
    await holder.end();
    await Promise.all(asking);
    const after = await msUntil(
      async () => (await ask(server.url, tokens[0] as string)).status === 200,
      timeLimit(10_000),
    );
    const count = (status: number): number => answers.filter((each) => each.status === status).length;
    report.inject(
      `a table held until the first call was refused (${heldMs === undefined ? 'never' : `${heldMs.toFixed(0)} ms`}) and ${isLong ? 40 : 2} s longer, ${answers.length} calls on it over 4 connections: ${count(200)} answered, ${count(503)} told to come back (503), ${count(429)} held back by their rate (429); ${delivered} deliveries meanwhile; seed ${seed}`,
    );
    checkAnswers(report, answers);
    report.check(
      `the readings' door has connections of its own (95 % within ${quantile(scene.load.times, 0.95).toFixed(0)} ms)`,
      delivered,
      quantile(scene.load.times, 0.95) > alarmLimitMs ? [`${quantile(scene.load.times, 0.95).toFixed(0)} ms`] : [],
    );
    report.check(
      'the server lives and answers again',
      1,
      live === 200 && after !== undefined ? [] : [`live ${live}, again after ${after}`],
    );
    await scene.end(report);
    await server.end();
    return report;
  },
};
