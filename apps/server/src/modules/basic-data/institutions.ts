import { institution, organizationUnit } from '@kangmai/model';
import { z } from 'zod';
import { call, type CallCtx, flatRow, implement, type WireRow } from '../../engine/public.ts';
import { unitsOfUsers } from '../organization/public.ts';
import { licencesEnd, noteFirstEnd } from './licence-ends.ts';

export const institutionCode = implement(institution, {
  beforeSave(_ctx, draft) {
    noteFirstEnd(draft);
  },
  conditions: { licencesEnd },
});

async function unitsAbove(ctx: CallCtx): Promise<readonly number[]> {
  const [own, units] = await Promise.all([
    ctx.all(
      ctx
        .from(unitsOfUsers, 'm')
        .select('m.organizationUnitId as id')
        .where('m.userId', '=', ctx.caller.userId ?? 0),
    ),
    ctx.all(ctx.from(organizationUnit, 'o').select(['o.id', 'o.code'])),
  ]);
  const codes = units.filter((unit) => own.some(({ id }) => id === unit.id)).map(({ code }) => code);
  const isAbove = (code: string): boolean => codes.some((mine) => mine === code || mine.startsWith(`${code}.`));
  return units
    .filter(({ code }) => isAbove(code))
    .toSorted((one, other) => other.code.length - one.code.length)
    .map(({ id }) => id);
}

async function mine(ctx: CallCtx): Promise<WireRow | null> {
  const units = await unitsAbove(ctx);
  if (units.length === 0) return null;
  const rows = await ctx.repo(institution).list({ where: { organizationUnit: { in: units }, isEnabled: true } });
  const nearest = units.map((id) => rows.find((row) => row.organizationUnit === id)).find((row) => row);
  return nearest ? ctx.show(institution, nearest) : null;
}

export const ownInstitutionCall = call({
  wire: 'GET OrganizationInfos/GetMine',
  title: '本机构信息',
  permission: 'signed-in',
  input: z.object({}),
  output: flatRow(institution).nullable(),
  run: mine,
});
