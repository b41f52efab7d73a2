import { permissionsOfImport } from '@kangmai/resource';
import { z } from 'zod';
import { canAny, requireAny } from '../../access/ctx.ts';
import { notAllowed, notFound } from '../../platform/errors.ts';
import { arrayOf, finishedFile, nothing, timestamp, whole } from '../call-shapes/answers.ts';
import { call, type Call, type CallSpec } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { titleOf } from '../labels.ts';
import { batchOf, batchPage, type Batch, type BatchState } from '../sheets/batches.ts';
import { receive, template } from '../import-steps/import-calls.ts';
import { within, type CallParts } from '../sheets/parts.ts';
import { batchAnswer } from '../import-desk/batch-answer.ts';
import { confirm, correct, rowsOf, savedOutput, undo } from '../import-desk/batch-calls.ts';
import { rowsInput, rowsOutput } from '../import-desk/rows-page.ts';
import { correctionInput } from '../import-desk/save-row.ts';
import type { ImportDoor } from './import-door.ts';
import { wrongLinesFile } from '../import-desk/wrong-lines.ts';

const states = ['checking', 'checked', 'importing', 'done', 'failed', 'rolledback'] as const;
type DoorState = (typeof states)[number];

const stateOf: Readonly<Record<BatchState, DoorState>> = {
  checking: 'checking',
  checked: 'checked',
  importing: 'importing',
  done: 'done',
  undoing: 'done',
  undone: 'rolledback',
  failed: 'failed',
  cancelled: 'failed',
};

const running: ReadonlySet<BatchState> = new Set(['checking', 'importing', 'undoing']);

const doorBatch = z.object({
  id: whole,
  kind: z.string(),
  resource: z.string(),
  title: z.string(),
  fileName: z.string(),
  totalRows: whole,
  validRows: whole,
  errorRows: whole,
  duplicateRows: whole,
  importedRows: whole,
  state: z.enum(states),
  /** A step is under way; of an import that is done, its rollback. */
  isRunning: z.boolean(),
  mapping: arrayOf(z.string()),
  failureText: z.string().nullable(),
  canRollback: z.boolean(),
  canCorrect: z.boolean(),
  hasFile: z.boolean(),
  creatorName: z.string(),
  creationTime: timestamp,
  finishedAt: timestamp.nullable(),
});

const id = z.coerce.number().int().positive();
const ofBatch = z.object({ batchId: id });
const pageInput = z.object({
  kindFilter: z.string().max(40).optional(),
  stateFilter: z.enum(states).optional(),
  skipCount: z.coerce.number().int().min(0).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
});

interface DoorParts {
  readonly parts: CallParts;
  readonly door: ImportDoor;
}

/** The resource of a kind; of several, the one that is named. */
function resourceOf({ parts, door }: DoorParts, ctx: CallCtx, asked: z.output<ReturnType<typeof kindInput>>): string {
  const { of = [], label = '', en = '' } = door.kinds[asked.kind] ?? {};
  if (of.length === 0) throw notAllowed('import.kind-unsupported', { kind: ctx.caller.culture === 'en' ? en : label });
  const name = of.length === 1 ? of[0] : of.find((each) => each === asked.resource);
  if (name === undefined) throw notAllowed('import.kind-of');
  requireAny(ctx, permissionsOfImport(parts.importerOf(name).resource));
  return name;
}

const kindInput = ({ kinds }: ImportDoor) =>
  z.object({ kind: z.enum(Object.keys(kinds)), resource: z.string().max(100).optional() });

/** Resources of the door that the caller may import. */
const openResources = ({ parts, door }: DoorParts, ctx: CallCtx, kind?: string): readonly string[] =>
  Object.entries(door.kinds)
    .filter(([name]) => kind === undefined || name === kind)
    .flatMap(([, { of }]) => of)
    .filter((name) => canAny(ctx, permissionsOfImport(parts.importerOf(name).resource)));

/** A batch of the caller that came, or could have come, through the door. */
async function requireOwn(door: DoorParts, ctx: CallCtx, batchId: number): Promise<Batch> {
  const batch = await batchOf(ctx, batchId);
  if (!openResources(door, ctx).includes(batch.resource)) throw notFound('import');
  return batch;
}

function shown({ parts, door }: DoorParts, ctx: CallCtx, batch: Batch): z.output<typeof doorBatch> {
  const { canUndo, canCorrect, hasFile, failureText } = batchAnswer(parts, ctx, batch);
  const [kind = ''] = Object.entries(door.kinds).find(([, { of }]) => of.includes(batch.resource)) ?? [];
  return {
    id: batch.id,
    kind,
    resource: batch.resource,
    title: titleOf(parts.importerOf(batch.resource).resource, ctx.caller.culture),
    fileName: batch.fileName,
    totalRows: batch.totalRows,
    validRows: batch.validRows,
    errorRows: batch.problemRows,
    duplicateRows: batch.duplicateRows,
    importedRows: batch.writtenRows,
    state: stateOf[batch.state],
    isRunning: running.has(batch.state),
    mapping: [...(batch.lineFields ?? [])],
    failureText,
    canRollback: canUndo,
    canCorrect,
    hasFile,
    creatorName: batch.userName,
    creationTime: batch.createdAt,
    finishedAt: batch.finishedAt,
  };
}

async function confirmAt(
  door: DoorParts,
  ctx: CallCtx,
  { batchId, onDuplicate }: { readonly batchId: number; readonly onDuplicate: 'skip' | 'update' | 'ask' },
): Promise<null> {
  const { duplicateRows } = await requireOwn(door, ctx, batchId);
  if (onDuplicate === 'ask' && duplicateRows > 0) throw notAllowed('import.ask', { count: duplicateRows });
  const choice = onDuplicate === 'update' ? 'update' : 'skip';
  return confirm(door.parts, ctx, { id: batchId, onDuplicate: choice, leaveOutProblems: true });
}

type Own = <S extends z.ZodType, O extends z.ZodType>(
  wire: string,
  spec: Omit<CallSpec<S, O>, 'wire' | 'permission' | 'envelope' | 'title'>,
) => Call;

/** A bare call of the door. */
const ownOf =
  ({ service, title, permission }: ImportDoor): Own =>
  (wire, spec) => {
    const [verb = '', action = ''] = wire.split(' ');
    return call({ wire: `${verb} ${service}/${action}`, title, permission, envelope: 'raw', ...spec });
  };

const checkOwn = (door: DoorParts, { caller }: CallCtx, batchId: number): Promise<Batch> =>
  within({ parts: door.parts, caller }, (ctx) => requireOwn(door, ctx, batchId));

const inner = <T extends { readonly batchId: number }>({ batchId, ...rest }: T) => ({ ...rest, id: batchId });

/** The calls on lines. */
const lineCalls = (door: DoorParts, own: Own): readonly Call[] => [
  own('GET GetRows', {
    input: rowsInput.omit({ id: true }).extend({ batchId: id }),
    detached: true,
    output: rowsOutput,
    run: async (ctx, asked) => {
      await checkOwn(door, ctx, asked.batchId);
      return rowsOf(door.parts, ctx, inner(asked));
    },
  }),
  own('POST SaveRow', {
    input: correctionInput.omit({ id: true }).extend({ batchId: id }),
    detached: true,
    output: savedOutput,
    run: async (ctx, asked) => {
      await checkOwn(door, ctx, asked.batchId);
      return correct(door.parts, ctx, inner(asked));
    },
  }),
];

/** The calls of a door over imports; what they do is what the imports do. */
export function doorCalls(parts: CallParts, door: ImportDoor): readonly Call[] {
  const both: DoorParts = { parts, door };
  const own = ownOf(door);
  return [
    own('GET GetTemplate', {
      input: kindInput(door),
      detached: true,
      output: finishedFile,
      run: (ctx, asked) => template(parts, ctx, parts.importerOf(resourceOf(both, ctx, asked))),
    }),
    own('POST Upload', {
      input: kindInput(door).extend({ fileToken: z.string().max(200) }),
      takesSheet: true,
      detached: true,
      output: z.object({ id: whole }),
      run: (ctx, asked) => {
        const { resource } = parts.importerOf(resourceOf(both, ctx, asked));
        return receive(parts, ctx, { resource, fileToken: asked.fileToken, atOnce: false });
      },
    }),
    own('GET GetPagedAll', {
      input: pageInput,
      output: z.object({ totalCount: whole, items: arrayOf(doorBatch) }),
      run: async (ctx, { kindFilter, stateFilter, skipCount: skip, maxResultCount: take }) => {
        const asked = Object.entries(stateOf).filter(([, state]) => stateFilter === undefined || state === stateFilter);
        const { totalCount, items } = await batchPage(ctx, {
          resources: openResources(both, ctx, kindFilter),
          states: asked.map(([state]) => state),
          skip,
          take,
        });
        return { totalCount, items: items.map((batch) => shown(both, ctx, batch)) };
      },
    }),
    ...lineCalls(both, own),
    own('POST Confirm', {
      input: ofBatch.extend({ onDuplicate: z.enum(['skip', 'update', 'ask']).default('ask') }),
      output: nothing,
      run: (ctx, asked) => confirmAt(both, ctx, asked),
    }),
    own('POST Rollback', {
      input: ofBatch,
      output: nothing,
      run: async (ctx, { batchId }) => undo(parts, ctx, (await requireOwn(both, ctx, batchId)).id),
    }),
    own('GET GetErrorsToExcel', {
      input: ofBatch,
      detached: true,
      output: finishedFile,
      run: async (ctx, { batchId }) => wrongLinesFile(parts, ctx, await checkOwn(both, ctx, batchId)),
    }),
  ];
}
