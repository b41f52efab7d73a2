import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@kangmai/testkit/client';
import type { Report } from '../faults/report.ts';
import type { Attack } from './attack.ts';
import { documentedCalls } from './documented-calls.ts';
import type { Target } from './target.ts';

const inherited = Object.getOwnPropertyNames(Object.prototype);
const orders: readonly string[] = [
  ...inherited,
  'valueOf desc',
  '__proto__.polluted asc',
  ',',
  'x'.repeat(10_000),
  'id; select 1',
  '(select 1)',
  "' or 1=1 --",
];

/** Lists whose statement is written by hand. */
const handMade = ['UserLink/GetLinkedUsers', 'UserLogin/GetUserLoginAttempts', 'Tenant/GetTenants'] as const;

interface Sweep {
  readonly client: Client;
  readonly paths: readonly string[];
  readonly words: readonly string[];
}

/** The status of a read; one that the limit of calls refuses is sent again when its time has come. */
async function statusOf(
  client: Client,
  path: string,
  query: Readonly<Record<string, string | number>>,
): Promise<number> {
  for (;;) {
    const { status, headers } = await client.get(path, query);
    if (status !== 429) return status;
    await pause(1000 * Math.max(1, Number(headers.get('retry-after') ?? 1)));
  }
}

/** Sends each word to each list as its order. Answers what was neither sorted nor refused. */
async function faultsOf({ client, paths, words }: Sweep): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    for (const word of words) {
      const status = await statusOf(client, path, { Sorting: word, MaxResultCount: 1 });
      if (status >= 500 || status === 401) faults.push(`${path} ${word.slice(0, 40)}: ${status}`);
    }
  }
  return faults;
}

async function attackSide(
  target: Target,
  report: Report,
  { client, isLong }: { readonly client: Client; readonly isLong: boolean },
): Promise<void> {
  const reads = (await documentedCalls(target))
    .filter(({ verb, takes }) => verb === 'get' && takes.includes('sorting'))
    .map(({ path }) => path);
  const words = isLong ? orders : ['constructor', '__proto__', 'toString desc'];
  const paths = isLong ? reads : reads.filter((_path, at) => at % 5 === 0);
  report.check(
    'every documented list sorts by its own names alone',
    paths.length * words.length,
    await faultsOf({ client, paths, words }),
  );
  report.check(
    'hand-made lists sort by their own names alone',
    handMade.length * orders.length,
    await faultsOf({ client, paths: handMade, words: orders }),
  );
}

/** Words that every object inherits, and others that are no column, sent as the order of lists. */
export const sortKeys: Attack = {
  name: 'A8',
  title: 'orders by names that are no columns',
  async run(target, report, { isLong }) {
    await attackSide(target, report, { client: await target.as('admin', 'qianjiang'), isLong });
    await attackSide(target, report, { client: await target.as('admin'), isLong });
    const host = await target.as('admin');
    const status = await statusOf(host, 'Tenant/GetTenants', { Sorting: 'tenancyName asc' });
    report.must('the product goes on', status === 200, `tenants are not listed: ${status}`);
  },
};
