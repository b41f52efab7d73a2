import { checkRuleFloor, checkRuleOrder, checkRuleShape, compileLimits, effectiveLimits, localDay, platformRules, type AbnormalRule } from '@kangmai/domain';
import { abnormalRule, ageGroups, alarmLevels, ruleDirections, ruleKinds, ruleScopes, ruleSexes, ruleTags } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { implement, type Implementation } from '../../crud/implement.ts';
import { conflict, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { loadPersons, type Contexts } from '../readings/public.ts';
import { dryRun } from './dry-run.ts';

type Rule = Row<typeof abnormalRule>;
type RuleDraft = Draft<typeof abnormalRule>;

/** A saved or drafted rule as the judging code takes it. */
function toDomain(rule: RuleDraft & { readonly id?: number }): AbnormalRule {
  return {
    ...(rule.id !== undefined && { id: rule.id }), code: rule.code ?? '', name: rule.name ?? '', kind: String(ruleKinds.wireOf(rule.kind ?? 'bp')) as AbnormalRule['kind'], metric: rule.metric ?? '',
    direction: Number(ruleDirections.wireOf(rule.direction ?? 'high')) as AbnormalRule['direction'], scopeType: Number(ruleScopes.wireOf(rule.scopeType ?? 'tenant')) as AbnormalRule['scopeType'],
    ageGroup: String(ageGroups.wireOf(rule.ageGroup ?? 'all')) as AbnormalRule['ageGroup'], sex: Number(ruleSexes.wireOf(rule.sex ?? 'any')) as AbnormalRule['sex'], tagCode: rule.tag ? (String(ruleTags.wireOf(rule.tag)) as NonNullable<AbnormalRule['tagCode']>) : null, personId: rule.client ?? null,
    condition: (rule.condition ?? { terms: [] }) as unknown as AbnormalRule['condition'], level: Number(alarmLevels.wireOf(rule.level ?? 'notice')) as AbnormalRule['level'],
    confirmCount: rule.confirmCount ?? 1, confirmMinutes: rule.confirmMinutes ?? 60, clearMargin: rule.clearMargin ?? 0, clearCount: rule.clearCount ?? 2, repeatMinutes: rule.repeatMinutes ?? 240,
    sourceText: rule.sourceText ?? '', sourceSection: rule.sourceSection ?? '', needsConfirmation: !rule.confirmedAt, version: rule.version ?? 1, endOn: rule.endsOn ?? null, valid: rule.isValid ?? true,
  };
}

async function checkRule(ctx: CallCtx, rule: RuleDraft & { readonly id?: number }): Promise<void> {
  const own = toDomain(rule);
  if (checkRuleShape(own).length > 0) throw invalid('condition', 'field.bad-format');
  if (own.scopeType === 3 && (own.personId === null || !rule.reason || own.endOn === null)) throw invalid(own.personId === null ? 'client' : rule.reason ? 'endsOn' : 'reason', 'rule.person-needs');
  const [person] = own.personId === null ? [] : await loadPersons(ctx.tx, [own.personId]);
  if (own.scopeType !== 0 && checkRuleFloor({ rule: own, ...(person && { person: { id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags } }), on: ctx.today() }).length > 0) throw invalid('condition', 'rule.loosens');
  const siblings = await ctx.repo(abnormalRule).list({ where: { kind: rule.kind ?? 'bp', scopeType: rule.scopeType ?? 'tenant' }, take: 1000 });
  const set = siblings.filter((other) => other.id !== rule.id && other.isValid && other.metric === rule.metric && other.direction === rule.direction && other.ageGroup === rule.ageGroup && other.tag === (rule.tag ?? null) && other.client === (rule.client ?? null)).map((other) => toDomain(other));
  if (own.valid && checkRuleOrder([...set, own]).length > 0) throw invalid('condition', 'rule.disordered');
}

async function keepVersion(ctx: CallCtx, rule: Rule): Promise<void> {
  await ctx.tx.execute('insert into abnormal_rule_version (tenant_id, rule_id, version, body, saved_at, saved_by) values ($1, $2, $3, $4::jsonb, $5, $6) on conflict do nothing',
    [ctx.tenantId, rule.id, rule.version, JSON.stringify(toDomain(rule)), ctx.now(), ctx.caller.userId]);
}

async function resetToDefault(ctx: CallCtx, kind: Rule['kind']): Promise<object> {
  const rules = await ctx.repo(abnormalRule).list({ where: { kind }, take: 1000 });
  const code = String(ruleKinds.wireOf(kind));
  let reset = 0;
  for (const row of rules) {
    const platform = platformRules.find((rule) => rule.code === row.code && rule.kind === code);
    if (row.scopeType === 'platform' && platform) {
      await keepVersion(ctx, row);
      await ctx.repo(abnormalRule).update(row.id, {
        name: platform.name, condition: platform.condition as never, level: alarmLevels.read(platform.level) ?? 'notice', confirmCount: platform.confirmCount, confirmMinutes: platform.confirmMinutes, clearMargin: platform.clearMargin,
        clearCount: platform.clearCount, repeatMinutes: platform.repeatMinutes, isValid: true, version: row.version + 1,
      });
      reset += 1;
    } else if (row.scopeType === 'tenant') {
      await ctx.repo(abnormalRule).remove(row.id);
      reset += 1;
    }
  }
  return { reset };
}

/** The rules of a tenant: kept by version, never looser than the platform at levels 3 and 4, confirmed by the medical lead. */
export function abnormalRuleModule(contexts: Contexts): Implementation {
  return implement(abnormalRule, {
    async beforeSave(ctx, draft, current) {
      if (!current && draft.scopeType === 'platform') throw invalid('scopeType', 'rule.system');
      await checkRule(ctx, { ...current, ...draft, ...(current && { id: current.id }) });
      if (current) {
        await keepVersion(ctx, current);
        Object.assign(draft, { version: current.version + 1 });
      }
      Object.assign(draft, { confirmedBy: null, confirmedAt: null });
    },
    afterSave(ctx) {
      ctx.tx.afterCommit(() => contexts.dropTenant(ctx.tenantId));
    },
    beforeDelete(_ctx, row) {
      if (row.isSystem) throw notAllowed('rule.system');
    },
    actions: {
      confirm: async (ctx, { id, version }) => {
        const row = await ctx.repo(abnormalRule).lock(id);
        if (row.version !== version) throw conflict('rule.old-version');
        await ctx.repo(abnormalRule).update(id, { confirmedBy: ctx.caller.userId, confirmedAt: ctx.now() });
        ctx.tx.afterCommit(() => contexts.dropTenant(ctx.tenantId));
        return { id };
      },
      getEffective: async (ctx, { client }) => {
        const row = await ctx.rows(ctx.model.byName('client')).one(client);
        const [person] = row ? await loadPersons(ctx.tx, [client]) : [];
        if (!person) throw notFound('client');
        const tenant = await contexts.tenant(ctx.tenantId);
        const who = { id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags };
        return { items: effectiveLimits(compileLimits({ rules: tenant.rules, person: who, on: localDay(ctx.now().getTime(), tenant.zone) })) };
      },
      resetToDefault: async (ctx, { kind }) => {
        ctx.tx.afterCommit(() => contexts.dropTenant(ctx.tenantId));
        return resetToDefault(ctx, kind);
      },
      test: async (ctx, { rule, days, client }) => dryRun(ctx, { rule: rule as never, days: days ?? 7, clientId: client ?? undefined, contexts }),
    },
  });
}
