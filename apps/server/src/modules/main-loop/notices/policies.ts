import {
  policyFor,
  policyProblems,
  type AlarmKind,
  type AlarmLevel,
  type AlarmPolicy,
  type StoredPolicy,
} from '@kangmai/domain';
import { alarmLevels, alarmPolicy, type abnormalCase } from '@kangmai/model';
import { alarmPolicies } from '@kangmai/model/reference';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, implement, type CallCtx } from '../../../engine/public.ts';
import { invalid, notAllowed, requireSound } from '../../../platform/errors.ts';
import type { Tx } from '../../../platform/database/database.ts';

type Case = Pick<Row<typeof abnormalCase>, 'type' | 'level'>;
type PolicyRow = Row<typeof alarmPolicy>;
type PolicyDraft = Draft<typeof alarmPolicy>;
type Steps = Pick<PolicyRow, 'level' | 'steps' | 'repeatMinutes'>;

const levelOf = ({ level }: Pick<PolicyRow, 'level'>): AlarmLevel => Number(alarmLevels.wireOf(level)) as AlarmLevel;

const toPolicy = ({ steps, repeatMinutes }: Pick<PolicyRow, 'steps' | 'repeatMinutes'>): AlarmPolicy => ({
  rungs: (steps ?? []).map(({ afterMinutes, to, channels }) => ({
    afterMinutes: afterMinutes ?? 0,
    to: to ?? [],
    channels: channels ?? [],
  })),
  repeatMinutes: repeatMinutes ?? null,
});

const toStored = (
  row: Omit<PolicyRow, 'isSystem' | 'rowVersion'> & { readonly isSystem: boolean | null },
): StoredPolicy => ({
  ...toPolicy(row),
  id: row.id,
  level: levelOf(row),
  kind: row.sourceKind,
  isSystem: row.isSystem ?? false,
});

/** The platform's own policies: they hold where a tenant has none of levels 3 and 4. */
const platformPolicies: readonly StoredPolicy[] = alarmPolicies.rows.map(({ level, sourceKind, ...seed }) => ({
  rungs: seed.steps,
  repeatMinutes: seed.repeatMinutes,
  id: 0,
  level: Number(alarmLevels.wireOf(level)) as AlarmLevel,
  kind: sourceKind,
  isSystem: true,
}));

const kinds: Partial<Record<Case['type'], AlarmKind>> = {
  sos: 'sos',
  fall: 'sos',
  gateway: 'gateway',
  offline: 'device',
  wear: 'device',
  inactive: 'device',
  battery: 'device',
  fence: 'device',
};

const loaded = new WeakMap<Tx, Promise<readonly StoredPolicy[]>>();

export function policiesOf(ctx: CallCtx): Promise<readonly StoredPolicy[]> {
  const known = loaded.get(ctx.tx);
  if (known) return known;
  const found = ctx
    .repo(alarmPolicy)
    .list({ where: { isValid: true } })
    .then((rows) => rows.map(toStored));
  loaded.set(ctx.tx, found);
  return found;
}

const gravest = 3;
const noPolicy: AlarmPolicy = { rungs: [], repeatMinutes: null };

export async function policyOf(ctx: CallCtx, row: Case): Promise<AlarmPolicy> {
  const asked = { level: levelOf(row), kind: kinds[row.type] ?? 'reading' };
  const own = policyFor(await policiesOf(ctx), asked);
  return own ?? (asked.level >= gravest ? policyFor(platformPolicies, asked) : undefined) ?? noPolicy;
}

const isLast = ({ level, sourceKind, isValid }: Pick<PolicyRow, 'level' | 'sourceKind' | 'isValid'>): boolean =>
  level === 'critical' && sourceKind === 'any' && isValid === true;

/** Changes of policies of a tenant wait for each other, so that two at once do not switch off the last two. */
async function lockPolicies({ tx, tenantId }: CallCtx): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('alarm policies', $1))", [tenantId]);
}

/** Refuses to leave the tenant without a valid policy of level 4 for all sources. */
async function requireAnother(ctx: CallCtx, row: PolicyRow): Promise<boolean> {
  const valid = await ctx
    .repo(alarmPolicy)
    .list({ where: { level: 'critical', sourceKind: 'any', isValid: true }, take: 2 });
  return valid.some(({ id }) => id !== row.id);
}

async function requireKept(ctx: CallCtx, draft: PolicyDraft, current: PolicyRow): Promise<void> {
  const saved = asSaved(draft, current);
  if (!isLast(current) || isLast(saved) || (await requireAnother(ctx, current))) return;
  const field = saved.isValid ? (saved.level === current.level ? 'sourceKind' : 'level') : 'isValid';
  throw invalid(field, 'policy.last-critical');
}

export const alarmPolicyModule = implement(alarmPolicy, {
  lockFirst: (ctx) => lockPolicies(ctx),
  async beforeSave(ctx, draft, current) {
    const saved: Steps = current ? asSaved(draft, current) : ({ repeatMinutes: null, ...draft } as Steps);
    requireSound(policyProblems(levelOf(saved), toPolicy(saved)));
    if (current) await requireKept(ctx, draft, current);
  },
  async beforeDelete(ctx, row) {
    if (isLast(row) && !(await requireAnother(ctx, row))) throw notAllowed('policy.last-critical');
  },
});
