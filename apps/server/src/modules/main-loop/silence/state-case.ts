import { mayRecover, type AbnormalType, type AlarmLevel } from '@kangmai/domain';
import { abnormalCase, abnormalTypes, alarmLevels } from '@kangmai/model';
import { type CallCtx, moveOf } from '../../../engine/public.ts';
import { announce, type Announcement } from '../cases/announce.ts';
import type { CasePerson } from '../cases/case-store.ts';
import { remindAll } from '../cases/reminders.ts';
import { beginLadder, restartLadder } from '../cases/ladder-run.ts';
import { takeRung } from '../notices/take-rung.ts';

export type StateType = Extract<AbnormalType, 'offline' | 'wear' | 'inactive' | 'battery'>;

/** A state that is out of order: of a person's device, of a device without wearer, of a whole source, or a storm. */
export interface StateNews {
  readonly person: CasePerson | null;
  readonly deviceId: number | null;
  readonly sourceId?: number;
  readonly type: StateType | 'check';
  readonly level: AlarmLevel;
  readonly finding: string;
  readonly name: string;
  readonly since: Date;
  readonly rule: { readonly id?: number; readonly version: number } | undefined;
}

interface OpenRow {
  readonly id: number;
  readonly level: AlarmLevel;
}

const remindTypeOf: Readonly<Record<StateNews['type'], number>> = {
  offline: 6,
  wear: 7,
  inactive: 1,
  battery: 5,
  check: 1,
};
const levelName = (level: AlarmLevel) => alarmLevels.read(level) ?? 'notice';

function openOne(ctx: CallCtx, news: StateNews): Promise<OpenRow | undefined> {
  return ctx.tx.one<OpenRow>(
    `select id, level from abnormal_case where tenant_id = $1 and type = $2 and state in (0, 1, 2) and not is_deleted and client_id is not distinct from $3::bigint
       and ($3::bigint is not null or device_id is not distinct from $4::bigint) and ($3::bigint is not null or $4::bigint is not null or source_row = $5) and warning_type is null for update`,
    [ctx.tenantId, news.type, news.person?.clientId ?? null, news.deviceId, news.sourceId ?? null],
  );
}

const aboutOf = ({ person, deviceId, sourceId }: StateNews) => ({
  client: person?.clientId ?? null,
  team: person?.team ?? null,
  device: deviceId,
  sourceRow: sourceId ?? null,
});

/** Opens the case; undefined where staff opened one at the same time. */
async function insertCase(ctx: CallCtx, news: StateNews): Promise<number | undefined> {
  const alarmed = { type: abnormalTypes.read(news.type) ?? 'check', level: levelName(news.level) };
  const row = await ctx.repo(abnormalCase).insertUnlessThere({
    ...aboutOf(news),
    ...alarmed,
    finding: news.finding.slice(0, 200),
    startedAt: news.since,
    latestAt: ctx.now(),
    rule: news.rule?.id ?? null,
    ruleVersion: news.rule?.version ?? null,
    ...(await beginLadder(ctx, alarmed)),
  });
  if (row) await takeRung(ctx, row);
  return row?.id;
}

async function raiseCase(ctx: CallCtx, open: OpenRow, news: StateNews): Promise<void> {
  const raised = news.level > open.level;
  const ladder = raised
    ? await restartLadder(ctx, await ctx.repo(abnormalCase).lock(open.id), { level: levelName(news.level) })
    : undefined;
  const row = await ctx.repo(abnormalCase).update(open.id, {
    latestAt: ctx.now(),
    ...((raised || news.sourceId !== undefined) && { finding: news.finding.slice(0, 200) }),
    ...(raised && {
      level: levelName(news.level),
      rule: news.rule?.id ?? null,
      ruleVersion: news.rule?.version ?? null,
    }),
    ...ladder,
  });
  if (raised) await takeRung(ctx, row);
}

async function tellNews(ctx: CallCtx, news: StateNews, told: Pick<Announcement, 'caseId' | 'kind'>): Promise<void> {
  const heard = {
    ...told,
    clientId: news.person?.clientId ?? null,
    name: news.name,
    finding: news.finding.slice(0, 200),
    level: news.level,
    at: ctx.now(),
  };
  if (news.person) await remindAll(ctx, [heard], remindTypeOf[news.type]);
  await announce(ctx, heard);
}

/** Opens the case of a state, or raises the open one; notifies those who see the person. Returns the case. */
export async function tellState(ctx: CallCtx, news: StateNews): Promise<number> {
  const open = await openOne(ctx, news);
  const caseId = open?.id ?? (await insertCase(ctx, news));
  if (caseId === undefined) return tellState(ctx, news);
  if (open) await raiseCase(ctx, open, news);
  if (!open || news.level > open.level) await tellNews(ctx, news, { caseId, kind: open ? 'raise' : 'open' });
  return caseId;
}

const recovery = moveOf(abnormalCase, 'recover');

/** Ends cases of a device's state, unless somebody took them or their level forbids an automatic end. */
export async function endStates(
  ctx: CallCtx,
  ended: readonly { readonly deviceId: number; readonly type: StateType }[],
): Promise<void> {
  if (ended.length === 0) return;
  const rows = await ctx.tx.query<OpenRow & { readonly type: AbnormalType; readonly clientId: number | null }>(
    `select c.id, c.level, c.type, c.client_id as "clientId" from unnest($2::bigint[], $3::text[]) as e(device_id, type) join abnormal_case c on c.tenant_id = $1 and c.device_id = e.device_id and c.type = e.type
     where ${recovery.waits('c')} and not c.is_deleted order by c.id for update of c`,
    [ctx.tenantId, ended.map(({ deviceId }) => deviceId), ended.map(({ type }) => type)],
  );
  for (const row of rows) if (mayEnd(row.type, row.level)) await recover(ctx, row);
}

// 活动过少 by the clock is a state too: it ends with the next pulse.
export const mayEnd = (type: AbnormalType, level: AlarmLevel): boolean =>
  mayRecover(type === 'inactive' ? 'wear' : type, level, 'stateEnded');

export async function endCase(ctx: CallCtx, caseId: number): Promise<void> {
  const row = await ctx.tx.one<OpenRow & { readonly type: AbnormalType; readonly clientId: number | null }>(
    `select id, level, type, client_id as "clientId" from abnormal_case where tenant_id = $1 and id = $2 and ${recovery.waits()} and not is_deleted for update`,
    [ctx.tenantId, caseId],
  );
  if (row && mayEnd(row.type, row.level)) await recover(ctx, row);
}

async function recover(
  ctx: CallCtx,
  { id, clientId }: { readonly id: number; readonly clientId: number | null },
): Promise<void> {
  await ctx.repo(abnormalCase).update(id, { state: recovery.to, latestAt: ctx.now(), nextDueAt: null });
  ctx.emit('case.moved', { id, clientId, state: 5 });
}
