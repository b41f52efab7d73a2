import {
  fieldOf,
  kindOf,
  permissionsOfReveal,
  revealable,
  targetOf,
  throughOf,
  type AnyResource,
  type Json,
} from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';
import { z } from 'zod';
import { personResource, recordLooks, requireFewReveals } from '../../../access/looks.ts';
import { invalid } from '../../../platform/errors.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import type { PlainRow } from '../../crud/plan.ts';
import { reasonForm } from '../../call-shapes/reason.ts';
import { anyValue, told } from '../../call-shapes/answers.ts';

/** The person a row belongs to: the row itself, or the one that it is visible through. */
function personOf(resource: AnyResource, row: PlainRow): number | null {
  if (resource.name === personResource) return row.id;
  const ids = throughOf(resource)
    .filter((name) => targetOf(fieldOf(resource, name)) === personResource)
    .map((name) => row[name]);
  return ids.find((id) => typeof id === 'number') ?? null;
}

function fieldAsked(resource: AnyResource, asked: string): string {
  const wanted = asked.toLowerCase();
  const name = revealable(resource).find(
    (each) => each.toLowerCase() === wanted || jsonKeyOf(each, fieldOf(resource, each)).toLowerCase() === wanted,
  );
  if (name === undefined) throw invalid('field', 'reveal.not-hidden');
  return name;
}

interface RevealInput {
  readonly id: number;
  readonly field: string;
  readonly reason: string;
}

/** One sensitive value in full, for a reason, logged with the answer; sixty per hour and user. */
async function reveal(
  ctx: CallCtx,
  resource: AnyResource,
  input: RevealInput,
): Promise<{ readonly field: string; readonly value: Json }> {
  const { plan } = ctx.rows(resource);
  const name = fieldAsked(plan.face, input.field);
  const field = fieldOf(plan.face, name);
  const row = await ctx.rows(resource).get(input.id);
  await requireFewReveals(ctx);
  await recordLooks(ctx, [
    {
      action: 'reveal',
      clientId: personOf(plan.resource, row),
      resource: plan.resource.name,
      record: row.id,
      field: name,
      reason: input.reason,
    },
  ]);
  return { field: jsonKeyOf(name, field), value: kindOf(field).toWire(row[name] ?? null, field) };
}

/** The input of a reveal. */
const revealInput = z.object({
  id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  field: z.string().trim().min(1).max(40),
  reason: reasonForm,
});

/** The call that reveals the masked values of a resource; none where nothing is masked. */
export function revealCalls(resource: AnyResource): readonly Call[] {
  if (revealable(resource).length === 0) return [];
  return [
    call({
      wire: `POST ${resource.wire.service}/Reveal`,
      title: `${resource.title}：查看完整信息`,
      permission: permissionsOfReveal(resource),
      input: revealInput,
      bodyOnly: ['reason'],
      output: z.object({ field: z.string(), value: told<Json>(anyValue) }),
      reads: true,
      run: (ctx, input) => reveal(ctx, resource, input),
    }),
  ];
}
