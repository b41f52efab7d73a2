import { z } from 'zod';
import {
  arrayOf,
  type Begun,
  call,
  type Call,
  type CallCtx,
  contains,
  page,
  type Page,
  pageOf,
  table,
  timestamp,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { type LoginResult, loginResults } from './accounts.ts';

const attempts = table('login_attempt', {
  tenantId: 'bigint',
  id: 'bigint',
  userId: 'bigint?',
  tenancyName: 'text?',
  userNameOrEmail: 'text',
  clientIp: 'text?',
  clientName: 'text?',
  browser: 'text?',
  result: 'smallint',
  createdAt: 'timestamptz',
});

const names = new Map<number, string>(Object.entries(loginResults).map(([name, code]) => [code, name]));
const attemptOutput = z.object({
  tenancyName: z.string().nullable(),
  userNameOrEmail: z.string(),
  clientIpAddress: z.string().nullable(),
  clientName: z.string().nullable(),
  browserInfo: z.string().nullable(),
  result: z.string(),
  creationTime: timestamp,
});

type Attempt = z.output<typeof attemptOutput>;

const withResultName = (row: Omit<Attempt, 'result'> & { readonly result: number }): Attempt => ({
  ...row,
  result: names.get(row.result) ?? 'FailedForOtherReason',
});

const columns = [
  'a.tenancyName',
  'a.userNameOrEmail',
  'a.clientIp as clientIpAddress',
  'a.clientName',
  'a.browser as browserInfo',
  'a.result',
  'a.createdAt as creationTime',
] as const;

const listInput = z.object({
  filter: z.string().max(256).optional(),
  startDate: z.string().max(40).optional(),
  endDate: z.string().max(40).optional(),
  result: z.string().max(64).optional(),
  sorting: z.string().max(100).optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

function instantOf(ctx: CallCtx, field: string, shownText: string | undefined): Date | undefined {
  if (shownText === undefined) return undefined;
  const at = ctx.check.toInstant(shownText);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

function codeOf(word: string | undefined): number | undefined {
  if (word === undefined || word === '-1') return undefined;
  const code = Object.hasOwn(loginResults, word) ? loginResults[word as LoginResult] : Number(word);
  if (!names.has(code)) throw invalid('result', 'field.bad-value');
  return code;
}

const ownAttempts = (ctx: CallCtx): Begun<typeof attempts, 'a'> =>
  ctx.from(attempts, 'a').where('a.userId', '=', ctx.caller.userId);

async function listAttempts(ctx: CallCtx, input: z.output<typeof listInput>): Promise<Page<Attempt>> {
  const [from, to] = [instantOf(ctx, 'startDate', input.startDate), instantOf(ctx, 'endDate', input.endDate)];
  const [code, { filter }] = [codeOf(input.result), input];
  const { totalCount, items } = await page(ctx, {
    from: ownAttempts(ctx),
    where: (eb) => [
      filter === undefined ? undefined : contains(filter, 'a.clientIp', 'a.browser', 'a.userNameOrEmail'),
      from && eb('a.createdAt', '>=', from),
      to && eb('a.createdAt', '<=', to),
      code === undefined ? undefined : eb('a.result', '=', code),
    ],
    columns,
    sort: {
      by: {
        creationTime: 'a.id',
        userNameOrEmail: 'a.userNameOrEmail',
        clientIpAddress: 'a.clientIp',
        browserInfo: 'a.browser',
        result: 'a.result',
      },
      asked: input.sorting,
      usual: 'creationTime desc',
      last: ['-a.id'],
    },
    skip: input.skipCount,
    take: input.maxResultCount,
  });
  return { totalCount, items: items.map(withResultName) };
}

export const loginAttemptCalls: readonly Call[] = [
  call({
    wire: 'GET UserLogin/GetRecentUserLoginAttempts',
    title: '最近登录记录',
    permission: 'signed-in',
    input: z.object({}),
    output: z.object({ items: arrayOf(attemptOutput) }),
    run: async (ctx) => ({
      items: (await ctx.all(ownAttempts(ctx).select(columns).orderBy('a.id', 'desc').limit(10))).map(withResultName),
    }),
  }),
  call({
    wire: 'GET UserLogin/GetUserLoginAttempts',
    title: '登录记录',
    permission: 'signed-in',
    input: listInput,
    output: pageOf(attemptOutput),
    run: listAttempts,
  }),
];
