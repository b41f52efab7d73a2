import { checkFields, fieldOf, memberReader, permissionsOfWrite, type AnyResource } from '@kangmai/resource';
import { localDay } from '@kangmai/domain';
import { client, manualKinds, readingOfKind, ruleMarks, type ReadingKind } from '@kangmai/model';
import { z } from 'zod';
import { requireAny } from '../../../access/ctx.ts';
import { call, nothing, saveInput, whole, type Call, type CallCtx, type Importer } from '../../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../../platform/errors.ts';
import { firstYear } from '../intake/ingest-item.ts';
import { tableOf } from '../readings/points.ts';
import {
  correctableRow,
  declareVoid,
  livingRow,
  needsReason,
  reasonOf,
  recordReplacement,
  voidById,
  writeReading,
  type Existing,
  type ManualParts,
} from './staff-corrections.ts';
import { findExisting, saysSame, type WrittenReading } from '../readings/written-readings.ts';
import type { Prepared } from '../readings/prepare.ts';
import type { StoredReading } from '../readings/reading-table.ts';
import { type Body, type Values, imported, aheadMs, figuresOf, checked, prepared, rowOf } from './manual-row.ts';

const correctionMs = 86_400_000;

function requireCorrection(ctx: CallCtx, resource: AnyResource, row: Existing): void {
  const own = row.operatorId === ctx.caller.userId && ctx.now().getTime() - row.receivedAt.getTime() <= correctionMs;
  if (!own) requireAny(ctx, permissionsOfWrite(resource, 'Edit'));
}

/** A double tap finds its own row; another value for the same minute is a conflict. */
async function sameOrConflict(ctx: CallCtx, kind: ReadingKind, row: StoredReading): Promise<number> {
  const { sql, values } = findExisting(tableOf(kind), ctx.tenantId, [row]);
  const [found] = await ctx.tx.query<WrittenReading & { readonly [metric: string]: unknown }>(sql, values);
  if (!found || !saysSame(found, row)) throw conflict('reading.same-time');
  return found.id;
}

function requireWrite(ctx: CallCtx, resource: AnyResource, former: Existing | undefined): void {
  if (former) return requireCorrection(ctx, resource, former);
  requireAny(ctx, permissionsOfWrite(resource, 'Create'));
}

/** The values of an entry, of a person in sight; a correction stays with its person. */
async function enteredValues(
  ctx: CallCtx,
  resource: AnyResource,
  { body, former }: { readonly body: Body; readonly former: Existing | undefined },
): Promise<Values> {
  const values = checked(ctx, resource, former ? { userId: former.clientId, ...body } : body);
  if (former && former.clientId !== values['client']) throw notAllowed('reading.other-person');
  const person = await ctx.repo(client).find(values['client'] as number);
  if (!person) throw invalid('client', 'ref.not-found');
  if (localDay((values['measuredAt'] as Date).getTime(), ctx.caller.zone) < person.birthday)
    throw invalid('measuredAt', 'reading.before-birth');
  return values;
}

/** The row that a new one replaces. A corrected time is no replacement: the former row is void and the new one stands for itself. */
async function settleFormer(
  ctx: CallCtx,
  kind: ReadingKind,
  input: {
    readonly former: Existing | undefined;
    readonly measuredAt: Date;
    readonly reason: string | undefined;
    readonly parts: ManualParts;
  },
): Promise<number | null> {
  const { former, measuredAt, reason, parts } = input;
  if (!former) return null;
  if (former.measuredAt.getTime() === measuredAt.getTime()) return former.id;
  await declareVoid(ctx, kind, {
    former,
    reason: ['更正测量时间', ...(reason === undefined ? [] : [reason])].join('：').slice(0, 200),
    parts,
  });
  return null;
}

/** The id of the entry that is corrected, however it is spelt; 0 for a new one. */
function idOf(body: Body): number {
  const given = memberReader(body)('id') ?? 0;
  const id = given === '' ? 0 : typeof given === 'object' ? Number.NaN : Number(given);
  if (!Number.isSafeInteger(id)) throw invalid('id', 'field.not-integer');
  return id;
}

/** Makes the month of a body's time before the table is read: that happens on a connection of its own, which would wait for this very transaction. */
async function makeMonth(
  ctx: CallCtx,
  resource: AnyResource,
  { body, parts }: { readonly body: Body; readonly parts: ManualParts },
): Promise<void> {
  const at = checkFields({ measuredAt: fieldOf(resource, 'measuredAt') }, body, ctx.check).values['measuredAt'];
  if (at instanceof Date && at.getTime() >= firstYear && at.getTime() <= ctx.now().getTime() + aheadMs)
    await parts.months.ensure(resource.table, [at]);
}

const messageIdOf = ({ messageId }: Body): string | undefined =>
  typeof messageId === 'string' ? messageId.slice(0, 64) : undefined;

interface Corrected {
  readonly written: WrittenReading | undefined;
  readonly former: Existing | undefined;
  readonly row: StoredReading;
  readonly reason: string | undefined;
}

async function recordCorrection(
  ctx: CallCtx,
  kind: ReadingKind,
  { written, former, row, reason }: Corrected,
): Promise<void> {
  if (written && former && row.supersedes !== null)
    await recordReplacement(ctx, kind, { id: written.id, former, values: row.values, reason });
}

/** The time of measurement that a body names. */
function timeOf(ctx: CallCtx, { ['measure_time']: given }: Body): Date | undefined {
  if (typeof given !== 'string') return undefined;
  const at = ctx.check.toInstant(given);
  if (!at) throw invalid('measuredAt', 'field.not-time');
  return at;
}

/** The mark of the rule that judged a reading abnormal, as it travels; null for the others. */
function markOf({ judgement }: Prepared): number | null {
  const mark = judgement?.findings[0]?.mark;
  return mark === undefined ? null : Number(ruleMarks.wireOf(mark));
}

const savedOutput = z.object({
  id: whole,
  abnormalLevel: whole,
  quality: whole,
  result: z.string().nullable(),
  mark: whole.nullable(),
});

type Saved = z.output<typeof savedOutput>;

/** Answers a repeated correction with its own row; refuses one of a reading that another user has corrected meanwhile. */
function answerReplaced(newer: Existing, made: Prepared): Saved {
  if (!saysSame(newer, { values: made.values })) throw conflict('reading.replaced-meanwhile');
  return { id: newer.id, abnormalLevel: newer.level, quality: newer.quality, result: newer.result, mark: markOf(made) };
}

/** The reason of a correction. One that is sent again writes nothing, so it needs none. */
function reasonFor(former: Existing, id: number, body: Body): string | undefined {
  return reasonOf(body['reason'], former.id === id && needsReason(former));
}

/** Saves what somebody measured and typed in: checked, judged, stored; a correction is a new row in place of the old. */
async function save(
  ctx: CallCtx,
  kind: ReadingKind,
  { body, parts }: { readonly body: Body; readonly parts: ManualParts },
): Promise<Saved> {
  const resource = readingOfKind[kind];
  const id = idOf(body);
  await makeMonth(ctx, resource, { body, parts });
  const former = id === 0 ? undefined : await correctableRow(ctx, kind, { id, measuredAt: timeOf(ctx, body) });
  const reason = former && reasonFor(former, id, body);
  requireWrite(ctx, resource, former);
  const values = await enteredValues(ctx, resource, { body, former });
  const made = await prepared(ctx, kind, { values, figures: figuresOf(resource, values), parts });
  if (former && former.id !== id) return answerReplaced(former, made);
  const supersedes = await settleFormer(ctx, kind, { former, measuredAt: values['measuredAt'] as Date, reason, parts });
  const row = rowOf(ctx, { values, made, supersedes, messageId: messageIdOf(body) });
  const written = await writeReading(ctx, kind, { row, parts });
  await recordCorrection(ctx, kind, { written, former, row, reason });
  return {
    id: written?.id ?? (await sameOrConflict(ctx, kind, row)),
    abnormalLevel: row.level,
    quality: row.quality,
    result: row.result ?? made.judgement?.resultText ?? null,
    mark: markOf(made),
  };
}

/** An entry of a spreadsheet as it would be stored; a minute that already has a value of the person is refused. */
async function importedRow(
  ctx: CallCtx,
  kind: ReadingKind,
  { body, parts }: { readonly body: Body; readonly parts: ManualParts },
): Promise<StoredReading> {
  const resource = readingOfKind[kind];
  await makeMonth(ctx, resource, { body, parts });
  const values = await enteredValues(ctx, resource, { body, former: undefined });
  const row = rowOf(ctx, {
    values,
    made: await prepared(ctx, kind, { values, figures: figuresOf(resource, values), parts }),
    supersedes: null,
    messageId: undefined,
    origin: imported,
  });
  const { sql, values: given } = findExisting(tableOf(kind), ctx.tenantId, [row]);
  if ((await ctx.tx.query(sql, given)).length > 0) throw conflict('reading.same-time');
  return row;
}

/** Spreadsheets of readings: each line is checked and judged like an entry by hand. */
export function readingImporters(parts: ManualParts): readonly Importer[] {
  return manualKinds
    .filter((kind) => (readingOfKind[kind] as AnyResource).excel?.import === true)
    .map((kind): Importer => ({
      resource: readingOfKind[kind],
      omit: ['origin'],
      check: async (ctx, body) => {
        await importedRow(ctx, kind, { body, parts });
      },
      save: async (ctx, body) => {
        const written = await writeReading(ctx, kind, { row: await importedRow(ctx, kind, { body, parts }), parts });
        if (!written) throw conflict('reading.same-time');
        return written.id;
      },
      remove: async (ctx, id) =>
        declareVoid(ctx, kind, { former: await livingRow(ctx, kind, { id }), reason: '撤销导入', parts }),
    }));
}

/** The calls by which staff enter, correct and take back readings, for every kind that people measure by hand. */
export function manualCalls(parts: ManualParts): readonly Call[] {
  return manualKinds.flatMap((kind) => {
    const resource: AnyResource = readingOfKind[kind];
    const { service } = resource.wire;
    return [
      call({
        wire: `POST ${service}/CreateOrEdit`,
        title: `${resource.title}录入`,
        replaces: true,
        resource,
        permission: [...permissionsOfWrite(resource, 'Create'), ...permissionsOfWrite(resource, 'Edit')],
        input: saveInput(resource, { reason: { type: 'string' }, messageId: { type: 'string', maxLength: 64 } }),
        output: savedOutput,
        run: (ctx, body) => save(ctx, kind, { body, parts }),
      }),
      call({
        wire: `DELETE ${service}/Delete`,
        title: `${resource.title}作废`,
        resource,
        permission: permissionsOfWrite(resource, 'Delete'),
        input: z.object({ id: z.coerce.number().int().positive() }),
        output: nothing,
        run: async (ctx, { id }) => {
          await voidById(ctx, kind, { id, reason: undefined, parts });
          return null;
        },
      }),
      // A reason may tell of somebody's health, so it travels in a body, never in an address.
      call({
        wire: `POST ${service}/Void`,
        title: `${resource.title}作废并说明原因`,
        resource,
        permission: permissionsOfWrite(resource, 'Delete'),
        input: z.object({
          id: z.coerce.number().int().positive(),
          ['measure_time']: z.string().optional(),
          reason: z.string().nullish(),
        }),
        output: nothing,
        run: async (ctx, { reason, ...at }) => {
          await voidById(ctx, kind, {
            id: at.id,
            measuredAt: timeOf(ctx, at),
            reason: reasonOf(reason, true),
            parts,
          });
          return null;
        },
      }),
    ];
  });
}
