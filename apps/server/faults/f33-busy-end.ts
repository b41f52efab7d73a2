import type { Socket } from 'node:net';
import { Client } from 'pg';
import { packRepeated, sheetAround, workbookOf } from '../test/crafted-sheets.ts';
import type { FaultRun } from './fault.ts';
import { Listener } from './listener.ts';
import { dial, headOf } from './raw-wire.ts';
import { Report } from './report.ts';
import { msUntil } from './scene.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './session.ts';
import { timeLimit } from './time-limit.ts';
import type { World } from './world.ts';

const endLimitMs = timeLimit(5000);
const beginLimitMs = timeLimit(30_000);

/** A small file that takes minutes to read and has no complete row. */
const endless = (): Buffer =>
  workbookOf(packRepeated(sheetAround.begin, { unit: '<row/>'.repeat(100_000), times: 800 }, sheetAround.end));

async function beginImport(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(endless())]), 'endless.xlsx');
  const upload = (await (await fetch(`${url}/UpLoad/UpLoadSheet`, { method: 'POST', headers, body: form })).json()) as {
    readonly result: { readonly fileToken: string };
  };
  const body = JSON.stringify({ fileToken: upload.result.fileToken });
  const answer = await fetch(`${url}/api/services/app/C_client/ImportFromExcel`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (answer.status !== 200) throw new Error(`the import was refused: ${await answer.text()}`);
}

/** A request with an incomplete body. */
function halfRequest(url: string, token: string): Socket {
  const socket = dial(url);
  socket.write(
    headOf('POST /api/services/app/C_client/CreateOrEdit', {
      'content-type': 'application/json',
      'content-length': '1000',
      authorization: `Bearer ${token}`,
    }),
  );
  return socket;
}

/** A sign-in that waits for a lock that is never released. */
async function lockedSignIn(
  world: World,
  server: ServerProcess,
): Promise<{ readonly answer: Promise<unknown>; readonly release: () => Promise<void> }> {
  const holder = new Client({ connectionString: await world.adminUrl() });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table user_token in share mode');
  const answer = signIn(server.url).catch(() => undefined);
  return { answer, release: () => holder.end() };
}

/** A server is ended while a file is read, a sign-in waits for a lock, requests are half sent and screens listen. */
export const busyEnd: FaultRun = {
  name: 'F33',
  title: 'SIGTERM in the middle of work that does not end',
  async run(world) {
    const report = new Report(`F33 ${busyEnd.title}`);
    const database = await world.keepDatabase();
    const server = await world.start();
    const token = await signIn(server.url);
    const screen = await Listener.of(server.url, { event: 'newsos' });
    await beginImport(server.url, token);
    const isReading = async (): Promise<boolean> =>
      (
        await world.sql<{ count: number }>(
          "select count(*) as count from import_batch where state = 'checking' and attempts = 1",
        )
      )[0]?.count === 1;
    report.must('a file is being read', (await msUntil(isReading, beginLimitMs)) !== undefined, 'it is not');
    const { answer, release } = await lockedSignIn(world, server);
    const isWaiting = async (): Promise<boolean> =>
      ((await world.sql<{ count: number }>('select count(*) as count from pg_locks where not granted'))[0]?.count ??
        0) > 0;
    report.must('a sign-in waits for a lock', (await msUntil(isWaiting, beginLimitMs)) !== undefined, 'it does not');
    const half = halfRequest(server.url, token);
    const began = performance.now();
    await server.end();
    report.inject('one file without end, one locked sign-in, one half request and one screen');
    report.atMost('the process ends', performance.now() - began, { limit: endLimitMs, unit: 'ms' });
    report.must(
      'the end is clean',
      server.exitCode === 0,
      `it ended with ${server.exitCode}: ${server.output.slice(-200)}`,
    );
    const [batch] = await world.sql<{ state: string }>('select state from import_batch order by id desc limit 1');
    report.must('the import waits for the next start', batch?.state === 'checking', `it is ${batch?.state}`);
    await release();
    await answer;
    half.destroy();
    screen.close();
    await world.sql("update import_batch set state = 'cancelled' where state = 'checking'");
    await database.stop();
    return report;
  },
};
