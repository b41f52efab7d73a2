import { bloodPressureReading, client, readingOfKind, type ReadingKind } from '@kangmai/model';
import { jsonKeyOf, Members, stemsOf, type AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import {
  labelIn,
  anyValue,
  arrayOf,
  call,
  flatRow,
  headOf,
  listQuery,
  pageOf,
  timestamp,
  told,
  whole,
  type Call,
  type CallCtx,
  type WireRow,
  tenantZone,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { pointsOf, type Point } from '../main-loop/public.ts';
import { deepest, pageAcross, type AcrossRow } from './across-kinds.ts';
import { timesInput, timesOf } from './period.ts';
import { healthKinds, kindTitle, valuesOf, valueText } from './shown-values.ts';
import { acrossOrder } from './sorting.ts';
import { totalFrom } from './totals.ts';
import { walksBetween } from './walk-days.ts';
import { walkPage } from './walk-page.ts';
import { oneOf, whoseInput } from './whose.ts';

const permission = stemsOf(bloodPressureReading);

const newestShown = 30;

const pageInput = {
  sorting: z.string().max(100).optional(),
  skipCount: z.coerce.number().int().min(0).max(deepest).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
};

const testOutput = z.record(z.string(), arrayOf(told<Point>(z.looseObject({ ['measure_time']: timestamp }))));

const testData = call({
  wire: 'GET Watch_bps/GetTestData',
  title: '客户各类测量',
  permission,
  input: z.object({ ...whoseInput, ...timesInput }),
  output: testOutput,
  run: async (ctx, input) => {
    const { person, imei } = await oneOf(ctx, input);
    const times = timesOf(ctx, input);
    const zone = await tenantZone(ctx);
    const groups = await Promise.all(
      healthKinds.map(async (kind): Promise<readonly [string, readonly Point[]]> => {
        if (kind !== 'walk')
          return [
            kind,
            (await pointsOf(ctx, { kind, clientId: person?.id, imei, ...times, most: newestShown })).toReversed(),
          ];
        const walks = await walksBetween(ctx, {
          zone,
          clientId: person?.id,
          imei,
          from: times.from ?? new Date(ctx.now().getTime() - newestShown * 86_400_000),
          to: times.to,
          most: newestShown,
        });
        return [
          kind,
          walks.toReversed().map(({ day, measuredAt, steps, distance, calorie, goalSteps, level }) => ({
            ['measure_time']: measuredAt.toISOString(),
            ['walk_date']: `${day}T00:00:00`,
            steps,
            distance,
            calorie,
            goalSteps,
            abnormalLevel: level,
            isAbnormal: level > 0 ? 1 : 0,
          })),
        ];
      }),
    );
    return Object.fromEntries(groups);
  },
});

/** A kind named by a caller; weights lie in the table of body compositions. */
export function kindNamed(field: string, dataType: string | undefined): ReadingKind | undefined {
  if (dataType === undefined || dataType === '-1') return undefined;
  const word = dataType === 'weight' ? 'bodyFat' : dataType;
  const kind = healthKinds.find((known) => known.toLowerCase() === word.toLowerCase());
  if (!kind) throw invalid(field, 'field.unknown-choice');
  return kind;
}

function shownReading(ctx: CallCtx, { kind, row }: AcrossRow): WireRow {
  const known = kind as ReadingKind;
  const shown = ctx.show(readingOfKind[known], row);
  return {
    id: row.id,
    dataType: kind,
    dataTypeName: kindTitle(known, ctx.caller.culture),
    userId: shown['userId'] ?? null,
    userName: shown['userName'] ?? '',
    imei: shown['imei'] ?? null,
    valueText: valueText(known, shown, ctx.caller.culture),
    values: valuesOf(known, shown),
    ['measure_time']: shown['measure_time'] ?? null,
    ['receive_time']: shown['receive_time'] ?? null,
    abnormalLevel: shown['abnormalLevel'] ?? 0,
    isAbnormal: shown['isAbnormal'] ?? 0,
    deviceType: shown['deviceType'] ?? null,
  };
}

const readingOutput = told<WireRow>(
  z.object({
    id: whole,
    dataType: z.string(),
    dataTypeName: z.string(),
    userId: whole.nullable(),
    userName: z.string(),
    imei: z.string().nullable(),
    valueText: z.string(),
    values: z.record(z.string(), z.union([z.number(), z.string()])),
    ['measure_time']: timestamp.nullable(),
    ['receive_time']: timestamp.nullable(),
    abnormalLevel: whole,
    isAbnormal: whole,
    deviceType: anyValue,
  }),
);

const allTestData = call({
  wire: 'GET Watch_bps/GetAllTestData',
  title: '全部测量',
  permission,
  input: z.object({
    filter: z.string().trim().max(200).optional(),
    dataType: z.string().max(20).optional(),
    ...timesInput,
    ...pageInput,
    maxResultCount: z.coerce.number().int().min(1).max(deepest).default(10),
  }),
  output: pageOf(readingOutput),
  run: (ctx, input) => {
    const kind = kindNamed('dataType', input.dataType);
    return pageAcross(
      ctx,
      {
        kinds: kind ? [kind] : healthKinds,
        quarantine: false,
        clientId: undefined,
        imei: undefined,
        dataType: undefined,
        text: input.filter || undefined,
        ...timesOf(ctx, input),
        ...acrossOrder(input.sorting, 'measured'),
        skip: input.skipCount,
        take: input.maxResultCount,
      },
      async (rows) => rows.map((row) => shownReading(ctx, row)),
    );
  },
});

interface Column {
  readonly key: string;
  readonly title: string;
  readonly unit: string | null;
}

function columnsOf(resource: AnyResource, culture: CallCtx['caller']['culture']): readonly Column[] {
  return resource.list.columns.flatMap((name): Column[] => {
    const field = resource.fields[name];
    if (!field) return [];
    const { unit = null } = field.options;
    const key =
      field.kind === 'ref' && field.options === resource.fields['client']?.options
        ? 'userName'
        : jsonKeyOf(name, field);
    return [{ key, title: labelIn(culture, field.options), unit }];
  });
}

const tabOutput = z.object({
  columns: arrayOf(z.object({ key: z.string(), title: z.string(), unit: z.string().nullable() })),
  totalCount: whole,
  totalCountCapped: z.literal(true).optional(),
  items: z.union(healthKinds.map((kind) => arrayOf(flatRow(readingOfKind[kind])))),
});

const oneTab = call({
  wire: 'GET Watch_bps/GetOneTabData',
  title: '单类测量',
  permission,
  input: z.object({ tab: z.string().max(20), ...whoseInput, ...timesInput, ...pageInput }),
  output: tabOutput,
  run: async (ctx, input) => {
    const kind = kindNamed('tab', input.tab) ?? 'bp';
    const { from, to } = timesOf(ctx, input);
    if (input.userId !== undefined) await ctx.repo(client).get(input.userId);
    const asked = {
      userIdFilter: input.userId,
      imeiFilter: input.imei,
      ['Minmeasure_timeFilter']: from?.toISOString(),
      ['Maxmeasure_timeFilter']: to?.toISOString(),
      Sorting: input.sorting,
      SkipCount: input.skipCount,
      MaxResultCount: input.maxResultCount,
    };
    const query = Members.of(asked);
    const resource: AnyResource = readingOfKind[kind];
    const rows = ctx.rows(resource);
    const page =
      kind === 'walk' ? await walkPage(ctx, query) : await rows.page(listQuery(rows.plan, ctx, query), totalFrom);
    return {
      columns: columnsOf(resource, ctx.caller.culture),
      ...headOf(page),
      items: page.rows.map(rows.plan.writer.flat),
    };
  },
});

export const personViewCalls: readonly Call[] = [testData, allTestData, oneTab];
