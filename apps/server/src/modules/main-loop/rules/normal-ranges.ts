import { z } from 'zod';
import { compileLimits, localDay, normalBands, type MeasurementKind } from '@kangmai/domain';
import { ruleMarks } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { loadPersons } from '../intake/device-context.ts';
import { loadTenantContext } from './tenant-rules.ts';
import { whole } from '../../../engine/public.ts';

/** The normal range of a metric of a person, as charts draw it; an end without a limit is null. */
export const rangeOutput = z.object({
  dataType: z.string(),
  metric: z.string(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The additional condition of a value below `min`, in words; null without one. */
  minNeeds: z.string().nullable(),
  /** The context in which it applies, in words; null for kinds without contexts. */
  circumstance: z.string().nullable(),
  /** A rule that sets one of the ends is not confirmed. */
  needsConfirmation: z.boolean(),
  /** The lowest mark of the rules that set the ends, as it travels; null without a rule. */
  mark: whole.nullable(),
});

export type NormalRange = z.output<typeof rangeOutput>;

/** The context of the bands: the first of `contextsOf(kind)`. */
const circumstances: Partial<Readonly<Record<MeasurementKind, readonly [zh: string, en: string]>>> = {
  bp: ['家庭', 'at home'],
  heart: ['静息', 'at rest'],
  spo2: ['吸空气', 'breathing air'],
  bloodSugar: ['空腹', 'fasting'],
};

/** One range per metric, by the limits that judge the person on a local day; none for deleted persons. */
export async function normalRangesOf(
  ctx: CallCtx,
  asked: { readonly clientId: number; readonly kinds: readonly MeasurementKind[]; readonly at: Date },
): Promise<readonly NormalRange[]> {
  const [tenant, [person]] = await Promise.all([loadTenantContext(ctx.tx), loadPersons(ctx.tx, [asked.clientId])]);
  if (!person) return [];
  const who = { id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags };
  const limits = compileLimits({
    rules: tenant.rules,
    person: who,
    on: localDay(asked.at.getTime(), tenant.zone),
    kinds: asked.kinds,
  });
  const isEnglish = ctx.caller.culture === 'en';
  return normalBands(limits).map(({ kind, mark, minNeeds, ...band }) => ({
    dataType: kind,
    circumstance: circumstances[kind]?.[isEnglish ? 1 : 0] ?? null,
    ...band,
    minNeeds: minNeeds?.[isEnglish ? 'en' : 'zh'] ?? null,
    needsConfirmation: mark === 'pending',
    mark: mark && Number(ruleMarks.wireOf(mark)),
  }));
}
