import {
  device,
  deviceMeasures,
  deviceType,
  ingestSource,
  quarantineReasons,
  readingOfKind,
  type ReadingKind,
} from '@kangmai/model';
import { z } from 'zod';
import { labelIn, call, pageOf, timestamp, told, whole, type Call, type CallCtx } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { deepest, everyKind, pageAcross, type AcrossRow } from './across-kinds.ts';
import { sentValues } from '../main-loop/public.ts';
import { newestOf, newestOutput } from './newest.ts';
import { mayLocate, noteLocationViews } from './note-views.ts';
import { timesOf } from './period.ts';
import { valuesOf } from './shown-values.ts';
import { acrossOrder } from './sorting.ts';
import { personOf, whoseInput } from './whose.ts';

const permission = 'Pages.WatChDataManage.Data';
const stored = '0';
const quarantined = '2';
const all = new Set(['-1', 'null', 'undefined']);
const filterWord = (word: string | undefined): string | undefined =>
  word === undefined || all.has(word) ? undefined : word;

const optionalId = z.union([z.literal('-1').transform(() => undefined), whoseInput.userId]).optional();

const listInput = z.object({
  imeiFilter: whoseInput.imei,
  userIdFilter: optionalId,
  dataTypeFilter: z.string().max(20).optional(),
  stateFilter: z.string().max(10).optional(),
  ['Minmeasure_timeFilter']: z.string().max(40).optional(),
  ['Maxmeasure_timeFilter']: z.string().max(40).optional(),
  sorting: z.string().max(100).optional(),
  skipCount: z.coerce.number().int().min(0).max(deepest).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(deepest).default(10),
});

type WireRow = ReturnType<CallCtx['show']>;

interface FrameRow {
  readonly id: number;
  readonly kind: string;
  readonly frame: string;
}

const keptMs = 7 * 86_400_000;
const frameKey = (kind: string, id: number): string => `${kind}|${id}`;

/** The original frames of recently received readings, in one query; found by the number of their device. */
async function framesOf(
  ctx: CallCtx,
  rows: readonly AcrossRow[],
  imeis: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const oldest = ctx.now().getTime() - keptMs;
  const ids = rows
    .filter(
      ({ kind, row }) =>
        kind !== 'quarantine' && row['receivedAt'] instanceof Date && row['receivedAt'].getTime() >= oldest,
    )
    .map(({ row }) => row.id);
  if (ids.length === 0) return new Map();
  const found = await ctx.tx.query<FrameRow>(
    'select reading_id as id, kind, frame from raw_frame where tenant_id = $1 and imei = any($2::text[]) and reading_id = any($3::bigint[])',
    [ctx.tenantId, imeis, ids],
  );
  return new Map(found.map(({ id, kind, frame }) => [frameKey(kind, id), frame]));
}

interface Beside {
  readonly frames: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<number, string>;
}

/** Type names of the devices, names of the sources and original frames of a page, in three queries. */
async function besideOf(ctx: CallCtx, rows: readonly AcrossRow[]): Promise<Beside> {
  const imeis = [
    ...new Set(
      rows
        .map(({ row, kind }) => (kind === 'quarantine' ? row['imei'] : row['device.imei']))
        .filter((imei) => typeof imei === 'string'),
    ),
  ];
  const ids = [...new Set(rows.map(({ row }) => row['source']).filter((id) => typeof id === 'number'))];
  const [frames, types, sources] = await Promise.all([
    framesOf(ctx, rows, imeis),
    ctx.all(
      ctx
        .from(device, 'd')
        .innerJoin(
          ctx.from(deviceType, 't').withDeleted('a device keeps the type it was given').joined,
          't.id',
          'd.type',
        )
        .select(['d.imei', 't.typeName'])
        .where('d.imei', 'in', imeis),
    ),
    ctx.all(
      ctx
        .from(ingestSource, 's')
        .withDeleted('a reading names the source it came from')
        .select(['s.id', 's.sourceName as name'])
        .where('s.id', 'in', ids),
    ),
  ]);
  return {
    frames,
    types: new Map(types.map(({ imei, typeName }) => [imei, typeName])),
    sources: new Map(sources.map(({ id, name }) => [id, name])),
  };
}

const text = (value: unknown): string | null =>
  typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : null;

function keptPacket(
  ctx: CallCtx,
  row: AcrossRow['row'],
  { imei, deviceTypeName }: { readonly imei: string | null; readonly deviceTypeName: string },
): WireRow {
  const own = {
    id: row.id,
    imei,
    userId: null,
    dataType: text(row['kind']),
    dataValue: sentValues(ctx, row['kind'], row['payload']),
    raw: null,
    ['measure_time']: text(row['measuredAt']),
    ['receive_time']: row.createdAt.toISOString(),
    source: text(row['source']),
    state: Number(quarantined),
    stateReason: labelIn(
      ctx.caller.culture,
      quarantineReasons.entries[row['reason'] as keyof typeof quarantineReasons.entries],
    ),
  };
  return { ['watch_data']: own, userName: '', deviceTypeName };
}

function shownRow(ctx: CallCtx, { kind, row }: AcrossRow, beside: Beside): WireRow {
  const imei = text(kind === 'quarantine' ? row['imei'] : row['device.imei']);
  const deviceTypeName = beside.types.get(imei ?? '') ?? '';
  if (kind === 'quarantine') return keptPacket(ctx, row, { imei, deviceTypeName });
  const shown = ctx.show(readingOfKind[kind], row);
  const own = {
    id: row.id,
    imei,
    userId: shown['userId'] ?? null,
    dataType: kind,
    dataValue: valuesOf(kind, shown),
    ['measure_time']: text(row['measuredAt']),
    ['receive_time']: text(row['receivedAt']),
    source: beside.sources.get(Number(row['source'])) ?? null,
    raw: beside.frames.get(frameKey(kind, row.id)) ?? null,
    state: Number(stored),
    stateReason: null,
  };
  return { ['watch_data']: own, userName: shown['userName'] ?? '', deviceTypeName };
}

async function showRows(ctx: CallCtx, rows: readonly AcrossRow[]): Promise<readonly WireRow[]> {
  await noteLocationViews(
    ctx,
    rows
      .filter(({ kind }) => kind === 'location')
      .map(({ row }) => (typeof row['client'] === 'number' ? row['client'] : null)),
  );
  const beside = await besideOf(ctx, rows);
  return rows.map((row) => shownRow(ctx, row, beside));
}

function kindsOf(dataType: string | undefined): readonly ReadingKind[] {
  if (dataType === undefined) return everyKind;
  const name = deviceMeasures.read(dataType);
  if (name === undefined) throw invalid('dataTypeFilter', 'field.unknown-choice');
  return everyKind.filter((kind) => kind === (name === 'weight' ? 'bodyFat' : name));
}

const rawOutput = told<WireRow>(
  z.object({
    ['watch_data']: z.object({
      id: whole,
      imei: z.string().nullable(),
      userId: whole.nullable(),
      dataType: z.string().nullable(),
      dataValue: z.record(z.string(), z.union([z.number(), z.string()])).nullable(),
      raw: z.string().nullable(),
      ['measure_time']: timestamp.nullable(),
      ['receive_time']: timestamp.nullable(),
      source: z.string().nullable(),
      state: whole,
      stateReason: z.string().nullable(),
    }),
    userName: z.string(),
    deviceTypeName: z.string(),
  }),
);

const getAll = call({
  wire: 'GET Watch_datas/GetAll',
  title: '设备原始数据',
  permission,
  input: listInput,
  output: pageOf(rawOutput),
  run: async (ctx, input) => {
    const state = filterWord(input.stateFilter);
    if (state !== undefined && state !== stored && state !== quarantined)
      throw invalid('stateFilter', 'field.unknown-choice');
    const dataType = filterWord(input.dataTypeFilter);
    const kinds = kindsOf(dataType).filter((kind) => kind !== 'location' || mayLocate(ctx));
    const clientId = input.userIdFilter === undefined ? undefined : (await personOf(ctx, input.userIdFilter)).id;
    return pageAcross(
      ctx,
      {
        kinds: state === quarantined ? [] : kinds,
        quarantine: state !== stored,
        clientId,
        imei: input.imeiFilter,
        dataType,
        text: undefined,
        ...timesOf(ctx, { beginTime: input['Minmeasure_timeFilter'], endTime: input['Maxmeasure_timeFilter'] }),
        ...acrossOrder(input.sorting, 'received'),
        skip: input.skipCount,
        take: input.maxResultCount,
      },
      (rows) => showRows(ctx, rows),
    );
  },
});

const getNewest = call({
  wire: 'GET Watch_datas/GetNewHealthData',
  title: '设备最新数据',
  permission,
  input: z.object({ imei: z.string().trim().min(1).max(32) }),
  output: newestOutput,
  run: (ctx, { imei }) => newestOf(ctx, imei),
});

export const rawDataCalls: readonly Call[] = [getAll, getNewest];
