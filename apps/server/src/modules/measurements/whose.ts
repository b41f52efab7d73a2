import { client } from '@kangmai/model';
import { z } from 'zod';
import type { CallCtx } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';

export const whoseInput = {
  userId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  imei: z.string().trim().min(1).max(32).optional(),
};

export interface Person {
  readonly id: number;
  readonly sex: 'male' | 'female' | undefined;
  readonly heightCm: number | undefined;
}

export interface Whose {
  readonly person: Person | undefined;
  readonly imei: string | undefined;
}

export const subjectOf = ({
  person,
  imei,
}: Whose): { readonly clientId: number | undefined; readonly imei: string | undefined } => ({
  clientId: person?.id,
  imei,
});

export const isOne = ({ person, imei }: Whose): boolean => person !== undefined || imei !== undefined;

export function requireOne(whose: Whose): void {
  if (!isOne(whose)) throw invalid('userId', 'reading.whose');
}

/** The person of an id, or «not found» for somebody out of sight. */
export async function personOf(ctx: CallCtx, id: number): Promise<Person> {
  const row = await ctx.repo(client).get(id);
  return {
    id: row.id,
    sex: row.gender === '1' ? 'male' : row.gender === '2' ? 'female' : undefined,
    heightCm: row.height ?? undefined,
  };
}

/** SQL that limits rows with a `client_id` to persons who are not deleted. */
export const ofKeptPerson = (alias: string): string =>
  `exists (select 1 from "${client.table}" p where p.tenant_id = ${alias}.tenant_id and p.id = ${alias}.client_id and not p.is_deleted)`;

export async function whoseOf(
  ctx: CallCtx,
  input: { readonly userId?: number | undefined; readonly imei?: string | undefined },
): Promise<Whose> {
  return { person: input.userId === undefined ? undefined : await personOf(ctx, input.userId), imei: input.imei };
}

export async function oneOf(
  ctx: CallCtx,
  input: { readonly userId?: number | undefined; readonly imei?: string | undefined },
): Promise<Whose> {
  const whose = await whoseOf(ctx, input);
  requireOne(whose);
  return whose;
}
