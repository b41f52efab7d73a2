import { randomInt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { call, type Call, type CallCtx } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';

export const approvers = 'Pages.StaffManagement.Examine.Approve';

// Letters and digits that nobody mistakes for others.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const newCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');

type Reader = Pick<CallCtx, 'tenantId' | 'sealer'> & { readonly tx: Tx };

export interface HouseCode {
  readonly code: string;
  /** Who gave it out; messages to applicants are kept under this account. */
  readonly openedBy: number;
}

const readSql = 'select code_sealed as sealed, changed_by as "openedBy" from registration_code where tenant_id = $1';

/** The code of the house; none while applications are closed. */
export async function houseCode({ tx, tenantId, sealer }: Reader): Promise<HouseCode | undefined> {
  const row = await tx.one<{ sealed: Buffer; openedBy: number }>(readSql, [tenantId]);
  return row && { code: sealer.open(row.sealed), openedBy: row.openedBy };
}

/** Compares without telling by the time how much was right. */
export function isSameCode(given: string, code: string): boolean {
  const [one, other] = [Buffer.from(given.trim().toUpperCase()), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const output = z.object({ code: z.string().nullable() });

const storeSql = `insert into registration_code (tenant_id, code_sealed, changed_by) values ($1, $2, $3)
  on conflict (tenant_id) do update set code_sealed = excluded.code_sealed, changed_by = excluded.changed_by, changed_at = now()`;

async function change({ tx, tenantId, caller, sealer }: CallCtx, isOpen: boolean): Promise<string | null> {
  if (!isOpen) {
    await tx.execute('delete from registration_code where tenant_id = $1', [tenantId]);
    return null;
  }
  const code = newCode();
  await tx.execute(storeSql, [tenantId, sealer.seal(code), caller.userId]);
  return code;
}

export const houseCodeCalls: readonly Call[] = [
  call({
    wire: 'GET wcmp_users/GetRegistrationCode',
    title: '注册码',
    permission: approvers,
    input: z.object({}),
    output,
    run: async (ctx) => ({ code: (await houseCode(ctx))?.code ?? null }),
  }),
  call({
    wire: 'POST wcmp_users/UpdateRegistrationCode',
    title: '更换或关闭注册码',
    permission: approvers,
    input: z.object({ isOpen: z.boolean() }),
    output,
    run: async (ctx, { isOpen }) => ({ code: await change(ctx, isOpen) }),
  }),
];
