import { randomUUID } from 'node:crypto';
import { accessAlert } from '@kangmai/model';
import type { Settings } from '../../access/settings.ts';
import type { CallCtx, Follow } from '../../engine/public.ts';
import { roomsOfPerson, type Audience } from '../../platform/live-bus.ts';
import { userName } from '../user-name.ts';
import { accessRulesOf, type AccessAlertKind, type AccessRule, type AccessRules } from './access-rules.ts';

export const securityAudience: Audience = {
  name: 'security',
  permissions: ['Pages.Administration.AuditLogs.Sensitive'],
};

const mine = 'l.tenant_id = $1 and l.user_id = $2 and l.looked_at > $3';
/** Positions on a map are of many persons at a time and do not count here; the partial index excludes them. */
const anybody = `${mine} and l.resource <> 'locationReading'`;
/** Leaves out views of a person by the holder of an open case: they are logged and raise no alert. */
const persons = `${anybody} and not exists (select 1 from abnormal_case h where h.tenant_id = l.tenant_id and h.client_id = l.client_id
  and h.handled_by_id = l.user_id and h.claimed_at <= l.looked_at and (h.state in (1, 2) or (h.state in (3, 4) and h.handled_at >= l.looked_at)) and not h.is_deleted)`;

const countSql: Readonly<Record<AccessAlertKind, string>> = {
  reveals: `select count(distinct coalesce(l.client_id::text, l.resource || ' ' || l.record)) as count from sensitive_access_log l where ${persons} and l.action = 'reveal'`,
  looks: `select count(distinct l.client_id) as count from sensitive_access_log l where ${persons} and l.action in ('view', 'reveal', 'download')`,
  exports: `select coalesce(max(l.row_count), 0) as count from sensitive_access_log l where ${anybody} and l.action = 'export'`,
  vipAtNight: `select count(distinct l.client_id) as count from sensitive_access_log l join client c on c.tenant_id = l.tenant_id and c.id = l.client_id and c.is_vip join tenant t on t.id = l.tenant_id
    where ${persons} and l.action in ('view', 'reveal', 'download') and not case when $4::time <= $5::time then (l.looked_at at time zone t.time_zone)::time between $4::time and $5::time
      else (l.looked_at at time zone t.time_zone)::time >= $4::time or (l.looked_at at time zone t.time_zone)::time <= $5::time end`,
};

interface Suspect {
  readonly userId: number;
  readonly rule: AccessRule;
  readonly count: number;
}

async function countOf(
  ctx: CallCtx,
  userId: number,
  { rule, rules }: { readonly rule: AccessRule; readonly rules: AccessRules },
): Promise<Suspect> {
  const since = new Date(ctx.now().getTime() - rule.minutes * 60_000);
  const row = await ctx.tx.one<{ count: number }>(countSql[rule.kind], [
    ctx.tenantId,
    userId,
    since,
    ...(rule.kind === 'vipAtNight' ? (rules.vipHours ?? []) : []),
  ]);
  return { userId, rule, count: row?.count ?? 0 };
}

/** Extends the present series of views, if there is one: it raised an alert when it began. */
async function growEpisode(ctx: CallCtx, { userId, rule, count }: Suspect): Promise<boolean> {
  const since = new Date(ctx.now().getTime() - rule.minutes * 60_000);
  const grown = await ctx.tx.execute(
    `update access_alert set count = greatest(count, $5), last_at = greatest(last_at, $6), row_version = row_version + 1
     where tenant_id = $1 and id = (select id from access_alert where tenant_id = $1 and user_id = $2 and kind = $3 and last_at > $4 and not is_deleted order by last_at desc limit 1)`,
    [ctx.tenantId, userId, rule.kind, since, count, ctx.now()],
  );
  return grown > 0;
}

async function raiseAlert(ctx: CallCtx, { userId, rule, count }: Suspect): Promise<void> {
  const now = ctx.now();
  const alert = await ctx.repo(accessAlert).insert({
    user: userId,
    kind: rule.kind,
    count,
    most: rule.most,
    minutes: rule.minutes,
    startedAt: now,
    lastAt: now,
  });
  ctx.publish({
    event: 'accessalert',
    rooms: roomsOfPerson(ctx.tenantId, securityAudience.name, undefined),
    payload: {
      id: alert.id,
      kind: rule.kind,
      userName: (await userName(ctx, userId)) ?? '',
      count,
      minutes: rule.minutes,
    },
    key: randomUUID(),
  });
}

/** Raises an alert, once per series, for a user who views more than the tenant's rules allow. */
export function watchLooks(settings: Pick<Settings, 'number' | 'of'>): Follow {
  return async (ctx, payloads) => {
    const rules = await accessRulesOf(settings, ctx.tenantId);
    const users = new Set((payloads as readonly { readonly userId: number }[]).map(({ userId }) => userId));
    for (const userId of users) {
      const counted = await Promise.all(rules.rules.map((rule) => countOf(ctx, userId, { rule, rules })));
      for (const suspect of counted) {
        if (suspect.count > suspect.rule.most && !(await growEpisode(ctx, suspect))) await raiseAlert(ctx, suspect);
      }
    }
  };
}
