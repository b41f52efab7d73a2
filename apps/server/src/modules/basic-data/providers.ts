import { contract, energyItem, maintenanceCategory, provider, providerCategories } from '@kangmai/model';
import { permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type CallCtx, implement, whole } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import { refuseUsed, whoeverSees } from './in-use.ts';
import { licencesEnd, noteFirstEnd } from './licence-ends.ts';

type Provider = Row<typeof provider>;

function requireLicences(ctx: CallCtx, { licences, licencesEndOn }: Provider): void {
  if ((licences ?? []).length === 0) throw notAllowed('provider.no-licence');
  if (licencesEndOn !== null && licencesEndOn < ctx.today())
    throw notAllowed('provider.licence-ended', { day: licencesEndOn });
}

async function requireContract(ctx: CallCtx, { id }: Provider): Promise<void> {
  const found = await ctx.first(
    ctx
      .from(contract, 'c')
      .beyondSight('whether a contract is in force, not what it says')
      .select('c.id')
      .where('c.provider', '=', id)
      .where('c.state', '=', 'effective')
      .where('c.startsOn', '<=', ctx.today())
      .where('c.endsOn', '>=', ctx.today())
      .limit(1),
  );
  if (!found) throw notAllowed('provider.no-contract');
}

/** Providers: they begin with valid licences and a contract in force, and pause by the clock when a licence ends. */
export const providerCode = implement(provider, {
  beforeSave(_ctx, draft) {
    noteFirstEnd(draft);
  },
  beforeDelete: (ctx, row) =>
    refuseUsed(ctx, [
      ctx.from(contract, 'r').beyondSight(whoeverSees).where('r.provider', '=', row.id),
      ctx.from(maintenanceCategory, 'r').where('r.provider', '=', row.id),
      ctx.from(energyItem, 'r').where('r.provider', '=', row.id),
    ]),
  conditions: { licencesEnd },
  moves: {
    async begin(ctx, { row }) {
      requireLicences(ctx, row);
      await requireContract(ctx, row);
    },
    resume(ctx, { row }) {
      requireLicences(ctx, row);
    },
  },
});

export const providersForSelectCall = call({
  wire: 'GET ProviderArchives/GetAllForSelect',
  title: '服务商（选择用）',
  permission: permissionsOfCall(provider, 'list'),
  input: z.object({ category: z.enum(providerCategories.names).optional() }),
  output: arrayOf(z.object({ id: whole, name: z.string(), category: z.string() })),
  async run(ctx, { category }) {
    const rows = await ctx.repo(provider).list({
      where: { state: { in: ['trial', 'active'] }, ...(category && { category }) },
      sort: 'name',
    });
    return rows.map(({ id, name, category: kind }) => ({ id, name, category: kind }));
  },
});
