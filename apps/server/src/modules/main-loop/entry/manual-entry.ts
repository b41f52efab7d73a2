import { checkFields, fieldOf, Members, permissionsOfWrite, type AnyResource } from '@kangmai/resource';
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
import { findExisting, hasSameFigures, type WrittenReading } from '../readings/written-readings.ts';
import type { Prepared } from '../readings/prepare.ts';
import type { StoredReading } from '../readings/reading-table.ts';
import { type Values, imported, aheadMs, figuresOf, checked, prepared, rowOf } from './manual-row.ts';

const correctionMs = 86_400_000;

function requireCorrection(ctx: CallCtx, resource: AnyResource, row: Existing): void {
  const own = row.operatorId === ctx.caller.userId && ctx.now().getTime() - row.receivedAt.getTime() <= correctionMs;
  if (!own) requireAny(ctx, permissionsOfWrite(resource, 'Edit'));
}

/** A double tap returns its own row; another value for the same minute is a conflict. */
async function sameOrConflict(ctx: CallCtx, kind: ReadingKind, row: StoredReading): Promise<number> {
  const { sql, values } = findExisting(tableOf(kind), ctx.tenantId, [row]);
  const [found] = await ctx.tx.query<WrittenReading & { readonly [metric: string]: unknown }>(sql, values);
  if (!found || !hasSameFigures(found, row)) throw conflict('reading.same-time');
  return found.id;
}

function requireWrite(ctx: CallCtx, resource: AnyResource, former: Existing | undefined): void {
  if (former) return requireCorrection(ctx, resource, former);
  requireAny(ctx, permissionsOfWrite(resource, 'Create'));
}

async function enteredValues(
  ctx: CallCtx,
  resource: AnyResource,
  { body, former }: { readonly body: Members; readonly former: Existing | undefined },
): Promise<Values> {
  const values = checked(ctx, resource, former ? Members.of({ userId: former.clientId }).with(body.all) : body);
  if (former && former.clientId !== values['client']) throw notAllowed('reading.other-person');
  const person = await ctx.repo(client).find(values['client'] as number);
  if (!person) throw invalid('client', 'ref.not-found');
  if (localDay((values['measuredAt'] as Date).getTime(), ctx.caller.zone) < person.birthday)
    throw invalid('measuredAt', 'reading.before-birth');
  return values;
}

/** Voids or replaces the former row. With a corrected time the former row is void and the new one independent. */
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

function idOf(body: Members): number {
  const given = body.get('id') ?? 0;
  const id = given === '' ? 0 : typeof given === 'object' ? Number.NaN : Number(given);
  if (!Number.isSafeInteger(id)) throw invalid('id', 'field.not-integer');
  return id;
}

/** Creates the month before the table is read: its connection of its own would wait for this transaction. */
async function makeMonth(
  ctx: CallCtx,
  resource: AnyResource,
  { body, parts }: { readonly body: Members; readonly parts: ManualParts },
): Promise<void> {
  const at = checkFields({ measuredAt: fieldOf(resource, 'measuredAt') }, body, ctx.check).values['measuredAt'];
  if (at instanceof Date && at.getTime() >= firstYear && at.getTime() <= ctx.now().getTime() + aheadMs)
    await parts.months.ensure(resource.table, [at]);
}

const messageIdOf = (body: Members): string | undefined => {
  const messageId = body.get('messageId');
  return typeof messageId === 'string' ? messageId.slice(0, 64) : undefined;
};

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

function timeOf(ctx: CallCtx, given: unknown): Date | undefined {
  if (typeof given !== 'string') return undefined;
  const at = ctx.check.toInstant(given);
  if (!at) throw invalid('measuredAt', 'field.not-time');
  return at;
}

/** The mark of the rule that judged a reading abnormal, as it travels; null for others. */
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

/** Returns the row of a repeated correction; refuses one that another user has made meanwhile. */
function answerReplaced(newer: Existing, made: Prepared): Saved {
  if (!hasSameFigures(newer, { values: made.values })) throw conflict('reading.replaced-meanwhile');
  return { id: newer.id, abnormalLevel: newer.level, quality: newer.quality, result: newer.result, mark: markOf(made) };
}

/** The reason of a correction. A repeated one writes nothing and needs none. */
function reasonFor(former: Existing, id: number, body: Members): string | undefined {
  return reasonOf(body.get('reason'), former.id === id && needsReason(former));
}

/** Saves a value entered by staff: checked, judged, stored; a correction is a new row that replaces the old one. */
async function save(
  ctx: CallCtx,
  kind: ReadingKind,
  { body, parts }: { readonly body: Members; readonly parts: ManualParts },
): Promise<Saved> {
  const resource = readingOfKind[kind];
  const id = idOf(body);
  await makeMonth(ctx, resource, { body, parts });
  const former =
    id === 0 ? undefined : await correctableRow(ctx, kind, { id, measuredAt: timeOf(ctx, body.get('measure_time')) });
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

/** A spreadsheet's entry as it would be stored; refused when the person has a value for the minute. */
async function importedRow(
  ctx: CallCtx,
  kind: ReadingKind,
  { body, parts }: { readonly body: Members; readonly parts: ManualParts },
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
      // A reason may contain health data, so it is sent in a body, never in an address.
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
            measuredAt: timeOf(ctx, at['measure_time']),
            reason: reasonOf(reason, true),
            parts,
          });
          return null;
        },
      }),
    ];
  });
}
