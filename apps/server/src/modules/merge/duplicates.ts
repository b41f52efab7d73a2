import { unknownBirthday } from '@kangmai/domain';
import { client } from '@kangmai/model';
import { z } from 'zod';
import { arrayOf, type CallCtx, flatRow, type Follow, page, table, whole } from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { likenessTopic } from '../clients/public.ts';

export const likenessReasons = ['number', 'phone', 'name', 'spelling', 'birthday', 'sex', 'otherNumber'] as const;

const pairs = table('client_pair', {
  tenantId: 'bigint',
  oneId: 'bigint',
  otherId: 'bigint',
  score: 'smallint',
  reasons: 'jsonb',
  apartAt: 'timestamptz?',
});

/** Files that have something in common with one; by indexes, so that it costs the same among a million. */
const alike = (same: string): string =>
  `(select b.* from client b where b.tenant_id = $1 and b.id <> a.id and not b.is_deleted and ${same} limit 200)`;

const foundSql = `select distinct least(a.id, b.id) as one_id, greatest(a.id, b.id) as other_id, s.*
  from client a
  cross join lateral (${alike('b.certificate_no_index = a.certificate_no_index')}
    union all ${alike('b.phone_index = a.phone_index')}
    union all ${alike(`b.spelling = a.spelling and b.birthday = a.birthday and a.birthday <> '${unknownBirthday}'`)}) b
  cross join lateral (select coalesce(b.certificate_no_index = a.certificate_no_index, false) as number,
    coalesce(b.certificate_no_index <> a.certificate_no_index, false) as differs,
    coalesce(b.phone_index = a.phone_index, false) as phone, b.name = a.name as name,
    coalesce(b.spelling = a.spelling, false) as spelling,
    b.birthday = a.birthday and a.birthday <> '${unknownBirthday}' as birthday, b.gender = a.gender as sex) s
  where a.tenant_id = $1 and a.id = any($2::bigint[]) and not a.is_deleted
    and (s.number or (s.phone and (s.birthday or s.name or s.spelling)) or (s.spelling and s.birthday and s.sex))`;

const keepSql = `with f as materialized (${foundSql}),
  r as (select one_id, other_id,
      greatest(1, least(100, case when number then 100 else 0 end + case when phone then 40 else 0 end
        + case when name then 30 when spelling then 20 else 0 end + case when birthday then 20 else 0 end
        + case when sex then 5 else 0 end - case when differs then 30 else 0 end))::smallint as score,
      to_jsonb(array_remove(array[case when number then 'number' end, case when phone then 'phone' end, case when name then 'name' end,
        case when spelling and not name then 'spelling' end, case when birthday then 'birthday' end,
        case when sex then 'sex' end, case when differs then 'otherNumber' end], null)) as reasons from f),
  gone as (delete from client_pair p where p.tenant_id = $1 and (p.one_id = any($2::bigint[]) or p.other_id = any($2::bigint[]))
    and p.apart_at is null and not exists (select 1 from r where r.one_id = p.one_id and r.other_id = p.other_id))
  insert into client_pair (tenant_id, one_id, other_id, score, reasons) select $1, one_id, other_id, score, reasons from r
  on conflict (tenant_id, one_id, other_id) do update set score = excluded.score, reasons = excluded.reasons
    where client_pair.score <> excluded.score or client_pair.reasons <> excluded.reasons`;

const atOnce = 500;

async function compare(ctx: CallCtx, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce)
    await ctx.tx.execute(keepSql, [ctx.tenantId, ids.slice(from, from + atOnce)]);
}

const scanTopic = 'client.likeness-scan';

const beginSql = `insert into client_pair_scan (tenant_id, done_at) select $1, case when exists (select 1 from client where tenant_id = $1) then null else now() end
  on conflict (tenant_id) do update set up_to = client_pair_scan.up_to where client_pair_scan.done_at is null returning done_at is null as "isOpen"`;
const nextSql = `with s as (select up_to from client_pair_scan where tenant_id = $1 and done_at is null for update)
  select c.id from s join client c on c.tenant_id = $1 and c.id > s.up_to and not c.is_deleted order by c.id limit ${atOnce}`;
const stepSql = `update client_pair_scan set up_to = greatest(up_to, $2), done_at = case when $3 then now() end where tenant_id = $1 and done_at is null`;

async function scan(ctx: CallCtx): Promise<void> {
  const ids = (await ctx.tx.query<{ id: number }>(nextSql, [ctx.tenantId])).map(({ id }) => id);
  if (ids.length > 0) await compare(ctx, ids);
  const isLast = ids.length < atOnce;
  await ctx.tx.execute(stepSql, [ctx.tenantId, ids.at(-1) ?? 0, isLast]);
  if (!isLast) ctx.emit(scanTopic, {}, 'last');
}

export async function beginScan(ctx: CallCtx): Promise<void> {
  const row = await ctx.tx.one<{ isOpen: boolean }>(beginSql, [ctx.tenantId]);
  if (row?.isOpen) ctx.emit(scanTopic, {}, 'last');
}

export const followLikeness: { readonly [topic: string]: Follow } = {
  [likenessTopic]: (ctx, payloads) =>
    compare(ctx, [...new Set((payloads as readonly { clientId: number }[]).map(({ clientId }) => clientId))]),
  [scanTopic]: (ctx) => scan(ctx),
};

export const pairInput = z.object({
  clientId: z.coerce.number().int().min(1).nullish(),
  skipCount: z.coerce.number().int().min(0).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(100).default(10),
});

export const pairOutput = z.object({
  keepId: whole,
  otherId: whole,
  score: whole,
  reasons: arrayOf(z.enum(likenessReasons)),
  keep: flatRow(client),
  other: flatRow(client),
});

interface PairPage {
  readonly totalCount: number;
  readonly items: readonly z.output<typeof pairOutput>[];
}

/** Likely duplicates, the likeliest first; only pairs of which the caller sees both files. The older file is kept. */
export async function likelyPairs(ctx: CallCtx, input: z.output<typeof pairInput>): Promise<PairPage> {
  const clientId = input.clientId ?? null;
  const { totalCount, items: rows } = await page(ctx, {
    from: ctx
      .from(pairs, 'p')
      .innerJoin(ctx.from(client, 'a').joined, 'a.id', 'p.oneId')
      .innerJoin(ctx.from(client, 'b').joined, 'b.id', 'p.otherId')
      .where('p.apartAt', 'is', null),
    where: (eb) => [
      clientId === null ? undefined : eb.or([eb('p.oneId', '=', clientId), eb('p.otherId', '=', clientId)]),
    ],
    columns: ['p.oneId as keepId', 'p.otherId', 'p.score', 'p.reasons'],
    sort: { by: { score: 'p.score' }, asked: undefined, usual: 'score desc', last: ['-p.oneId', '-p.otherId'] },
    skip: input.skipCount,
    take: input.maxResultCount,
  });
  const ids = [...new Set(rows.flatMap(({ keepId, otherId }) => [keepId, otherId]))];
  const people = ids.length === 0 ? [] : await ctx.repo(client).list({ where: { id: { in: ids } }, take: ids.length });
  const shown = new Map(people.map((row) => [row.id, ctx.show(client, row)]));
  return {
    totalCount,
    items: rows.map((row) => ({
      ...row,
      reasons: row.reasons as unknown as readonly (typeof likenessReasons)[number][],
      keep: shown.get(row.keepId) ?? {},
      other: shown.get(row.otherId) ?? {},
    })),
  };
}

const apartSql = `insert into client_pair (tenant_id, one_id, other_id, score, reasons, apart_at, apart_by)
  values ($1, least($2::bigint, $3::bigint), greatest($2::bigint, $3::bigint), 0, '[]', $4, $5)
  on conflict (tenant_id, one_id, other_id) do update set apart_at = excluded.apart_at, apart_by = excluded.apart_by`;

export async function tellApart(ctx: CallCtx, ids: readonly [number, number]): Promise<null> {
  for (const id of ids) if (!(await ctx.repo(client).find(id))) throw notFound(client.name);
  await ctx.tx.execute(apartSql, [ctx.tenantId, ...ids, ctx.now(), ctx.caller.userId]);
  return null;
}
