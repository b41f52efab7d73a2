import { z } from 'zod';
import { call, type Call, type CallCtx, type SortColumns, sortTerm } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { loginResults, type LoginResult } from './accounts.ts';

interface AttemptRow {
  readonly tenancyName: string | null;
  readonly userNameOrEmail: string;
  readonly clientIpAddress: string | null;
  readonly clientName: string | null;
  readonly browserInfo: string | null;
  readonly result: number;
  readonly creationTime: Date;
}

const names = new Map<number, string>(Object.entries(loginResults).map(([name, code]) => [code, name]));
const shown = (row: AttemptRow): object => ({ ...row, result: names.get(row.result) ?? 'FailedForOtherReason' });

const columns = `tenancy_name as "tenancyName", user_name_or_email as "userNameOrEmail", client_ip as "clientIpAddress", client_name as "clientName", browser as "browserInfo", result, created_at as "creationTime"`;

/** Columns of the list by the names that clients sort by. */
const sortColumns: SortColumns = new Map([
  ['creationtime', 'id'],
  ['usernameoremail', 'user_name_or_email'],
  ['clientipaddress', 'client_ip'],
  ['browserinfo', 'browser'],
  ['result', 'result'],
]);

const listInput = z.object({
  filter: z.string().max(256).optional(),
  startDate: z.string().max(40).optional(),
  endDate: z.string().max(40).optional(),
  result: z.string().max(64).optional(),
  sorting: z.string().max(100).optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

function instantOf(ctx: CallCtx, field: string, shownText: string | undefined): Date | null {
  if (shownText === undefined) return null;
  const at = ctx.check.toInstant(shownText);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

function codeOf(word: string | undefined): number | null {
  if (word === undefined || word === '-1') return null;
  const code = Object.hasOwn(loginResults, word) ? loginResults[word as LoginResult] : Number(word);
  if (!names.has(code)) throw invalid('result', 'field.bad-value');
  return code;
}

function orderOf(sorting: string | undefined): string {
  const term = sortTerm(sortColumns, sorting?.trim() || 'creationTime desc');
  if (term === undefined) throw invalid('sorting', 'list.unknown-sort');
  return `${term}, id desc`;
}

const where = `tenant_id = $1 and user_id = $2 and ($3::text is null or position(lower($3) in lower(client_ip || ' ' || coalesce(browser, '') || ' ' || user_name_or_email)) > 0)
  and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at <= $5) and ($6::smallint is null or result = $6)`;

async function listAttempts(ctx: CallCtx, input: z.output<typeof listInput>): Promise<object> {
  const values = [
    ctx.tenantId,
    ctx.caller.userId,
    input.filter ?? null,
    instantOf(ctx, 'startDate', input.startDate),
    instantOf(ctx, 'endDate', input.endDate),
    codeOf(input.result),
  ];
  const order = orderOf(input.sorting);
  const [total, rows] = await Promise.all([
    ctx.tx.one<{ count: number }>(`select count(*) as count from login_attempt where ${where}`, values),
    ctx.tx.query<AttemptRow>(
      `select ${columns} from login_attempt where ${where} order by ${order} limit $7 offset $8`,
      [...values, input.maxResultCount, input.skipCount],
    ),
  ]);
  return { totalCount: total?.count ?? 0, items: rows.map(shown) };
}

/** One's own sign-ins and the tries at them. */
export const loginAttemptCalls: readonly Call[] = [
  call({
    wire: 'GET UserLogin/GetRecentUserLoginAttempts',
    title: '最近登录记录',
    permission: 'signed-in',
    input: z.object({}),
    run: async ({ tx, tenantId, caller }) => ({
      items: (
        await tx.query<AttemptRow>(
          `select ${columns} from login_attempt where tenant_id = $1 and user_id = $2 order by id desc limit 10`,
          [tenantId, caller.userId],
        )
      ).map(shown),
    }),
  }),
  call({
    wire: 'GET UserLogin/GetUserLoginAttempts',
    title: '登录记录',
    permission: 'signed-in',
    input: listInput,
    run: listAttempts,
  }),
];
