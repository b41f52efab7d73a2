import { client, model } from '@kangmai/model';
import { countOf, defineModel, Members, type AnyResource } from '@kangmai/resource';
import { systemCaller } from '../src/access/caller.ts';
import type { CallCtx } from '../src/engine/crud/call-ctx.ts';
import { listQuery } from '../src/engine/crud/conventional.ts';
import { planner } from '../src/engine/crud/plan.ts';
import { Rows } from '../src/engine/crud/repository.ts';
import { completeRows } from '../src/engine/traits/hooks.ts';
import { traits } from '../src/engine/traits/index.ts';
import { figure, quantile, type Figure } from './figure.ts';
import type { World } from './world.ts';

const rounds = 600;
const pages = 50;
const warm = 100;

const label = { label: '绑定', en: 'Bindings' };
const withCounts = {
  ...client,
  counts: { ...client.counts, bindings: countOf('deviceBinding', 'client', label) },
};
const without = { ...client, counts: {} };

/** The model with one definition of clients. */
const modelWith = (resource: AnyResource) =>
  defineModel(model.resources.map((one) => (one.name === client.name ? resource : one)) as never);

function pageReader(world: World, resource: AnyResource): (turn: number) => Promise<number> {
  const own = modelWith(resource);
  const plan = planner(own, {}, traits)(resource);
  return async (turn) => {
    const at = new Date();
    const caller = {
      ...systemCaller(world.tenantId, 'Asia/Shanghai'),
      userId: world.users[turn % world.users.length]?.id ?? 0,
      sight: { all: false, own: true, teams: [], units: [] },
    };
    const about = {
      caller,
      model: own,
      tenantId: world.tenantId,
      now: () => at,
      today: () => at.toISOString().slice(0, 10),
      check: { toInstant: () => undefined },
      sealer: { open: () => '' },
    };
    const began = performance.now();
    await world.database.withTenant(world.tenantId, async (tx) => {
      const ctx = { ...about, tx } as unknown as CallCtx;
      const query = Members.of({ MaxResultCount: '10', SkipCount: String((turn % pages) * 2) });
      const { rows } = await new Rows(plan, ctx).page(listQuery(plan, ctx, query));
      const read = await completeRows(plan, ctx, { rows });
      if (read.length === 0) throw new Error('the page is empty');
    });
    return performance.now() - began;
  };
}

/** A page of ten clients with three counts, against the same page without, in turns. */
export async function countFigures(world: World): Promise<readonly Figure[]> {
  const [counted, bare] = [pageReader(world, withCounts), pageReader(world, without)];
  const times: { readonly counted: number[]; readonly bare: number[] } = { counted: [], bare: [] };
  for (let turn = 0; turn < rounds + warm; turn += 1) {
    const [one, other] = [await counted(turn), await bare(turn)];
    if (turn < warm) continue;
    times.counted.push(one);
    times.bare.push(other);
  }
  const [value, yardstick] = [quantile(times.counted, 0.5), quantile(times.bare, 0.5)];
  return [
    figure({
      name: 'page with three counts',
      value,
      unit: 'ms',
      yardstick,
      must: 'ratio <= 1.5',
      aim: 'ratio <= 1.3',
      ok: value / yardstick <= 1.5,
      conditions: `median of ${rounds} pages of ten clients with bindings, worn devices and open cases, own clients of a doctor; yardstick: the same page without counts, in turns`,
    }),
  ];
}
