import { loadavg } from 'node:os';
import { serveBareRoute } from './bare-route.ts';
import { alarmFigures, floodFigures } from './bench-alarm.ts';
import { batchFigures } from './bench-batch.ts';
import { burstCuffs, burstFigures } from './bench-burst.ts';
import { calendarFigures } from './bench-calendar.ts';
import { countFigures } from './bench-counts.ts';
import { findFigures } from './bench-find.ts';
import { excelFigures } from './bench-excel.ts';
import { importFigures } from './bench-import.ts';
import { ladderFigures } from './bench-ladder.ts';
import { lineFigures } from './bench-lines.ts';
import { listFigures } from './bench-list.ts';
import { mergeFigures } from './bench-merge.ts';
import { nodeFigures } from './bench-nodes.ts';
import { singleFigures } from './bench-single.ts';
import { occupancyFigures } from './bench-occupancy.ts';
import { pageFigures } from './bench-pages.ts';
import { ruleFigures } from './bench-rules.ts';
import { scriptFigures, sessionFigures, startFigures } from './bench-start.ts';
import { stormFigures } from './bench-storm.ts';
import { tabFigures } from './bench-tabs.ts';
import { tagFigures } from './bench-tags.ts';
import { tenantFigures } from './bench-tenants.ts';
import { manyNamesFigures, userFigures } from './bench-users.ts';
import { volumeFigures } from './bench-volume.ts';
import { weekFigures } from './bench-week.ts';
import type { Figure } from './figure.ts';
import { serveManyNames } from './many-names.ts';
import { loadMillion } from './rows.ts';
import { makeWorld, type World } from './world.ts';

interface Bench {
  readonly name: string;
  readonly needsRows?: true;
  /** Takes long: runs only when it is named. */
  readonly onlyNamed?: true;
  /** People with cuffs, where the usual number is too small. */
  readonly cuffs?: number;
  readonly run: (world: World) => Promise<readonly Figure[]>;
}

const benches: readonly Bench[] = [
  { name: 'list', needsRows: true, run: listFigures },
  { name: 'counts', run: countFigures },
  { name: 'lines', run: lineFigures },
  { name: 'session', run: sessionFigures },
  { name: 'names', run: manyNamesFigures },
  { name: 'users', run: userFigures },
  { name: 'single', run: singleFigures },
  { name: 'batch', run: batchFigures },
  { name: 'flood', run: floodFigures },
  { name: 'alarm', run: alarmFigures },
  { name: 'nodes', run: nodeFigures },
  { name: 'start', run: startFigures },
  { name: 'tenants', run: tenantFigures },
  { name: 'excel', run: excelFigures },
  { name: 'storm', run: stormFigures },
  { name: 'import', run: importFigures },
  { name: 'burst', onlyNamed: true, cuffs: burstCuffs, run: burstFigures },
  { name: 'ladder', onlyNamed: true, run: ladderFigures },
  { name: 'find', onlyNamed: true, run: findFigures },
  { name: 'rules', onlyNamed: true, run: ruleFigures },
  { name: 'volume', onlyNamed: true, run: volumeFigures },
  { name: 'tabs', onlyNamed: true, run: tabFigures },
  { name: 'calendar', onlyNamed: true, run: calendarFigures },
  { name: 'tags', onlyNamed: true, run: tagFigures },
  { name: 'merge', onlyNamed: true, run: mergeFigures },
  { name: 'week', onlyNamed: true, run: weekFigures },
  { name: 'occupancy', onlyNamed: true, run: occupancyFigures },
  { name: 'pages', onlyNamed: true, run: pageFigures },
];

const note = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

function print(figures: readonly Figure[]): boolean {
  for (const each of figures)
    process.stdout.write(`${JSON.stringify({ ...each, load: Math.round(loadavg()[0] ?? 0) })}\n`);
  return figures.every(({ ok }) => ok);
}

async function run(names: readonly string[]): Promise<boolean> {
  const chosen = benches.filter(({ name, onlyNamed }) => names.includes(name) || (names.length === 0 && !onlyNamed));
  const unknown = names.filter((name) => name !== 'scripts' && !benches.some((bench) => bench.name === name));
  if (unknown.length > 0)
    throw new Error(
      `no bench is called ${unknown.join(', ')}; there are ${[...benches.map(({ name }) => name), 'scripts'].join(', ')}`,
    );
  let ok = names.length === 0 || names.includes('scripts') ? print(scriptFigures()) : true;
  if (chosen.length === 0) return ok;
  note('starting a server on a fresh database …');
  const [cuffs] = chosen.flatMap((bench) => bench.cuffs ?? []);
  const world = await makeWorld({ cuffs });
  try {
    if (names.length === 0 || chosen.some(({ needsRows }) => needsRows)) {
      const began = performance.now();
      const count = await loadMillion(world);
      note(`${count} rows loaded in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    for (const bench of chosen) ok = print(await bench.run(world)) && ok;
  } finally {
    await world.close();
  }
  return ok;
}

if (process.argv[2] === 'bare-route') await serveBareRoute();
else if (process.argv[2] === 'many-names') await serveManyNames();
else if (!(await run(process.argv.slice(2)))) process.exitCode = 1;
