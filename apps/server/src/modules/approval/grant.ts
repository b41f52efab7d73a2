import { careTeam, staffApplication, user } from '@kangmai/model';
import { type CallCtx, sql } from '../../engine/public.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { accounts } from '../identity/public.ts';
import { roles } from '../roles/public.ts';
import { keepProfile, profileOf } from '../staff/public.ts';
import { joinTeam } from '../teams/public.ts';
import { createUser, giveRole, type UserParts } from '../users/public.ts';
import type { Application } from './rules.ts';

export interface Decision {
  readonly team: number;
  readonly role?: number | null | undefined;
  readonly account?: number | null | undefined;
}

type Kind = Application['kind'];

const roleOfKind = {
  doctor: 'doctor',
  tcm: 'doctor',
  nurse: 'nurse',
  manager: 'healthmanager',
  nutrition: 'healthmanager',
  psychology: 'healthmanager',
  coach: 'healthmanager',
  worker: 'user',
  volunteer: 'user',
} as const satisfies Readonly<Record<Kind, string>>;

const placeOfKind: Readonly<Partial<Record<Kind, 'doctor' | 'nurse' | 'manager'>>> = {
  doctor: 'doctor',
  tcm: 'doctor',
  nurse: 'nurse',
  manager: 'manager',
};

async function roleFor(ctx: CallCtx, kind: Kind, chosen: number | null | undefined): Promise<string> {
  const rows = ctx.from(roles, 'r').select(['r.name']);
  const found = await ctx.first(
    chosen ? rows.where('r.id', '=', chosen) : rows.where(sql<string>`lower(r.name)`, '=', roleOfKind[kind]),
  );
  if (!found) throw invalid('role', 'application.role-unknown');
  return found.name;
}

async function within<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'rights.beyond')
      throw new AppError('forbidden', 'application.role-beyond', {
        fields: [{ field: 'role', reason: 'application.role-beyond' }],
      });
    throw error;
  }
}

async function linkAccount(
  parts: UserParts,
  ctx: CallCtx,
  { id, role }: { readonly id: number; readonly role: string },
) {
  const found = await ctx.first(ctx.from(accounts, 'u').select(['u.isActive']).where('u.id', '=', id));
  if (!found) throw invalid('account', 'ref.not-found');
  if (!found.isActive) throw invalid('account', 'application.account-inactive');
  const other = await ctx.first(
    ctx
      .from(staffApplication, 'a')
      .select('a.name')
      .where('a.account', '=', id)
      .where('a.state', 'in', ['approved', 'stopped']),
  );
  if (other) throw invalid('account', 'application.account-taken', { name: other.name });
  await within(giveRole(parts, ctx, { id, role }));
  return id;
}

async function newAccount(
  parts: UserParts,
  ctx: CallCtx,
  { row, role }: { readonly row: Application; readonly role: string },
) {
  const { name, emailAddress, phone } = row;
  const key = emailAddress.toLowerCase();
  const taken = await ctx.first(
    ctx
      .from(accounts, 'u')
      .select('u.id')
      .where((eb) => eb.or([eb('u.emailKey', '=', key), eb('u.userNameKey', '=', key)])),
  );
  if (taken) throw invalid('account', 'application.account-exists');
  return within(
    createUser(parts, ctx, {
      user: { name, userName: emailAddress, emailAddress, phoneNumber: phone, isActive: true },
      assignedRoleNames: [role],
      setRandomPassword: true,
    }),
  );
}

async function writeProfile(ctx: CallCtx, row: Application, account: number): Promise<void> {
  const known = await profileOf(ctx, account);
  await keepProfile(ctx, known, {
    name: row.name,
    gender: row.sex,
    department: row.department,
    photo: row.avatar,
    title: row.title,
    isDoctor: row.kind === 'doctor' || row.kind === 'tcm',
    licenceNo: row.licenceNo,
    licenceEndsOn: row.licenceEndsOn,
    hospital: row.organization,
    introduction: row.introduction,
    goodAt: row.goodAt,
    phone: row.phone,
    account,
    application: row.id,
    isVoid: false,
    isEnabled: true,
  });
}

export async function grantAccess(
  parts: UserParts,
  ctx: CallCtx,
  { row, decision: { team, role: chosen, account } }: { readonly row: Application; readonly decision: Decision },
): Promise<number> {
  if (!(await ctx.repo(careTeam).find(team))) throw invalid('team', 'ref.not-found');
  const role = await roleFor(ctx, row.kind, chosen);
  const userId = account
    ? await linkAccount(parts, ctx, { id: account, role })
    : await newAccount(parts, ctx, { row, role });
  await writeProfile(ctx, row, userId);
  await joinTeam(ctx, { teamId: team, userId, roleInTeam: placeOfKind[row.kind] ?? 'assistant' });
  return userId;
}

export const nameOf = async (ctx: CallCtx, id: number | null): Promise<string> =>
  (
    await ctx.first(
      ctx
        .from(user, 'u')
        .select('u.fullName')
        .where('u.id', '=', id ?? 0),
    )
  )?.fullName ?? '—';
