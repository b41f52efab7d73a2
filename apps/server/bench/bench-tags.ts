import type { FactRule } from '@kangmai/domain';
import { model } from '@kangmai/model';
import { withRepositories } from '../src/engine/crud/call-ctx.ts';
import { planner } from '../src/engine/crud/plan.ts';
import { traits } from '../src/engine/traits/index.ts';
import { refreshTags } from '../src/modules/tags/public.ts';
import { figure, type Figure } from './figure.ts';
import { watchMemory } from './memory.ts';
import { ownCtx } from './own-ctx.ts';
import type { World } from './world.ts';

const people = 100_000;

/** Ten rules, each met by one to three of ten persons. */
const rules: readonly FactRule[] = [
  { fact: 'age', sign: '>=', value: 80 },
  {
    all: [
      { fact: 'age', sign: '>=', value: 65 },
      { fact: 'gender', sign: 'in', value: ['2'] },
    ],
  },
  { fact: 'isVip', sign: '=', value: true },
  { fact: 'bmi', sign: '>=', value: 28 },
  {
    any: [
      { fact: 'systolic', sign: '>=', value: 160 },
      { fact: 'diastolic', sign: '>=', value: 105 },
    ],
  },
  {
    all: [
      { fact: 'systolic', sign: '>=', value: 140 },
      { fact: 'age', sign: '>=', value: 60 },
    ],
  },
  { fact: 'heartRate', sign: '>', value: 95 },
  {
    all: [
      { fact: 'age', sign: '<', value: 40 },
      { fact: 'bmi', sign: '<', value: 24 },
    ],
  },
  { fact: 'livingState', sign: 'in', value: ['3'] },
  {
    all: [
      { fact: 'hasDevice', sign: '=', value: false },
      { fact: 'systolic', sign: '>=', value: 150 },
    ],
  },
];

/** A hundred thousand people with their newest blood pressure and heart rate. */
async function addPeople({ owner, tenantId, watches }: World): Promise<void> {
  await owner.query(
    `insert into client (tenant_id, archive_no, name, gender, birthday, phone_sealed, phone_index, phone_tail, region_code, living_state, height, weight, is_vip)
     select $1, '98' || lpad(n::text, 15, '0'), '张' || n, 1 + n % 2, date '1935-01-01' + (n::bigint * 7919 % 25000)::integer, k.phone_sealed, decode(md5(n::text), 'hex'), '0000', k.region_code,
       1 + n % 5, 150 + n % 35, 45 + n::bigint * 31 % 45, n % 10 = 0
     from generate_series(1, ${people}) n, client k where k.tenant_id = $1 and k.id = $2`,
    [tenantId, watches[0]?.clientId],
  );
  await owner.query(
    `insert into reading_latest (tenant_id, device_id, client_id, kind, measured_at, reading_id, level, figures)
     select c.tenant_id, $2, c.id, f.kind, now() - interval '3 days', c.id, 0, f.figures from client c
       cross join lateral (values ('bp', jsonb_build_object('high', 100 + c.id * 13 % 80, 'low', 60 + c.id * 7 % 50)), ('heart', jsonb_build_object('heart', 55 + c.id * 11 % 50))) f(kind, figures)
     where c.tenant_id = $1 and c.archive_no like '98%'`,
    [tenantId, watches[0]?.deviceId],
  );
  for (const table of ['client', 'reading_latest']) await owner.query(`vacuum analyze ${table}`);
}

async function addTags({ owner, tenantId }: World): Promise<void> {
  await owner.query(
    `insert into tag (tenant_id, name, code, category, tag_mode, rule)
     select $1, 'Bench ' || n, 'bench' || n, 'custom', 'auto', r from unnest($2::jsonb[]) with ordinality as each(r, n)`,
    [tenantId, rules.map((rule) => JSON.stringify(rule))],
  );
}

interface Night {
  readonly seconds: number;
  readonly more: number;
  readonly links: number;
}

/** A night's judging of all rules, in this process. */
async function night(world: World): Promise<Night> {
  const { database, tenantId, owner } = world;
  const planOf = planner(model, {}, traits);
  const memory = watchMemory(process.pid);
  const began = performance.now();
  await database.withTenant(tenantId, (tx) => refreshTags(withRepositories(ownCtx(world, tx), planOf)));
  const seconds = (performance.now() - began) / 1000;
  const { first, most } = memory();
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::integer as count from client_tag where tenant_id = $1 and not is_deleted',
    [tenantId],
  );
  return { seconds, more: most - first, links: rows[0]?.count ?? 0 };
}

/** A tenth of those who were tagged have other values the next day. */
const changeSql = `update reading_latest set figures = jsonb_build_object('high', 100 + client_id * 17 % 80, 'low', 60 + client_id * 5 % 50)
  where tenant_id = $1 and kind = 'bp' and client_id % 10 = 0`;

/** Ten rules over a hundred thousand people: the first night, which tags them all, and the next one. */
export async function tagFigures(world: World): Promise<readonly Figure[]> {
  await addTags(world);
  // What any work takes for the first time is not that of the night.
  await night(world);
  await addPeople(world);
  const first = await night(world);
  await world.owner.query(changeSql, [world.tenantId]);
  const next = await night(world);
  const conditions = `${people} people, ${rules.length} rules, ${first.links} tags of people after the first night; the night after, with a tenth of the blood pressures changed, ${Math.round(next.seconds * 10) / 10} s and ${Math.round(next.more)} MB more`;
  return [
    figure({
      name: 'tags of a night',
      value: first.seconds,
      unit: 's',
      yardstick: next.seconds,
      must: '<= 60',
      aim: '<= 30',
      ok: first.seconds <= 60 && next.seconds <= 60,
      conditions: `the first night, with all tags to write; yardstick: the night after; ${conditions}`,
    }),
    figure({
      name: 'memory of a night of tags',
      value: first.more,
      unit: 'MB more',
      yardstick: next.more,
      must: '<= 100',
      aim: '<= 64',
      ok: first.more <= 100 && next.more <= 100,
      conditions: `resident memory of the process at most, above that before; yardstick: the night after; ${conditions}`,
    }),
  ];
}
