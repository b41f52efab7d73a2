import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { msUntil, statusOf } from './scene.ts';
import { signIn } from './session.ts';
import { smallDisk } from './tools.ts';

interface Answered {
  readonly status: number;
  readonly reason: string;
}

async function answered(asking: Promise<Response>): Promise<Answered> {
  const response = await asking;
  const text = await response.text();
  const reason =
    (JSON.parse(text) as { readonly error: { readonly reason: string; readonly message: string } | null }).error
      ?.reason ?? '';
  return { status: response.status, reason };
}

type HeaderWords = Readonly<Record<string, string>>;

async function sendFile(
  url: string,
  headers: HeaderWords,
  { name, content }: { readonly name: string; readonly content: string },
): Promise<Answered> {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/csv' }), name);
  return answered(fetch(url, { method: 'POST', headers, body: form }));
}

interface TaskAnswer {
  readonly state: string;
  readonly failureReason: string | null;
}

/** Exports a list as a task and waits for its end; returns its failure as an answer. */
async function exportTask(url: string, headers: HeaderWords): Promise<Answered> {
  const json = { ...headers, 'content-type': 'application/json' };
  const asked = await fetch(`${url}/api/services/app/Dictionary/ExportAsTask`, {
    method: 'POST',
    headers: json,
    body: '{}',
  });
  const { result } = (await asked.json()) as { readonly result: { readonly taskId: number } | null };
  if (!result) return { status: asked.status, reason: 'the task was not taken' };
  const task = async (): Promise<TaskAnswer> =>
    (
      (await (await fetch(`${url}/api/services/app/ListTasks/Get?id=${result.taskId}`, { headers })).json()) as {
        readonly result: TaskAnswer;
      }
    ).result;
  let last = await task();
  const isOver = await msUntil(async () => {
    last = await task();
    return ['done', 'failed'].includes(last.state);
  }, 60_000);
  if (isOver === undefined) return { status: 0, reason: `the task is ${last.state}` };
  return last.state === 'done' ? { status: 200, reason: '' } : { status: 503, reason: last.failureReason ?? '' };
}

/** The disk of uploads and exports is full: they are refused with a reason and leave no files; all other calls work. */
export const filesFull: FaultRun = {
  name: 'F9',
  title: 'the disk of uploads and exports is full',
  async run(world, { isLong }) {
    const report = new Report(`F9 ${filesFull.title}`);
    const folder = join(world.dataDir, 'files');
    const remove = smallDisk(folder, 4);
    if (!remove) return report.skip('a file system in memory cannot be mounted (needs root and the right to mount)');
    const server = await world.start();
    try {
      const headers = { authorization: `Bearer ${await signIn(server.url)}` };
      const upload = (): Promise<Answered> =>
        sendFile(`${server.url}/UpLoad/UpLoadFile2`, headers, {
          name: 'many.csv',
          content: `code,name\n${'1,甲\n'.repeat(50_000)}`,
        });
      const sheet = (): Promise<Answered> =>
        sendFile(`${server.url}/UpLoad/UpLoadSheet`, headers, { name: 'import.csv', content: '名称\n'.repeat(50_000) });
      const exported = (): Promise<Answered> =>
        answered(fetch(`${server.url}/api/services/app/Dictionary/GetDictionarysToExcel`, { headers }));
      const each = async (): Promise<readonly Answered[]> => [
        await upload(),
        await sheet(),
        await exported(),
        await exportTask(server.url, headers),
      ];
      const before = await each();
      const { bavail, bsize } = statfsSync(folder);
      const ballast = join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
      const full: Answered[] = [];
      for (let at = 0; at < (isLong ? 100 : 5); at += 1) full.push(...(await each()));
      const left = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.part'));
      const other = (await fetch(`${server.url}/api/services/app/C_client/GetPagedAll?MaxResultCount=1`, { headers }))
        .status;
      const ready = await statusOf(server.url, '/health/ready');
      rmSync(ballast);
      const after = await each();
      report.inject(
        `a disk of 4 MB filled; ${full.length} uploads, sheets to import, exports and export tasks meanwhile`,
      );
      report.check(
        'before and after they succeed',
        before.length + after.length,
        [...before, ...after].filter(({ status }) => status !== 200).map(({ status, reason }) => `${status} ${reason}`),
      );
      report.check(
        'meanwhile they are refused with the reason',
        full.length,
        full
          .filter(({ status, reason }) => status !== 503 || reason !== 'storage.full')
          .map(({ status, reason }) => `${status} ${reason}`),
      );
      report.check('nothing half written is left', full.length, left);
      report.must('other calls go on', other === 200 && ready === 200, `a list ${other}, ready ${ready}`);
    } finally {
      await server.end();
      remove();
    }
    return report;
  },
};
