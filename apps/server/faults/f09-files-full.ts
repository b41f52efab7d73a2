import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { statusOf } from './scene.ts';
import { signIn } from './session.ts';
import { smallDisk } from './tools.ts';

interface Answered {
  readonly status: number;
  readonly reason: string;
}

async function answered(asking: Promise<Response>): Promise<Answered> {
  const response = await asking;
  const text = await response.text();
  const reason = (JSON.parse(text) as { readonly error: { readonly reason: string; readonly message: string } | null }).error?.reason ?? '';
  return { status: response.status, reason };
}

/** The disk of uploads and exports is full: they are refused with a reason, nothing is left of them, everything else goes on. */
export const filesFull: FaultRun = {
  name: 'F9', title: 'the disk of uploads and exports is full',
  async run(world, { isLong }) {
    const report = new Report(`F9 ${filesFull.title}`);
    const folder = join(world.dataDir, 'files');
    const remove = smallDisk(folder, 4);
    if (!remove) return report.skip('a file system in memory cannot be mounted (needs root and the right to mount)');
    const server = await world.start();
    try {
      const headers = { authorization: `Bearer ${await signIn(server.url)}` };
      const upload = (): Promise<Answered> => {
        const form = new FormData();
        form.set('file', new Blob([`code,name\n${'1,甲\n'.repeat(50_000)}`], { type: 'text/csv' }), 'many.csv');
        return answered(fetch(`${server.url}/UpLoad/UpLoadFile2`, { method: 'POST', headers, body: form }));
      };
      const exported = (): Promise<Answered> => answered(fetch(`${server.url}/api/services/app/Dictionary/GetDictionarysToExcel`, { headers }));
      const before = [await upload(), await exported()];
      const { bavail, bsize } = statfsSync(folder);
      const ballast = join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
      const full: Answered[] = [];
      for (let at = 0; at < (isLong ? 100 : 5); at += 1) full.push(await upload(), await exported());
      const left = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.part'));
      const other = (await fetch(`${server.url}/api/services/app/C_client/GetPagedAll?MaxResultCount=1`, { headers })).status;
      const ready = await statusOf(server.url, '/health/ready');
      rmSync(ballast);
      const after = [await upload(), await exported()];
      report.inject(`a disk of 4 MB filled; ${full.length} uploads and exports meanwhile`);
      report.check('before and after they succeed', 4, [...before, ...after].filter(({ status }) => status !== 200).map(({ status, reason }) => `${status} ${reason}`));
      report.check('meanwhile they are refused with the reason', full.length, full.filter(({ status, reason }) => status !== 503 || reason !== 'storage.full').map(({ status, reason }) => `${status} ${reason}`));
      report.check('nothing half written is left', full.length, left);
      report.must('other calls go on', other === 200 && ready === 200, `a list ${other}, ready ${ready}`);
    } finally {
      await server.end();
      remove();
    }
    return report;
  },
};
