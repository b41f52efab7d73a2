import type { Answer, Client } from '@kangmai/testkit/client';
import type { Attack } from './attack.ts';
import { documentedCalls, type DocumentedCall } from './documented-calls.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** Rows of the victim by the service that lists them. */
type Loot = ReadonlyMap<string, readonly Row[]>;

const serviceOf = ({ path }: DocumentedCall): string => path.split('/').at(-2)?.toLowerCase() ?? '';

/** A row of a list, taken out of its wrapper. */
function rowOf(item: object): Row | undefined {
  const flat = Object.assign(
    {},
    ...Object.values(item).filter((value) => value !== null && typeof value === 'object' && !Array.isArray(value)),
    item,
  ) as Readonly<Record<string, unknown>>;
  return typeof flat['id'] === 'number' ? (flat as Row) : undefined;
}

const isList = ({ path, verb, takes }: DocumentedCall): boolean =>
  verb === 'get' && /\/Get(Paged)?All$/i.test(path) && takes.includes('skipcount');

async function rowsOf(client: Client, list: DocumentedCall): Promise<readonly Row[]> {
  const answer = await client.get<{ readonly items?: readonly object[] } | null>(list.path, { MaxResultCount: 3 });
  const page = answer.result ?? (answer.body as { readonly items?: readonly object[] });
  return (page.items ?? []).flatMap((item) => rowOf(item) ?? []);
}

async function lootOf(client: Client, calls: readonly DocumentedCall[]): Promise<Loot> {
  const loot = new Map<string, readonly Row[]>();
  for (const list of calls.filter(isList))
    if (!loot.get(serviceOf(list))?.length) loot.set(serviceOf(list), await rowsOf(client, list));
  return loot;
}

/** Numbers of devices and archives, each used once. */
const lootWords = (loot: Loot): readonly string[] => [
  ...new Set(
    [...loot.values()]
      .flat()
      .flatMap((row) =>
        ['imei', 'archiveNo'].flatMap((name) =>
          typeof row[name] === 'string' && row[name].length >= 8 ? [row[name]] : [],
        ),
      ),
  ),
];

/** The call about a row of the victim: the row itself as the body of a write. */
function ask(client: Client, { path, verb }: DocumentedCall, row: Row): Promise<Answer<unknown>> {
  if (verb === 'get') return client.get(path, { Id: row.id });
  if (verb === 'delete') return client.delete(path, { Id: row.id });
  return verb === 'put' ? client.put(path, row) : client.post(path, row);
}

interface Raid {
  readonly client: Client;
  readonly call: DocumentedCall;
  readonly row: Row;
  readonly words: readonly string[];
}

async function breachOf({ client, call, row, words }: Raid): Promise<readonly string[]> {
  const { status, text } = await ask(client, call, row);
  const told = words.filter((word) => text.includes(word) && !Object.values(row).includes(word));
  const shown = status === 200 ? words.find((word) => text.includes(word)) : told[0];
  return status >= 500 || status === 401 || shown !== undefined
    ? [`${call.verb} ${call.path}: ${status} ${shown ?? ''}`]
    : [];
}

/** The administrator of one tenant requests ids that another tenant's administrator sees. */
export const otherTenantsIds: Attack = {
  name: 'A9',
  title: 'calls with ids of another tenant',
  async run(target, report, { isLong, seed }) {
    const [victim, thief] = [await target.as('admin', 'Default'), await target.as('admin', 'jincheng')];
    const calls = await documentedCalls(target);
    const loot = await lootOf(victim, calls);
    const words = lootWords(loot);
    const about = calls.filter((call) => call.takes.includes('id') && (loot.get(serviceOf(call))?.length ?? 0) > 0);
    const meant = isLong ? about : about.filter((_call, at) => (at + seed) % 4 === 0);
    const broken: string[] = [];
    for (const call of meant)
      for (const row of (loot.get(serviceOf(call)) ?? []).slice(0, isLong ? 3 : 1))
        broken.push(...(await breachOf({ client: thief, call, row, words })));
    report.check('no answer is a fault or holds a word of the other tenant', meant.length, broken);
    report.must('the victim has words to look for', words.length > 0, 'neither imei nor archive number was found');
    const later = await lootOf(victim, calls);
    const changed = [...loot].flatMap(([service, rows]) =>
      rows
        .filter((row) => row['rowVersion'] !== undefined)
        .filter((row) =>
          (later.get(service) ?? []).some((now) => now.id === row.id && now['rowVersion'] !== row['rowVersion']),
        )
        .map(({ id }) => `${service} ${id}`),
    );
    report.check('no row of the other tenant was changed', loot.size, changed);
  },
};
