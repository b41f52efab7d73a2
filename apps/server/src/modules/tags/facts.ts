import {
  type Fact,
  type FactKey,
  factKeys,
  factKinds,
  type FactKind,
  type Facts,
  unknownBirthday,
  wholeYears,
} from '@kangmai/domain';
import { abnormalCase, client, deviceBinding, openCaseStates } from '@kangmai/model';
import { type CallCtx, table } from '../../engine/public.ts';

export const ofPersons = 'the persons were found in sight, or a rule holds for all';

const newest = table('reading_latest', {
  tenantId: 'bigint',
  clientId: 'bigint',
  kind: 'text',
  measuredAt: 'timestamptz',
  figures: 'jsonb',
});

type Known = Partial<Record<string, Fact>>;

const given = (value: unknown, at: number | null = null): Fact | undefined =>
  value === null || value === undefined ? undefined : { value: value as Fact['value'], at };

function bmiOf(height: unknown, weight: unknown): number | null {
  const [metres, kilograms] = [Number(height ?? 0) / 100, Number(weight ?? 0)];
  return metres > 0 && kilograms > 0 ? Math.round((kilograms / metres ** 2) * 10) / 10 : null;
}

async function ofFiles(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, Known>> {
  const rows = await ctx.all(
    ctx
      .from(client, 'c')
      .beyondSight(ofPersons)
      .where('c.id', 'in', ids)
      .select([
        'c.id',
        'c.birthday',
        'c.gender',
        'c.crowdTypes',
        'c.livingState',
        'c.height',
        'c.weight',
        'c.isVip',
        'c.earlyWarning',
      ]),
  );
  const today = ctx.today();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        age: given(row.birthday === unknownBirthday ? null : wholeYears(row.birthday, today)),
        gender: given(row.gender),
        crowdTypes: given(row.crowdTypes),
        livingState: given(row.livingState),
        bmi: given(bmiOf(row.height, row.weight)),
        isVip: given(row.isVip),
        earlyWarning: given(row.earlyWarning),
      },
    ]),
  );
}

/** The facts that the newest reading of a kind gives, with its metrics. */
const metricsOfKind: ReadonlyMap<string, readonly (readonly [FactKey, string])[]> = factKeys.reduce((kinds, key) => {
  const { source }: FactKind = factKinds[key];
  if (typeof source === 'string') return kinds;
  return kinds.set(source.kind, [...(kinds.get(source.kind) ?? []), [key, source.metric] as const]);
}, new Map<string, readonly (readonly [FactKey, string])[]>());
const readingKinds = [...metricsOfKind.keys()];

async function ofReadings(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, Known>> {
  const rows = await ctx.all(
    ctx
      .from(newest, 'n')
      .where('n.clientId', 'in', ids)
      .where('n.kind', 'in', readingKinds)
      .orderBy('n.measuredAt')
      .select(['n.clientId', 'n.kind', 'n.measuredAt', 'n.figures']),
  );
  const found = new Map<number, Known>();
  for (const { clientId, kind, measuredAt, figures } of rows) {
    const [values, at] = [figures as Readonly<Record<string, unknown>>, measuredAt.getTime()];
    const known = found.get(clientId) ?? {};
    for (const [key, metric] of metricsOfKind.get(kind) ?? []) {
      const value = values[metric] ?? null;
      if (value !== null) known[key] = { value: Number(value), at };
    }
    found.set(clientId, known);
  }
  return found;
}

async function openCases(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.all(
    ctx
      .from(abnormalCase, 'k')
      .beyondSight(ofPersons)
      .where('k.client', 'in', ids)
      .where('k.state', 'in', openCaseStates)
      .groupBy('k.client')
      .select((eb) => ['k.client', eb.fn.countAll<number>().as('count')]),
  );
  return new Map(rows.map((row) => [row.client ?? 0, row.count]));
}

async function wearers(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await ctx.all(
    ctx
      .from(deviceBinding, 'b')
      .beyondSight(ofPersons)
      .where('b.client', 'in', ids)
      .where('b.relation', '=', 'wearer')
      .where('b.state', 'in', ['active', 'paused'])
      .select('b.client'),
  );
  return new Set(rows.map((row) => row.client));
}

export async function factsOf(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, Facts>> {
  if (ids.length === 0) return new Map();
  const [files, readings, cases, worn] = await Promise.all([
    ofFiles(ctx, ids),
    ofReadings(ctx, ids),
    openCases(ctx, ids),
    wearers(ctx, ids),
  ]);
  // Assigned: copies of every person by spreading are most of the memory that a night takes.
  for (const [id, file] of files) {
    file['openCases'] = { value: cases.get(id) ?? 0, at: null };
    file['hasDevice'] = { value: worn.has(id), at: null };
    Object.assign(file, readings.get(id));
  }
  return files as ReadonlyMap<number, Facts>;
}
