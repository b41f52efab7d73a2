import { abnormalCase, alarmLevels, client, openCaseStates } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  call,
  codeOf,
  inSight,
  sealedWord,
  timestamp,
  Values,
  whole,
  type CallCtx,
} from '../../engine/public.ts';
import { findOthers, noOthers, othersOutput } from './find-others.ts';

const mostPeople = 12;
const mostRecent = 6;
const mostCases = 5;
/** So many of the caller's newest views are read to determine the persons of late. */
const newestViews = 200;

const personOutput = z.object({
  id: whole,
  name: z.string(),
  gender: z.string(),
  age: whole.nullable(),
  phone: z.string(),
  archiveNo: z.string().nullable(),
  organizationUnitName: z.string().nullable(),
  isRecent: z.boolean(),
});
const caseOutput = z.object({
  id: whole,
  clientId: whole,
  clientName: z.string(),
  finding: z.string(),
  level: codeOf(alarmLevels),
  latestAt: timestamp,
});
const foundOutput = z.object({ people: arrayOf(personOutput), cases: arrayOf(caseOutput), ...othersOutput });
type Person = z.output<typeof personOutput>;

interface Match {
  readonly condition: string;
  readonly order?: string;
}

type Bind = Values['bind'];

/** Rows whose column begins with a text, by an index in byte order; no text has a greater last character. */
const begins = (bind: Bind, column: string, text: string): Match => ({
  condition: `${column} ~>=~ ${bind(text)} and ${column} ~<~ ${bind(`${text}\u{10FFFF}`)}`,
  order: column,
});

const worn = (bind: Bind, imei: string): Match => ({
  condition: `c.id in (select b.client_id from device d join device_binding b on b.tenant_id = $1 and b.device_id = d.id and b.unbound_at is null and not b.is_deleted where d.tenant_id = $1 and d.imei = ${bind(imei)} and not d.is_deleted)`,
});

function ofNumbers(ctx: CallCtx, bind: Bind, text: string): readonly Match[] {
  // The end of an identity number counts as a reveal; four digits mean the end of a phone number here.
  const sealedOnes = (text.length > 4 ? ['phone', 'certificateNo'] : ['phone']).map((name) =>
    sealedWord(ctx, { resource: client, name, alias: 'c', bind, text }),
  );
  return [
    ...sealedOnes.filter((condition) => condition !== 'false').map((condition): Match => ({ condition })),
    { condition: `c.archive_no = ${bind(text.toUpperCase())}` },
    ...(/^\d{15}$/.test(text) ? [worn(bind, text)] : []),
  ];
}

/** How a text can mean a person: as the beginning of a name or of its pinyin, or as a number. */
function matchesOf(ctx: CallCtx, bind: Bind, text: string): readonly Match[] {
  if (/\d/.test(text)) return ofNumbers(ctx, bind, text);
  const letters = text.toLowerCase().replaceAll(/[\s']/g, '');
  const spoken = /^[a-z]{2,}$/.test(letters) ? ['c.initials', 'c.spelling'] : [];
  return [begins(bind, 'c.name', text), ...spoken.map((column) => begins(bind, column, letters))];
}

interface Hit {
  readonly id: number;
  readonly isRecent: boolean;
}

/** Ids of people in sight that match; without a text those whom the caller viewed of late. Newest views come first. */
async function hitsOf(ctx: CallCtx, text: string): Promise<readonly Hit[]> {
  const values = new Values(ctx);
  const { bind } = values;
  const matches = text === '' ? [] : matchesOf(ctx, bind, text);
  const living = `c.tenant_id = $1 and not c.is_deleted and ${inSight(ctx, client, { alias: 'c', values })}`;
  const any = matches.length === 0 ? 'true' : `(${matches.map(({ condition }) => condition).join(' or ')})`;
  const parts = matches.map(
    ({ condition, order }) =>
      `(select c.id, c.name, null::timestamptz as at from client c where ${living} and ${condition}${order === undefined ? '' : ` order by ${order} using ~<~`} limit ${mostPeople})`,
  );
  return ctx.tx.query<Hit>(
    `with recent as (select v.client_id, max(v.looked_at) as at from (select l.client_id, l.looked_at from sensitive_access_log l where l.tenant_id = $1 and l.user_id = ${bind(ctx.caller.userId)} and l.action = 'view' order by l.looked_at desc limit ${newestViews}) v where v.client_id is not null group by 1)
     select h.id, max(h.at) is not null as "isRecent" from (
       select c.id, c.name, r.at from recent r join client c on c.id = r.client_id where ${living} and ${any}
       ${parts.map((part) => `union all ${part}`).join(' ')}) h
     group by h.id, h.name order by h.name = ${bind(text)} desc, max(h.at) desc nulls last, length(h.name), h.name, h.id limit ${text === '' ? mostRecent : mostPeople}`,
    values.list,
  );
}

async function peopleOf(ctx: CallCtx, hits: readonly Hit[]): Promise<readonly Person[]> {
  const rows = await ctx.rows(client).select({
    conditions: [{ field: 'id', operator: 'in', value: hits.map(({ id }) => id) }],
    sort: [],
    skip: 0,
    take: mostPeople,
  });
  const shown = new Map(rows.map((row) => [row.id, ctx.show(client, row)]));
  return hits.flatMap(({ id, isRecent }) => {
    const row = shown.get(id);
    if (!row) return [];
    const { name, gender, age, phone, archiveNo, organizationUnitName } = row as unknown as Person;
    return [{ id, name, gender, age, phone, archiveNo, organizationUnitName, isRecent }];
  });
}

async function openCasesOf(ctx: CallCtx, people: readonly Person[]): Promise<readonly z.output<typeof caseOutput>[]> {
  if (!stemsOf(abnormalCase).some((permission) => ctx.can(permission))) return [];
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const rows = await ctx.all(
    ctx
      .from(abnormalCase, 'a')
      .select(['a.id', 'a.client as clientId', 'a.finding', 'a.level', 'a.latestAt'])
      .where('a.client', 'in', [...names.keys()])
      .where('a.state', 'in', openCaseStates)
      .orderBy('a.level', 'desc')
      .orderBy('a.latestAt', 'desc')
      .limit(mostCases),
  );
  return rows.flatMap(({ id, clientId, finding, level, latestAt }) =>
    clientId === null
      ? []
      : [
          {
            id,
            clientId,
            clientName: names.get(clientId) ?? '',
            finding,
            level: alarmLevels.wireOf(level),
            latestAt: latestAt.toISOString(),
          },
        ],
  );
}

/** One box for persons (name, pinyin, number tail, archive number, IMEI), and for families, tags and staff by name. */
export const findPeopleCall = call({
  wire: 'GET Search/Find',
  title: '查找客户',
  permission: stemsOf(client),
  input: z.object({ filter: z.string().trim().max(50).default('') }),
  output: foundOutput,
  async run(ctx, { filter }) {
    const hits = await hitsOf(ctx, filter);
    const people = hits.length === 0 ? [] : await peopleOf(ctx, hits);
    if (filter === '') return { people, cases: [], ...noOthers };
    const cases = people.length === 0 ? [] : await openCasesOf(ctx, people);
    return { people, cases, ...(await findOthers(ctx, filter)) };
  },
});
