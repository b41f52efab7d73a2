import { z } from 'zod';
import { requireHost, tenantId } from './host-side.ts';
import { arrayOf, call, nothing, type Call } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { features, featuresOf, isFeatureValue, type Feature } from '../identity/public.ts';
import { record, type TenantSaveParts } from './tenant-saves.ts';

const permission = 'Pages.Tenants.ChangeFeatures';
const idInput = z.object({ id: tenantId });
const valuesInput = z.object({
  id: tenantId,
  featureValues: z.array(z.object({ name: z.string().max(100), value: z.string().max(100) })).max(100),
});

const featureOutput = z.object({
  parentName: z.string().nullable(),
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  defaultValue: z.string(),
  inputType: z.object({
    name: z.string(),
    attributes: z.object({}),
    validator: z.object({ name: z.string(), attributes: z.object({}) }),
  }),
});
const featuresOutput = z.object({
  featureValues: arrayOf(z.object({ name: z.string(), value: z.string() })),
  features: arrayOf(featureOutput),
});

const shownFeature = (
  { name, label, en, parentName, defaultValue, kind }: Feature,
  isEnglish: boolean,
): z.output<typeof featureOutput> => ({
  parentName,
  name,
  displayName: isEnglish ? en : label,
  description: '',
  defaultValue,
  inputType: {
    name: kind === 'flag' ? 'CHECKBOX' : 'SINGLE_LINE_STRING',
    attributes: {},
    validator: { name: kind === 'flag' ? 'BOOLEAN' : 'NUMERIC', attributes: {} },
  },
});

type Values = Readonly<Record<string, string>>;

const storedSql = 'select feature_values as values from tenant where id = $1 and not is_deleted';

async function storedValues(tx: Tx, id: number, sql = storedSql): Promise<Values> {
  const row = await tx.one<{ values: Values }>(sql, [id]);
  if (!row) throw notFound();
  return row.values;
}

function checked(given: readonly { readonly name: string; readonly value: string }[]): Values {
  for (const { name, value } of given) {
    const feature = features.find((one) => one.name === name);
    if (!feature) throw invalid('featureValues', 'tenant.unknown-feature', { name });
    if (!isFeatureValue(feature, value)) throw invalid('featureValues', 'tenant.feature-value', { name });
  }
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

export function featureCalls({ services }: TenantSaveParts): readonly Call[] {
  const write = (id: number, next: (before: Values) => Values, ctx: Parameters<typeof record>[1]): Promise<null> =>
    services.database.platform(async (tx) => {
      const before = await storedValues(tx, id, `${storedSql} for update`);
      const after = next(before);
      await tx.execute(
        'update tenant set feature_values = $2, updated_at = $3, updated_by = $4, row_version = row_version + 1 where id = $1',
        [id, JSON.stringify(after), ctx.now(), ctx.caller.userId],
      );
      await record(tx, ctx, { id, kind: 'updated', before: { features: before }, after: { features: after } });
      return null;
    });
  return [
    call({
      wire: 'GET Tenant/GetTenantFeaturesForEdit',
      title: '租户功能',
      permission,
      input: idInput,
      detached: true,
      output: featuresOutput,
      async run(ctx, { id }) {
        requireHost(ctx);
        const values = await services.database.platform((tx) => storedValues(tx, id));
        return {
          featureValues: Object.entries(featuresOf(values)).map(([name, { value }]) => ({ name, value })),
          features: features.map((feature) => shownFeature(feature, ctx.caller.culture === 'en')),
        };
      },
    }),
    call({
      wire: 'PUT Tenant/UpdateTenantFeatures',
      title: '修改租户功能',
      permission,
      input: valuesInput,
      detached: true,
      output: nothing,
      async run(ctx, { id, featureValues }) {
        requireHost(ctx);
        const values = checked(featureValues);
        return write(id, (before) => ({ ...before, ...values }), ctx);
      },
    }),
    call({
      wire: 'POST Tenant/ResetTenantSpecificFeatures',
      title: '恢复租户默认功能',
      permission,
      input: idInput,
      detached: true,
      output: nothing,
      async run(ctx, { id }) {
        requireHost(ctx);
        return write(id, () => ({}), ctx);
      },
    }),
  ];
}
