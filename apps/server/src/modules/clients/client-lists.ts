import { abnormalCase, accountWire, client, sosRecord } from '@kangmai/model';
import { maskPhone, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  anyValue,
  arrayOf,
  call,
  flatWith,
  listQueryInput,
  pageInShape,
  pageOf,
  table,
  timestamp,
  whole,
  wrappedWith,
  type CallCtx,
  type PlainRow,
} from '../../engine/public.ts';

/** People who registered themselves and were not yet filed by staff. */
const ownOrigins = new Set(['app', 'officialAccount', 'miniProgram']);
const sourceKind = (row: PlainRow): 'client' | 'user' =>
  row['state'] === 'potential' && ownOrigins.has(String(row['origin'])) ? 'user' : 'client';

const vipOutput = flatWith(client, { userId: whole, lastContactTime: timestamp.nullable() });

const caseContacts = table('case_contact', { tenantId: 'bigint', caseId: 'bigint', createdAt: 'timestamptz' });

/** When staff last had contact with a person: logged at a case or an answered emergency. */
async function lastContacts(ctx: CallCtx, clientIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const [contacts, answers] = await Promise.all([
    ctx.all(
      ctx
        .from(caseContacts, 'k')
        .innerJoin(
          ctx.from(abnormalCase, 'a').beyondSight('the persons of the page are in sight').joined,
          'a.id',
          'k.caseId',
        )
        .where('a.client', 'in', clientIds)
        .groupBy('a.client')
        .select((eb) => ['a.client as id', eb.fn.max('k.createdAt').as('at')]),
    ),
    ctx.all(
      ctx
        .from(sosRecord, 's')
        .beyondSight('the persons of the page are in sight')
        .where('s.client', 'in', clientIds)
        .where('s.respondedAt', 'is not', null)
        .groupBy('s.client')
        .select((eb) => ['s.client as id', eb.fn.max('s.respondedAt').as('at')]),
    ),
  ]);
  const newest = new Map<number, string>();
  for (const { id, at } of [...contacts, ...answers]) {
    const text = at?.toISOString();
    if (id !== null && text !== undefined && text > (newest.get(id) ?? '')) newest.set(id, text);
  }
  return newest;
}

async function vipRows(ctx: CallCtx, rows: readonly PlainRow[]): Promise<readonly z.output<typeof vipOutput>[]> {
  const contacts = await lastContacts(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...ctx.show(client, row),
    userId: row.id,
    lastContactTime: contacts.get(row.id) ?? null,
  }));
}

const accountOutput = z.object({
  id: whole,
  name: z.string(),
  phone: z.string().nullable(),
  openId: z.string().nullable(),
  unionId: z.string().nullable(),
  nickName: z.string().nullable(),
  avatar: z.string().nullable(),
  from: anyValue,
  bindState: anyValue,
  lastActiveTime: timestamp.nullable(),
});

/** The account part of a client, as the phone client expects it; both parts carry the same id. */
function accountOf(flat: { readonly [key: string]: unknown }): z.output<typeof accountOutput> {
  return Object.fromEntries(Object.keys(accountOutput.shape).map((name) => [name, flat[name] ?? null])) as z.output<
    typeof accountOutput
  >;
}

interface Choice {
  readonly id: number;
  readonly name: string;
  readonly gender: string;
  readonly age: number;
  readonly phone: string | null;
  readonly initials: string | null;
}

const sexes: ReadonlyMap<string, string> = new Map([
  ['1', '男'],
  ['2', '女'],
]);

const choiceOutput = z.object({
  id: whole,
  name: z.string(),
  pinyin: z.string(),
  phone: z.string(),
  displayText: z.string(),
});

function choiceOf(row: PlainRow): z.output<typeof choiceOutput> {
  const { id, name, gender, age, phone, initials } = row as unknown as Choice;
  return {
    id,
    name,
    pinyin: initials ?? '',
    phone: phone === null ? '' : maskPhone(phone),
    displayText: [name, sexes.get(gender) ?? '', `${age}岁`, phone?.slice(-4) ?? '']
      .filter((part) => part !== '')
      .join(' '),
  };
}

const choosers = [...stemsOf(client), 'Pages.WatChDataManage', 'Pages.RemoteMonitoring', 'Pages.HealthService'];
const query = listQueryInput(client);
const sourceOutput = flatWith(client, { sourceKind: z.enum(['client', 'user']) });

export const clientListCalls = [
  call({
    wire: 'GET C_client/GetUnionAll',
    title: '客户与未建档用户',
    permission: stemsOf(client),
    input: query,
    output: pageOf(sourceOutput),
    run: (ctx, asked) =>
      pageInShape(ctx, ctx.rows(client), {
        query: asked,
        write: async (rows) => rows.map((row) => ({ ...ctx.show(client, row), sourceKind: sourceKind(row) })),
      }),
  }),
  call({
    wire: 'GET C_client/GetVipUserData',
    title: 'VIP客户',
    permission: stemsOf(client),
    input: query,
    output: pageOf(vipOutput),
    run: (ctx, asked) =>
      pageInShape(ctx, ctx.rows(client), {
        query: asked,
        only: [{ field: 'isVip', operator: 'eq', value: true }],
        write: (rows) => vipRows(ctx, rows),
      }),
  }),
  call({
    wire: 'GET C_client/GetclientAndxyj_userAll',
    title: '客户与账号',
    permission: stemsOf(client),
    input: query,
    output: pageOf(wrappedWith(client, { [accountWire]: accountOutput })),
    run: (ctx, asked) =>
      pageInShape(ctx, ctx.rows(client), {
        query: asked,
        write: async (rows) =>
          rows.map((row) => {
            const { wrapped, flat } = ctx.rows(client).plan.writer;
            return { ...wrapped(row), [accountWire]: accountOf(flat(row)) };
          }),
      }),
  }),
  call({
    wire: 'GET C_client/GetC_clientForSelect',
    title: '客户（选择用）',
    permission: choosers,
    input: z.object({
      community: z.coerce.number().int().optional(),
      filter: z.string().max(50).optional(),
      maxResultCount: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    output: arrayOf(choiceOutput),
    async run(ctx, { community, filter, maxResultCount }) {
      const conditions =
        community === undefined ? [] : [{ field: 'organizationUnit', operator: 'eq' as const, value: community }];
      const rows = await ctx.rows(client).select({
        conditions,
        ...(filter !== undefined && { text: filter }),
        sort: [{ field: 'name', descending: false }],
        skip: 0,
        take: maxResultCount,
      });
      return rows.map(choiceOf);
    },
  }),
];
