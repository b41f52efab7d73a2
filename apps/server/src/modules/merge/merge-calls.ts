import { client, user } from '@kangmai/model';
import { z } from 'zod';
import {
  arrayOf,
  call,
  type Call,
  type CallCtx,
  nothing,
  page,
  pageOf,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { collisionKinds, collisionsOf, type Files } from './collisions.ts';
import { compared } from './compare.ts';
import { likelyPairs, pairInput, pairOutput, tellApart } from './duplicates.ts';
import { bothFiles, mergeClients, type Started } from './merge-clients.ts';
import { merges, mergeStates } from './merge-rows.ts';
import { rowCounts } from './row-counts.ts';
import { unmerge, unmergePreview } from './unmerge.ts';

export const mergeRight = 'Pages.CustomerManage.Clients.Merge';

const rowId = z.coerce.number().int().min(1);
const files = z.object({ keepId: rowId, otherId: rowId });
const counts = arrayOf(z.object({ label: z.string(), count: whole }));
const started = z.object({ mergeId: whole, state: z.enum(mergeStates) });
const startedAs = (found: Started): z.output<typeof started> => found as z.output<typeof started>;

const preview = z.object({
  fields: arrayOf(z.object({ key: z.string(), fields: arrayOf(z.string()), suggested: z.enum(['keep', 'other']) })),
  moves: counts,
  collisions: arrayOf(
    z.object({ kind: z.enum(collisionKinds), id: whole, what: z.string(), from: timestamp.nullable() }),
  ),
});

async function mergePreview(ctx: CallCtx, asked: Files): Promise<z.output<typeof preview>> {
  const [keep, other] = await bothFiles(ctx, asked);
  const [moves, collisions] = await Promise.all([rowCounts(ctx, other.id), collisionsOf(ctx, asked)]);
  return { fields: compared(keep, other), moves, collisions };
}

const mergeInput = z.object({
  keepId: rowId,
  otherId: rowId.nullish(),
  mergeIds: z.array(rowId).nullish(),
  fields: z.array(z.string().max(40)).max(100).nullish(),
});

/** The one file that goes into the other: three at once are refused. */
function asked({ keepId, otherId, mergeIds, fields }: z.output<typeof mergeInput>): Files & { fields: string[] } {
  const ids = [...new Set([...(otherId ? [otherId] : []), ...(mergeIds ?? [])])];
  if (ids.length > 1) throw invalid('mergeIds', 'client-merge.two-only');
  if (ids[0] === undefined) throw invalid('otherId', 'field.required');
  return { keepId, otherId: ids[0], fields: fields ?? [] };
}

const mergesInput = pairInput;
const merged = z.object({
  id: whole,
  keepId: whole,
  keepName: z.string(),
  keepArchiveNo: z.string().nullable(),
  otherId: whole,
  otherName: z.string(),
  otherArchiveNo: z.string().nullable(),
  state: z.enum(mergeStates),
  moved: whole,
  stayed: whole,
  mergedAt: timestamp,
  mergedByName: z.string().nullable(),
  undoneAt: timestamp.nullable(),
  undoneByName: z.string().nullable(),
});

const names = 'who merged is shown to all who see the merge';

async function mergesOf(ctx: CallCtx, input: z.output<typeof mergesInput>) {
  const clientId = input.clientId ?? null;
  const { totalCount, items } = await page(ctx, {
    from: ctx
      .from(merges, 'm')
      .innerJoin(ctx.from(client, 'k').withDeleted('a kept file may be merged again').joined, 'k.id', 'm.keepId')
      .leftJoin(ctx.from(user, 'u').withDeleted(names).beyondSight(names).joined, 'u.id', 'm.mergedBy')
      .leftJoin(ctx.from(user, 'v').withDeleted(names).beyondSight(names).joined, 'v.id', 'm.undoneBy'),
    where: (eb) => [
      clientId === null ? undefined : eb.or([eb('m.keepId', '=', clientId), eb('m.otherId', '=', clientId)]),
    ],
    columns: [
      'm.id',
      'm.keepId',
      'm.otherId',
      'm.otherName',
      'm.otherArchiveNo',
      'm.state',
      'm.moved',
      'm.stayed',
      'm.mergedAt',
      'm.undoneAt',
      'k.name as keepName',
      'k.archiveNo as keepArchiveNo',
      'u.fullName as mergedByName',
      'v.fullName as undoneByName',
    ],
    sort: { by: { mergedAt: 'm.mergedAt' }, asked: undefined, usual: 'mergedAt desc', last: ['-m.id'] },
    skip: input.skipCount,
    take: input.maxResultCount,
  });
  return {
    totalCount,
    items: items.map((row) => ({ ...row, state: row.state as (typeof mergeStates)[number] })),
  };
}

/** Called after the commit, so that readings are judged by the persons as they are now. */
export type PersonChanged = (tenantId: number, clientId: number) => void;

const shared = { permission: mergeRight, resource: client } as const;

const likenessCalls: readonly Call[] = [
  call({
    ...shared,
    wire: 'GET C_client/GetDuplicates',
    title: '疑似重复的客户',
    input: pairInput,
    output: pageOf(pairOutput),
    run: likelyPairs,
  }),
  call({
    ...shared,
    wire: 'POST C_client/SetNotDuplicate',
    title: '标记为不同的人',
    input: files,
    output: nothing,
    run: (ctx, { keepId, otherId }) => {
      if (keepId === otherId) throw invalid('otherId', 'client-merge.same');
      return tellApart(ctx, [keepId, otherId]);
    },
  }),
  call({
    ...shared,
    wire: 'GET C_client/GetMergePreview',
    title: '合并前的对比',
    input: files,
    output: preview,
    run: mergePreview,
  }),
  call({
    ...shared,
    wire: 'GET C_client/GetMerges',
    title: '合并记录',
    input: mergesInput,
    output: pageOf(merged),
    run: mergesOf,
  }),
  call({
    ...shared,
    wire: 'GET C_client/GetUnmergePreview',
    title: '撤销合并前的说明',
    input: z.object({ mergeId: rowId }),
    output: z.object({ returns: counts, changed: arrayOf(z.string()), stays: counts }),
    run: (ctx, { mergeId }) => unmergePreview(ctx, mergeId),
  }),
];

const changeCalls = (personChanged: PersonChanged): readonly Call[] => [
  call({
    ...shared,
    wire: 'POST C_client/Merge',
    title: '合并客户',
    cost: 10,
    input: mergeInput,
    output: started,
    async run(ctx, input) {
      const given = asked(input);
      const found = await mergeClients(ctx, given);
      ctx.tx.afterCommit(() => [given.keepId, given.otherId].forEach((id) => personChanged(ctx.tenantId, id)));
      return startedAs(found);
    },
  }),
  call({
    ...shared,
    wire: 'POST C_client/Unmerge',
    title: '撤销合并',
    cost: 10,
    input: z.object({ mergeId: rowId }),
    output: started,
    async run(ctx, { mergeId }) {
      const found = await unmerge(ctx, mergeId, (id) => ctx.tx.afterCommit(() => personChanged(ctx.tenantId, id)));
      return startedAs(found);
    },
  }),
];

export const mergeCalls = (personChanged: PersonChanged): readonly Call[] => [
  ...likenessCalls,
  ...changeCalls(personChanged),
];
