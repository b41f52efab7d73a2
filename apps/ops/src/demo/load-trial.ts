import { localDay } from '@kangmai/domain';
import { model } from '@kangmai/model';
import { systemCaller } from '@kangmai/server/access/caller';
import type { Sealer } from '@kangmai/server/access/ctx';
import { makeCtx, type Surroundings } from '@kangmai/server/access/in-tenant';
import { knownRegions } from '@kangmai/server/engine/codes/known-regions';
import { withRepositories, type CallCtx } from '@kangmai/server/engine/crud/call-ctx';
import { planner } from '@kangmai/server/engine/crud/plan';
import { Contexts, followTrials, loadTenantContext, ruleBench } from '@kangmai/server/modules/main-loop/public';
import type { Database, Tx } from '@kangmai/server/platform/database/database';
import { LiveBus } from '@kangmai/server/platform/live-bus';
import { UrgentWork } from '@kangmai/server/platform/urgent-work';
import type { Staff } from './load-staff.ts';

const dayMs = 86_400_000;
const kind = 'bloodSugar';
const triedDays = 5;
const daysLeft = 9;
const benchDays = 30;
const condition = { terms: [{ metric: 'bloodSugar', op: '>=', value: 11.1 }] };

const ruleSql = `insert into abnormal_rule (tenant_id, code, name, kind, metric, scope_type, tag, direction, condition, level, source_text, source_section, owner_id, reason, trial_from, trial_until, created_at, created_by)
  values ($1, 'OWN-BS-DM', '血糖偏高·关注（糖尿病）', $2, 'bloodSugar', 2, 'diabetes', 1, $3::jsonb, 2, '本中心慢病管理规范', '血糖随访', $4, '一次偏高即关注，先试运行两周再启用', $5, $6, $5, $4) returning id`;
const measuredSql =
  'select client_id as client, (extract(epoch from min(measured_at)) * 1000)::bigint as at from blood_glucose_reading where tenant_id = $1 and client_id is not null and measured_at >= $2 group by client_id order by client_id';

/** What calls of a tenant share at an instant, before the server runs. */
export const surroundingsAt = (
  now: Date,
  { database, sealerOf }: Pick<Surroundings, 'database' | 'sealerOf'>,
): Surroundings => ({
  database,
  sealerOf,
  model,
  now: () => now,
  toInstant: () => undefined,
  dayOf: (at, zone) => localDay(at.getTime(), zone),
  bus: new LiveBus(),
  regions: knownRegions,
  outboxFilled: () => undefined,
  urgentWork: new UrgentWork(),
});

interface TrialOf {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly staff: Staff;
  readonly now: Date;
  readonly zone: string;
}

/** A rule on trial for some days, benched on the day that it began and counted since by the product itself. */
export async function loadTrial(tx: Tx, { database, sealer, staff, now, zone }: TrialOf): Promise<void> {
  const lead = staff.user('medical.director');
  const from = new Date(now.getTime() - triedDays * dayMs);
  const until = new Date(now.getTime() + daysLeft * dayMs);
  const rule = await tx.one<{ id: number }>(ruleSql, [tx.tenantId, kind, JSON.stringify(condition), lead, from, until]);
  const ctxAt = (at: Date): CallCtx => {
    const caller = { ...systemCaller(tx.tenantId, zone), userId: lead };
    const ctx = makeCtx(surroundingsAt(at, { database, sealerOf: () => sealer }), { caller, tx, sealer });
    return withRepositories(ctx, planner(model));
  };
  const contexts = new Contexts(database, () => loadTenantContext(tx));
  const bench = ruleBench({ contexts, quietHours: () => Promise.resolve('') });
  const began = ctxAt(from);
  const input = { stored: rule?.id, days: benchDays };
  for (const step of await bench.steps(began, input)) await bench.run(began, { input, step });
  const measured = await tx.query<{ client: number; at: number }>(measuredSql, [tx.tenantId, from]);
  const event = {
    kind,
    added: measured.length,
    client: measured.map(({ client }) => client),
    at: measured.map(({ at }) => at),
    replaced: null,
  } as const;
  await followTrials(ctxAt(now), [event], contexts);
}
