import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { figure, quantile, type Figure } from './figure.ts';
import { productFolder } from './server-process.ts';
import { Wire } from './wire.ts';
import { signIn, type World } from './world.ts';

const starts = 3;
const rounds = 200;

/** From the start of the process with its embedded database to the first ready answer, on the data of this run. */
export async function startFigures(world: World): Promise<readonly Figure[]> {
  const times: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    await world.restart();
    times.push(world.server.readyMs / 1000);
  }
  const value = quantile(times, 0.5);
  return [
    figure({
      name: 'start to ready',
      value,
      unit: 's',
      must: '<= 10',
      aim: '<= 3',
      ok: value <= 10,
      conditions: `median of ${starts} starts on the existing data of this run, embedded database included, after clean ends`,
    }),
  ];
}

/** What a browser asks for before it can show anything. */
export async function sessionFigures(world: World): Promise<readonly Figure[]> {
  const { accessToken } = await signIn(world, 'admin');
  const wires = await Promise.all([Wire.open(world.server.url), Wire.open(world.server.url)]);
  const headers = { authorization: `Bearer ${accessToken}` };
  const round = async (): Promise<void> => {
    const answers = await Promise.all([
      wires[0]?.request('GET', '/AbpUserConfiguration/GetAll', { headers }),
      wires[1]?.request('GET', '/api/services/app/Session/GetCurrentLoginInformations', { headers }),
    ]);
    if (answers.some((answer) => answer?.status !== 200))
      throw new Error(`the session did not start: ${answers.map((answer) => answer?.status).join(', ')}`);
  };
  for (let turn = 0; turn < 20; turn += 1) await round();
  const times: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const at = performance.now();
    await round();
    times.push(performance.now() - at);
    // Slower than anybody clicks, and within what one user may spend.
    await new Promise((done) => setTimeout(done, 25));
  }
  for (const wire of wires) wire.close();
  const p95 = quantile(times, 0.95);
  return [
    figure({
      name: 'session start p95',
      value: p95,
      unit: 'ms',
      must: '< 100',
      aim: '< 30',
      ok: p95 < 100,
      conditions: `${rounds} rounds of user configuration and login information together, without ETag`,
    }),
  ];
}

const signInEntries = ['index.html', 'src/app/sign-in/mount-sign-in.tsx'];
const homeEntries = ['index.html', 'src/app/frame/mount-frame.tsx', 'src/app/home/home-page.tsx'];

const loads: readonly { readonly name: string; readonly entries: readonly string[]; readonly most: number }[] = [
  { name: 'script of sign-in', entries: signInEntries, most: 260 },
  { name: 'script of frame and home', entries: homeEntries, most: 350 },
  {
    name: 'script of the first list',
    entries: [...homeEntries, 'src/features/clients/client-list.screen.tsx'],
    most: 520,
  },
];

/** Scripts that a browser must have, compressed. */
export function scriptFigures(): readonly Figure[] {
  const root = productFolder();
  if (!existsSync(join(root, 'apps/web/dist/.vite/manifest.json')))
    throw new Error('the web is not built: run "node tools/build.mjs web" first');
  return loads.map(({ name, entries, most }) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/bundle-size.mjs'), ...entries], {
      cwd: root,
      encoding: 'utf8',
    });
    const kilobytes = Number(/([\d.]+) KB gz together/.exec(stdout)?.[1] ?? Number.NaN);
    if (Number.isNaN(kilobytes)) throw new Error(stderr.slice(0, 400));
    return figure({
      name,
      value: kilobytes,
      unit: 'KB gz',
      must: `<= ${most}`,
      aim: `<= ${most}`,
      ok: kilobytes <= most,
      conditions: `static imports of ${entries.join(', ')}, gzip level 9`,
    });
  });
}
