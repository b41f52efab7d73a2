import { z } from 'zod';
import type { CallCtx } from '../../../engine/public.ts';
import { fullNameSql } from './case-handling.ts';
import { correctedMark } from '@kangmai/domain';
import { anyObject, timestamp, whole } from '../../../engine/public.ts';

export const changeOutput = z.object({
  id: whole,
  kind: z.string(),
  before: anyObject.nullable(),
  after: anyObject.nullable(),
  userName: z.string().nullable(),
  isCorrection: z.boolean(),
  sinceTime: timestamp,
  creationTime: timestamp,
});

interface ChangeRow {
  readonly id: number;
  readonly kind: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly userName: string | null;
  readonly isCorrection: boolean;
  readonly at: Date;
  readonly since: Date;
}

/** Condition for changes that the history lists. Counts, due times and the text of further readings are left out. */
const isListedSql = `(e.after ?| array['state', 'level', 'handling', 'outcome', 'alarmedAt', 'observeUntil']
    or e.after ?| array['finding', 'value'] and not e.after ? 'readingCount')`;

const changesSql = `
  with listed as (
    select e.id, e.kind, e.before, e.after, e.user_id, e.created_at, e.reason, e.kind <> 'updated' or ${isListedSql} as is_listed from entity_change e
    where e.tenant_id = $1 and e.resource = 'abnormalCase' and e.row_id = $2 and (e.kind <> 'updated' or ${isListedSql} or e.after ? 'escalationStep')
  ), placed as (select t.*, count(*) filter (where t.is_listed) over (order by t.id) as place from listed t
  ), lines as (
    select max(p.id) as id, (array_agg(p.before order by p.id))[1] as before, (array_agg(p.after order by p.id desc))[1] as after,
      min(p.created_at) as since, max(p.created_at) as at
    from placed p group by p.place, p.is_listed order by 1 desc limit 50
  )
  select l.id, p.kind, l.before, l.after, l.since, l.at, coalesce(${fullNameSql}, case when p.user_id is null then $3 end) as "userName", coalesce(p.reason = $4, false) as "isCorrection"
  from lines l join placed p on p.id = l.id left join app_user u on u.tenant_id = $1 and u.id = p.user_id order by l.id desc`;

const systemWord = { 'zh-Hans': '系统', en: 'System' } as const;

/** The history of a case, newest first; consecutive escalation steps are merged into one entry. */
export async function changesOf(ctx: CallCtx, caseId: number): Promise<readonly z.output<typeof changeOutput>[]> {
  const rows = await ctx.tx.query<ChangeRow>(changesSql, [
    ctx.tenantId,
    caseId,
    systemWord[ctx.caller.culture],
    correctedMark,
  ]);
  return rows.map(({ at, since, ...change }) => ({
    ...change,
    sinceTime: since.toISOString(),
    creationTime: at.toISOString(),
  }));
}
