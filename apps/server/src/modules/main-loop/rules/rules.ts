import {
  checkRuleFloor,
  checkRuleOrder,
  checkRuleShape,
  compileLimits,
  effectiveLimits,
  localDay,
  platformRules,
  type AbnormalRule,
} from '@kangmai/domain';
import { abnormalRule, alarmLevels, ruleKinds } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { implement, type CallCtx, type Implementation } from '../../../engine/public.ts';
import { conflict, invalid, notAllowed, notFound, requireSound } from '../../../platform/errors.ts';
import { loadPersons } from '../intake/device-context.ts';
import { type Contexts } from '../intake/contexts.ts';
import { benchResult } from './bench-result.ts';
import { completed, toDomain, unconfirmed, usualRule, type SomeRule } from './domain-rule.ts';
import { dryRun } from './dry-run.ts';
import { ruleAnswers } from './rule-answers.ts';
import { requireOther } from './rule-authors.ts';
import { refusal, requireSameAim, shapeProblem } from './rule-problems.ts';
import { trialTimes } from './trials.ts';

type Rule = Row<typeof abnormalRule>;

const personScope = 3;

function requirePersonal(rule: SomeRule, own: AbnormalRule): void {
  if (own.scopeType !== personScope) return;
  if (own.personId === null) throw invalid('client', 'rule.person-needs');
  if (!rule.reason) throw invalid('reason', 'rule.person-needs');
  if (own.endOn === null) throw invalid('endsOn', 'rule.person-needs');
}

async function requireFloor(ctx: CallCtx, own: AbnormalRule): Promise<void> {
  const [person] = own.personId === null ? [] : await loadPersons(ctx.tx, [own.personId]);
  const broken = checkRuleFloor({
    rule: own,
    ...(person && { person: { id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags } }),
    on: ctx.today(),
  });
  if (broken.length > 0) throw refusal(broken);
}

async function requireOrder(ctx: CallCtx, rule: SomeRule, own: AbnormalRule): Promise<void> {
  if (!own.valid) return;
  const { id, metric, direction, ageGroup, tag = null, client = null } = rule;
  const siblings = await ctx.repo(abnormalRule).list({
    where: { kind: rule.kind ?? usualRule.kind, scopeType: rule.scopeType ?? usualRule.scopeType },
    take: 1000,
  });
  const levels = siblings.filter(
    (other) =>
      other.id !== id &&
      other.isValid &&
      other.metric === metric &&
      other.direction === direction &&
      other.ageGroup === ageGroup &&
      other.tag === tag &&
      other.client === client,
  );
  const others = levels.map((other) => toDomain(other));
  const [disordered] = checkRuleOrder([...others, own]);
  if (!disordered) return;
  const against = others.filter((other) => checkRuleOrder([other, own]).length > 0).map(({ code }) => code);
  throw refusal(
    (against.length > 0 ? against : [disordered.against]).map((code) => ({ ...disordered, against: code })),
  );
}

async function checkRule(ctx: CallCtx, rule: SomeRule): Promise<void> {
  const own = toDomain(rule);
  requirePersonal(rule, own);
  requireSound(checkRuleShape(own).map(shapeProblem));
  await requireFloor(ctx, own);
  await requireOrder(ctx, rule, own);
}

/** Stores a rule as it is, with who confirmed it and when, before it changes. */
async function keepVersion(ctx: CallCtx, id: number): Promise<void> {
  await ctx.tx.execute(
    `insert into abnormal_rule_version (tenant_id, rule_id, version, body, saved_at, saved_by)
       select a.tenant_id, a.id, a.version, to_jsonb(a), $3, $4 from abnormal_rule a where a.tenant_id = $1 and a.id = $2 on conflict do nothing`,
    [ctx.tenantId, id, ctx.now(), ctx.caller.userId],
  );
}

async function resetToDefault(ctx: CallCtx, kind: Rule['kind']): Promise<{ readonly reset: number }> {
  const rules = await ctx.repo(abnormalRule).list({ where: { kind }, take: 1000 });
  const code = String(ruleKinds.wireOf(kind));
  let reset = 0;
  for (const row of rules) {
    const platform = platformRules.find((rule) => rule.code === row.code && rule.kind === code);
    if (row.scopeType === 'platform' && platform) {
      await keepVersion(ctx, row.id);
      const version = row.version + 1;
      await ctx.repo(abnormalRule).update(row.id, {
        name: platform.name,
        condition: platform.condition as never,
        level: alarmLevels.read(platform.level) ?? 'notice',
        confirmCount: platform.confirmCount,
        confirmMinutes: platform.confirmMinutes,
        clearMargin: platform.clearMargin,
        clearCount: platform.clearCount,
        repeatMinutes: platform.repeatMinutes,
        isValid: true,
        trialFrom: null,
        trialUntil: null,
        version,
        mark: unconfirmed(completed({ ...row, version })),
        confirmedBy: null,
        confirmedAt: null,
      });
      reset += 1;
    } else if (row.scopeType === 'tenant') {
      await ctx.repo(abnormalRule).remove(row.id);
      reset += 1;
    }
  }
  return { reset };
}

/** A tenant's rules: versioned, confirmed by the medical lead, at levels 3 and 4 never looser than the platform's. */
export function abnormalRuleModule(contexts: Contexts): Implementation {
  return implement(abnormalRule, {
    async beforeSave(ctx, draft, current) {
      if (!current && draft.scopeType === 'platform') throw invalid('scopeType', 'rule.system');
      const rule = { ...current, ...draft, ...(current && { id: current.id }) };
      if (current) requireSameAim(rule, current);
      await checkRule(ctx, rule);
      Object.assign(draft, trialTimes(ctx, rule, current));
      if (current) {
        await keepVersion(ctx, current.id);
        Object.assign(draft, { version: current.version + 1 });
      }
      Object.assign(draft, {
        mark: unconfirmed(completed({ ...current, ...draft })),
        confirmedBy: null,
        confirmedAt: null,
      });
    },
    afterSave(ctx) {
      ctx.tx.afterCommit(() => contexts.dropTenant(ctx.tenantId));
    },
    beforeDelete(ctx, row) {
      if (row.isSystem) throw notAllowed('rule.system');
    },
    actions: {
      confirm: async (ctx, { id, version }) => {
        const row = await ctx.repo(abnormalRule).lock(id);
        if (row.version !== version) throw conflict('rule.old-version');
        await requireOther(ctx, row);
        await ctx
          .repo(abnormalRule)
          .update(id, { mark: 'confirmed', confirmedBy: ctx.caller.userId, confirmedAt: ctx.now() });
        ctx.tx.afterCommit(() => contexts.dropTenant(ctx.tenantId));
        return { id };
      },
      getBench: benchResult,
      getEffective: async (ctx, { client }) => {
        const row = await ctx.rows(ctx.model.byName('client')).one(client);
        const [person] = row ? await loadPersons(ctx.tx, [client]) : [];
        if (!person) throw notFound('client');
        const tenant = await contexts.tenant(ctx.tenantId);
        const who = { id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags };
        return {
          items: effectiveLimits(
            compileLimits({ rules: tenant.rules, person: who, on: localDay(ctx.now().getTime(), tenant.zone) }),
          ),
        };
      },
      resetToDefault: async (ctx, { kind }) => {
        ctx.tx.afterCommit(() => contexts.dropTenant(ctx.tenantId));
        return resetToDefault(ctx, kind);
      },
      test: async (ctx, { rule, days, client }) =>
        dryRun(ctx, { rule: rule as never, days: days ?? 7, clientId: client ?? undefined, contexts }),
    },
    answers: ruleAnswers,
  });
}
