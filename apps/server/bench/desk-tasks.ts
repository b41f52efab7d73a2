import { setTimeout as pause } from 'node:timers/promises';
import { enter, open, pageOptions, startBrowser } from './browser.ts';

import type { Browser } from 'playwright-core';

const settlesMs = 3000;
const longFromMs = 50;
/** The category of the trace that names the tasks of each thread. */
const taskCategory = 'disabled-by-default-devtools.timeline';

/** A task of the page that took at least 50 ms by the clock. */
export interface Task {
  readonly wallMs: number;
  /** The processor's time of the page's thread in it, without the time that others had the core. */
  readonly cpuMs: number;
}

/** The desk of abnormal data in a browser of its own, which notes the tasks of its page. */
export interface Desk {
  /** Ends the noting; the long tasks since the desk was opened. */
  readonly longTasks: () => Promise<readonly Task[]>;
  readonly close: () => Promise<void>;
}

/** An event of a trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}.${tid}`;

/** The tasks of the busiest page's main thread: the browser keeps a spare page that does nothing. */
function longTasksOf(events: readonly TraceEvent[]): readonly Task[] {
  const mains = events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map((named) => {
      const thread = threadOf(named);
      return events.filter((event) => event.name === 'RunTask' && threadOf(event) === thread);
    });
  const [busiest = []] = mains.toSorted((one, other) => other.length - one.length);
  if (!busiest.some(({ tdur = 0 }) => tdur > 0))
    throw new Error('the trace holds no time of the processor in the page');
  return busiest
    .map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1000, cpuMs: tdur / 1000 }))
    .filter(({ wallMs }) => wallMs >= longFromMs);
}

/** Starts a trace of the tasks alone, as more would slow the page; ends it with what it holds. */
async function traceTasks(browser: Browser): Promise<() => Promise<readonly TraceEvent[]>> {
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [taskCategory], excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise<{ readonly dataLossOccurred: boolean }>((resolve) => {
      cdp.once('Tracing.tracingComplete', resolve);
    });
    await cdp.send('Tracing.end');
    if ((await complete).dataLossOccurred) throw new Error('the trace of the browser lost events');
    return events;
  };
}

/** Opens the desk as the tenant's admin and notes its tasks from then on. */
export async function openDesk(url: string): Promise<Desk> {
  const browser = await startBrowser();
  const page = await browser.newPage(pageOptions);
  await enter(page, url);
  await open(page, '/jkfw/adnormal', '异常数据');
  await pause(settlesMs);
  const endTrace = await traceTasks(browser);
  return { longTasks: async () => longTasksOf(await endTrace()), close: () => browser.close() };
}
