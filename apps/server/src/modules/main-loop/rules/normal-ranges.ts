import { compileLimits, localDay, normalBands, type MeasurementKind } from '@kangmai/domain';
import { ruleMarks } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { loadPersons } from '../intake/device-context.ts';
import { loadTenantContext } from './tenant-rules.ts';

/** The normal range of one figure of a person as charts draw it; an end that no limit sets is null. */
export interface NormalRange {
  readonly dataType: MeasurementKind;
  readonly metric: string;
  readonly min: number | null;
  readonly max: number | null;
  /** What has to hold together with a value below `min`, in words; null where it counts alone. */
  readonly minNeeds: string | null;
  /** When it holds, in words; null where a kind tells no circumstances apart. */
  readonly circumstance: string | null;
  /** A rule that sets one of the ends waits for its confirmation. */
  readonly needsConfirmation: boolean;
  /** The least of the marks of the rules that set the ends, as it travels; null without a rule. */
  readonly mark: number | null;
}

/** The circumstances of the bands: the first of `contextsOf(kind)`. */
const circumstances: Partial<Readonly<Record<MeasurementKind, readonly [zh: string, en: string]>>> = {
  bp: ['家庭', 'at home'],
  heart: ['静息', 'at rest'],
  spo2: ['吸空气', 'breathing air'],
  bloodSugar: ['空腹', 'fasting'],
};

/** One range a figure, by the limits that judge the person on the local day of an instant; none for somebody who is gone. */
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
