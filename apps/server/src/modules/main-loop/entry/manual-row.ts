import { checkSave, jsonKeyOf, kindOf, type AnyResource, type Json, type Members } from '@kangmai/resource';
import { storedResult, type MeasurementKind } from '@kangmai/domain';
import { ownFieldsOf, readingOfKind, type ReadingKind } from '@kangmai/model';
import { type CallCtx, fieldNamed } from '../../../engine/public.ts';
import { invalid, notAllowed, requireSound } from '../../../platform/errors.ts';
import { isBarred, loadPersons } from '../intake/device-context.ts';
import { firstYear } from '../intake/ingest-item.ts';
import { prepareReading, type Prepared } from '../readings/prepare.ts';
import type { ManualParts } from './staff-corrections.ts';
import type { StoredReading } from '../readings/reading-table.ts';

export type Values = Record<string, unknown>;

const manual = 1;

export const imported = 5;

export const aheadMs = 5 * 60_000;

export const figuresOf = (resource: AnyResource, values: Values): Record<string, Json> =>
  Object.fromEntries(
    ownFieldsOf(resource).flatMap(([name, field]): [string, Json][] => {
      const value = values[name] ?? null;
      return value === null ? [] : [[jsonKeyOf(name, field), kindOf(field).toWire(value, field)]];
    }),
  );

export function checked(ctx: CallCtx, resource: AnyResource, body: Members): Values {
  const context = { ...ctx.check, isMeasured: true } as const;
  const { values, problems } = checkSave(resource, body, { mode: 'create', context });
  requireSound(problems);
  if (values['origin'] !== undefined && values['origin'] !== 'manual') throw invalid('origin', 'reading.manual-only');
  if ((values['measuredAt'] as Date).getTime() > ctx.now().getTime() + aheadMs)
    throw invalid('measuredAt', 'field.in-future');
  if ((values['measuredAt'] as Date).getTime() < firstYear)
    throw invalid('measuredAt', 'reading.too-old', { year: new Date(firstYear).getUTCFullYear() });
  if (typeof values['client'] !== 'number') throw invalid('client', 'field.required');
  return { ...values };
}

export async function prepared(
  ctx: CallCtx,
  kind: ReadingKind,
  input: { readonly values: Values; readonly figures: Record<string, Json>; readonly parts: ManualParts },
): Promise<Prepared> {
  const clientId = input.values['client'] as number;
  const [tenant, [person]] = await Promise.all([
    input.parts.contexts.tenant(ctx.tenantId),
    loadPersons(ctx.tx, [clientId]),
  ]);
  const at = input.values['measuredAt'] as Date;
  const made = prepareReading({
    kind: kind as MeasurementKind,
    values: input.figures,
    time: { measuredAt: at },
    zone: tenant.zone,
    datums: { given: tenant.datum, shown: tenant.datum },
    measuredBy: { instrument: 'manual', registered: true },
    place: input.figures['place'] === 2 ? 2 : 1,
    contact: undefined,
    oxygenState: undefined,
    person: person && input.parts.contexts.limitsOf({ tenantId: ctx.tenantId, tenant, person, at: at.getTime() }),
  });
  if (!('refused' in made)) {
    if (person && isBarred(person, kind as MeasurementKind, made.judgement?.level ?? 0))
      throw notAllowed('consent.no-health');
    return made;
  }
  throw invalid(
    fieldNamed(readingOfKind[kind], made.field),
    made.refused === 'ignored' ? 'reading.no-value' : 'reading.impossible',
  );
}

export function rowOf(
  ctx: CallCtx,
  input: {
    readonly values: Values;
    readonly made: Prepared;
    readonly supersedes: number | null;
    readonly messageId: string | undefined;
    readonly origin?: number;
  },
): StoredReading {
  const { values, quality } = input.made;
  const level = input.made.judgement?.level ?? 0;
  const { remark, ...figures } = values;
  return {
    deviceId: null,
    deviceVersion: null,
    clientId: input.values['client'] as number,
    measuredAt: input.values['measuredAt'] as Date,
    receivedAt: ctx.now(),
    deviceTime: null,
    origin: input.origin ?? manual,
    level,
    result: storedResult(input.made.judgement),
    timeQuality: 0,
    quality,
    slot: 1,
    sourceId: null,
    operatorId: ctx.caller.userId,
    remark: (input.values['remark'] as string | null) ?? (typeof remark === 'string' ? remark : null),
    supersedes: input.supersedes,
    dedupKey: input.messageId === undefined ? null : `m|u${ctx.caller.userId ?? 0}|${input.messageId}`,
    values: figures,
  };
}
