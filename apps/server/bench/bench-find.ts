import { setTimeout as pause } from 'node:timers/promises';
import { spellingOf, initialsOf } from '../src/modules/dictionaries/public.ts';
import { figure, pressure, quantile, type Figure } from './figure.ts';
import { Wire } from './wire.ts';
import { signIn, type World } from './world.ts';

const count = 1_000_000;
const families = 200_000;
const tags = 200;
const staff = 2_000;
const betweenMs = 100;
const surnames = Array.from(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈',
);
const given = Array.from(
  '秀英明芳军丽强敏静伟磊洋艳勇杰娟涛超兰霞平刚桂玉萍红建华国志永春梅海燕凤金文云小雪晓辉思佳子涵宇浩然雨欣',
);

const spoken = (names: readonly string[]) => ({
  names,
  initials: names.map((name) => initialsOf(name, 'person', 50)),
  spellings: names.map((name) => spellingOf(name, 50)),
});

const [first, second] = [spoken(surnames), spoken(given)];

/** A million people of one tenant beside those of the world; each doctor has some three hundred of them. */
async function addPeople({ owner, tenantId, users, watches }: World): Promise<void> {
  await owner.query(
    `insert into client (tenant_id, archive_no, name, initials, spelling, gender, birthday, phone_sealed, phone_index, phone_tail, region_code, doctor_id, created_at)
     select $1, '99' || lpad(n::text, 15, '0'), s.name[a] || g.name[b] || g.name[c], s.initials[a] || g.initials[b] || g.initials[c], s.spelling[a] || g.spelling[b] || g.spelling[c],
       1 + n % 2, date '1930-01-01' + n % 30000, k.phone_sealed, decode(md5(n::text), 'hex'), lpad((n::bigint * 7919 % 10000)::text, 4, '0'), k.region_code,
       case when n % 3000 < $9 then ($10::bigint[])[1 + n % 3000] end, now() - n * interval '1 second'
     from generate_series(1, ${count}) n,
       lateral (select 1 + n % $11 as a, 1 + n / $11 % $12 as b, 1 + n / ($11 * $12) % $12 as c) place,
       (select $3::text[] as name, $4::text[] as initials, $5::text[] as spelling) s,
       (select $6::text[] as name, $7::text[] as initials, $8::text[] as spelling) g,
       client k where k.tenant_id = $1 and k.id = $2`,
    [
      tenantId,
      watches[0]?.clientId,
      first.names,
      first.initials,
      first.spellings,
      second.names,
      second.initials,
      second.spellings,
      users.length,
      users.map(({ id }) => id),
      surnames.length,
      given.length,
    ],
  );
  await owner.query('vacuum analyze client');
}

/** Of every five people three are a family, which has the name of its head. */
const familiesSql = `insert into family (tenant_id, family_no, family_name, householder_id, created_at)
  select $1, 'JT' || right(archive_no, 7), name || '家庭', id, created_at from client
  where tenant_id = $1 and archive_no ~ '^99[0-9]{15}$' and right(archive_no, 7)::integer % (${count / families}) = 0`;
const membersSql = `insert into family_member (tenant_id, family_id, client_id, relation, joined_on)
  select $1, f.id, c.id, case when c.id = f.householder_id then '1' else '2' end, current_date
  from family f, generate_series(0, 2) n, client c
  where f.tenant_id = $1 and c.tenant_id = $1 and not c.is_deleted and c.archive_no = '99' || lpad((right(f.family_no, 7)::integer - n)::text, 15, '0')`;
const tagsSql = `insert into tag (tenant_id, name, code, category)
  select $1, (array['高血压', '糖尿病', '独居', '失能', '高龄', '慢病随访', '跌倒风险', '低盐饮食'])[1 + n % 8] || n, 'BENCH' || n, 'custom'
  from generate_series(1, ${tags}) n`;
const staffSql = `insert into staff_profile (tenant_id, code, name, initials, department)
  select $1, 'YB' || n, s.name[a] || g.name[b], s.initials[a] || g.initials[b], '内科' from generate_series(1, ${staff}) n,
    lateral (select 1 + n % array_length($2::text[], 1) as a, 1 + n % array_length($4::text[], 1) as b) place,
    (select $2::text[] as name, $3::text[] as initials) s, (select $4::text[] as name, $5::text[] as initials) g`;

async function addOthers({ owner, tenantId }: World): Promise<void> {
  await owner.query(familiesSql, [tenantId]);
  await owner.query('analyze family');
  await owner.query(membersSql, [tenantId]);
  await owner.query(tagsSql, [tenantId]);
  await owner.query(staffSql, [tenantId, first.names, first.initials, second.names, second.initials]);
  for (const table of ['family', 'family_member', 'tag', 'staff_profile']) await owner.query(`vacuum analyze ${table}`);
}

const people = ['王', '王秀英', 'wx', 'lxy', 'zhangmin', 'liu', '4321', '99000000000765432', '吕涵', 'xq'];
const others = ['王秀英家', 'JT0765430', '高血', '独居', 'YB1234', '李秀'];
const words = people.flatMap((word, at) => [word, ...others.slice(at, at + 1)]);

/**
 * How soon the search box finds somebody among a million people with families, tags and staff beside, for an
 * administrator and for doctors with their own people.
 */
export async function findFigures(world: World): Promise<readonly Figure[]> {
  await addPeople(world);
  await addOthers(world);
  const callers = ['admin', ...world.users.slice(0, 3).map(({ userName }) => userName)];
  const tokens = await Promise.all(callers.map((userName) => signIn(world, userName)));
  const wires = await Promise.all(callers.map(() => Wire.open(world.server.url)));
  const slowest = new Map<string, number>();
  const times: number[] = [];
  let turn = 0;
  const work = async (lane: number): Promise<void> => {
    turn += 1;
    const word = words[turn % words.length] ?? '';
    const began = performance.now();
    const answer = await wires[lane]?.request(
      'GET',
      `/api/services/app/Search/Find?${new URLSearchParams({ filter: word }).toString()}`,
      { headers: { authorization: `Bearer ${tokens[lane]?.accessToken}` } },
    );
    if (answer?.status !== 200) throw new Error(`nobody was found: ${answer?.status} ${answer?.text.slice(0, 300)}`);
    const key = `${word} of ${lane === 0 ? 'all' : 'own'}`;
    const took = performance.now() - began;
    times.push(took);
    slowest.set(key, Math.max(slowest.get(key) ?? 0, took));
    // Somebody reads the answer; a faster hand would meet the limit of calls.
    await pause(betweenMs);
  };
  await pressure({ lanes: 1, seconds: 2, work });
  slowest.clear();
  times.length = 0;
  await pressure({ lanes: callers.length, seconds: 8, work });
  for (const wire of wires) wire.close();
  const p95 = quantile(times, 0.95);
  const [worst, longest] = [...slowest].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0];
  return [
    figure({
      name: 'search box p95',
      value: p95,
      unit: 'ms',
      must: '< 50',
      aim: '< 25',
      ok: p95 < 50,
      conditions: `${count} people, ${families} families, ${tags} tags and ${staff} staff of one tenant, by name, pinyin, phone tail and numbers, an administrator and three doctors on ${callers.length} connections; slowest: ${worst}, ${Math.round(longest)} ms`,
    }),
  ];
}
