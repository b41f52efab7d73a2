import { readFileSync } from 'node:fs';
import { imeiCheckDigit, platformRules } from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model';
import { prepareJobs } from '@kangmai/server/platform/jobs';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { followed } from '@kangmai/testkit/still';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from '../../../../test/made-people.ts';
import { queues } from '../../queues.ts';
import { columnsOf } from '../cases/case-store.ts';
import { Contexts } from '../intake/contexts.ts';
import { casesUnder } from './bench-cases.ts';
import { loadTenantContext } from './tenant-rules.ts';

let app: TestApp;
let admin: Client;
let source: Client;
let product: { readonly type: number; readonly product: number };
let serial = 0;

const run = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, [app.tenants.Alpha, ...values]));
const good = <T>(answer: Answer<T>): T => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
};
const settled = (): Promise<void> => followed(app, app.tenants.Alpha);

beforeAll(async () => {
  app = await startApp();
  await prepareJobs(app.urls.migrator, queues);
  admin = await app.as('admin', 'Alpha');
  const [found] = await run<typeof product>(
    "select t.id as type, p.id as product from device_type t join device_product p on p.tenant_id = t.tenant_id and p.type_id = t.id where t.tenant_id = $1 and t.type_code = 'watch' limit 1",
  );
  if (!found) throw new Error('no watch');
  product = found;
  const host = await app.as('admin');
  const id = good(
    await host.post<number>('IngestSources/CreateOrEdit', {
      sourceName: 'bench',
      sourceCode: 'bench',
      protocol: 'json',
      authType: 'bearer',
      ipAllow: '127.0.0.1',
      imeiPrefix: '868778',
      valid: true,
      ratePerMinute: 600_000,
    }),
  );
  const { apiKey } = good(await host.post<{ apiKey: string }>('IngestSources/RotateKey', { id }));
  source = app.visitor().with({ authorization: `Bearer ${apiKey}` });
});
afterAll(() => app.close());

async function wearer(): Promise<{ readonly imei: string; readonly client: number }> {
  serial += 1;
  const head = `868778${String(serial).padStart(8, '0')}`;
  const imei = `${head}${imeiCheckDigit(head)}`;
  await (await app.as('admin')).post('Devices/Allocate', { imeis: [imei], tenantId: app.tenants.Alpha });
  good(
    await admin.post('Devices/CreateOrEdit', { imei, devicesTypeId: product.type, deviceProductId: product.product }),
  );
  const client = good(
    await admin.post<number>('C_client/CreateOrEdit', {
      name: `测算${serial}`,
      certificateType: '03',
      certificate_no: `E${String(serial).padStart(8, '6')}`,
      gender: '2',
      birthday: '1966-05-05',
      phone: `137${String(10_000_000 + serial)}`,
      regionCode: '530102',
    }),
  );
  const bindTime = new Date().toISOString();
  good(await admin.post('Device_binds/CreateOrEdit', { imei, userId: client, relation: 0, bindTime }));
  await run("update device_binding set bound_at = now() - interval '9 days' where tenant_id = $1 and client_id = $2", [
    client,
  ]);
  await run('update device set row_version = row_version + 1 where tenant_id = $1 and imei = $2', [imei]);
  return { imei, client };
}

async function send(imei: string, values: { readonly [figure: string]: number }, minutesAgo: number): Promise<void> {
  const dataType = 'high' in values ? 'bp' : 'heart';
  const measuredAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const answer = await source.post('/api/ingest/v1/readings', { imei, dataType, measuredAt, values });
  expect(answer.status, answer.text).toBe(201);
}

/** Pressures of a watch, every ten minutes, the last one so many hours ago. */
async function pressures(imei: string, hoursAgo: number, values: readonly (readonly [number, number])[]) {
  for (const [at, [high, low]] of values.entries())
    await send(imei, { high, low, heart: 72 }, hoursAgo * 60 + (values.length - 1 - at) * 10);
}

interface Bench {
  readonly until: string;
  readonly coveredSince: string | null;
  readonly ruleVersion: number | null;
  readonly plannedPeople: number;
  readonly checkedPeople: number;
  readonly outOfSight: number;
  readonly levels: readonly { readonly level: number; readonly existing: number; readonly proposed: number }[];
  readonly hours: readonly { readonly hour: number; readonly existing: number; readonly proposed: number }[];
  readonly products: readonly { readonly productId: number; readonly existing: number; readonly proposed: number }[];
  readonly people: readonly { readonly userId: number; readonly existing: number; readonly proposed: number }[];
}

async function benched(who: Client, body: object): Promise<Bench> {
  const { taskId } = good(await who.post<{ taskId: number }>('AbnormalRules/Bench', body));
  const stateOf = async () => good(await who.get<{ state: string }>('ListTasks/Get', { id: taskId })).state;
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('done');
  return good(await who.get<{ bench: Bench }>('AbnormalRules/GetBench')).bench;
}

const ownRule = (changed: object): object => ({
  ruleCode: 'T-BENCH',
  ruleName: '测算规则',
  dataType: 'bp',
  metric: 'high',
  scopeType: 1,
  ageGroup: 'all',
  sex: 0,
  direction: 1,
  level: 1,
  condition: { terms: [{ metric: 'high', op: '>=', value: 125 }] },
  confirmCount: 1,
  confirmMinutes: 60,
  clearMargin: 0,
  clearCount: 2,
  repeatMinutes: 240,
  valid: true,
  ...changed,
});
const proposed = {
  ...platformRules.find(({ code }) => code === 'BP-H2'),
  code: 'T-TRY',
  level: 1,
  confirmCount: 1,
  clearMargin: 0,
  condition: { terms: [{ metric: 'high', op: '>=', value: 125 }] },
};

describe('a bench', () => {
  test('with the rules as they are gives the stored cases field by field', async () => {
    const people = [await wearer(), await wearer()];
    for (const [at, { imei }] of people.entries()) {
      await pressures(imei, 150, [
        [152, 94],
        [153, 95],
        [151, 93],
        [150, 92],
        [118, 72],
        [117, 71],
        [116, 70],
      ]);
      await pressures(imei, 100 + at, [
        [182, 104],
        [186, 112],
        [188, 113],
        [165, 96],
        [120, 74],
      ]);
      await pressures(imei, 50, [
        [84, 52],
        [85, 51],
        [86, 50],
        [118, 72],
        [119, 73],
        [121, 74],
      ]);
      for (const [place, heart] of [132, 134, 136, 135, 74, 75, 73].entries())
        await send(imei, { heart }, 30 * 60 - place * 30);
    }
    await settled();
    const ids = people.map(({ client }) => client);
    const { stored, made } = await asSystem(app, 'Alpha', async (ctx) => {
      const contexts = new Contexts(app.server.services.database, loadTenantContext);
      const { rules, rulesVersion } = await contexts.tenant(ctx.tenantId);
      const span = { clientIds: ids, since: new Date(Date.now() - 8 * 86_400_000), until: new Date() };
      const found = await casesUnder(ctx, { contexts, span, sets: [{ rules, version: rulesVersion }] });
      const rows = await ctx.repo(abnormalCase).list({ where: { client: { in: ids } } as object, sort: 'startedAt' });
      return {
        stored: rows,
        made: ids.flatMap((id) => (found.get(id)?.[0] ?? []).map((each) => ({ client: id, ...each }))),
      };
    });
    const ended = (at: number | null, latest: Date): Date =>
      at === null ? latest : new Date(Math.max(at, latest.getTime()));
    const fields = made.map(({ client, case: own, clearedAt }) => ({
      client,
      type: own.abnormalType,
      ...columnsOf(own),
      latestAt: ended(clearedAt, new Date(own.toAt)),
      state: clearedAt === null ? 'open' : 'recovered',
    }));
    expect(fields.length).toBeGreaterThanOrEqual(6);
    expect(new Set(fields.map(({ level }) => level)).size).toBeGreaterThan(1);
    const inOrder = (all: readonly { readonly client: number | null; readonly startedAt: Date }[]) =>
      all.toSorted(
        (one, other) => (one.client ?? 0) - (other.client ?? 0) || Number(one.startedAt) - Number(other.startedAt),
      );
    expect(inOrder(fields)).toEqual(
      inOrder(stored).map((row) => expect.objectContaining({ ...pick(row, fields[0] ?? {}) })),
    );
  });

  const pick = (row: object, like: object): object =>
    Object.fromEntries(Object.keys(like).map((name) => [name, (row as Record<string, unknown>)[name]]));

  test('judges by the functions of the follower', () => {
    const importsOf = (path: string): readonly string[] =>
      [...readFileSync(new URL(path, import.meta.url), 'utf8').matchAll(/import \{([^}]+)\} from/g)].flatMap(
        ([, names = '']) => names.split(',').map((name) => name.trim()),
      );
    const judging = ['casesOfReadings', 'withoutTwins', 'byMeasurement'];
    const reading = ['toReadingInput', 'caseReading'];
    const [bench, follower, book] = ['./bench-cases.ts', '../cases/case-replay.ts', '../cases/case-book.ts'].map(
      importsOf,
    );
    expect(bench).toEqual(expect.arrayContaining([...judging, ...reading, 'closingsOf']));
    expect(follower).toEqual(expect.arrayContaining([...judging, 'toCaseReading']));
    expect(book).toContain('caseReading');
    const own = ['judge', 'advance', 'advanceAll', 'confirmLevel'];
    expect(bench?.filter((name) => own.includes(name))).toEqual([]);
  });

  test('gives the difference that counting by hand gives, of the people in sight alone', async () => {
    const ids = (
      await run<{ id: number }>(
        `with people as (insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed)
           select $1, '手算' || n, '01', '1', '1961-11-21', '110101', ''::bytea from generate_series(1, 6) n returning id),
         days as (insert into reading_day (tenant_id, client_id, kind, metric, day, count, abnormal_count, sum, sum_squares, min, max)
           select $1, id, 'temperature', 'temperature', current_date - 1, 1, 0, 36, 1296, 36, 36 from people)
         select id from people order by id`,
      )
    ).map(({ id }) => id);
    const temperature = (client: number, daysAgo: number, { hour, value }: { hour: number; value: number }) =>
      run(
        `insert into temperature_reading (tenant_id, client_id, measured_at, temperature, origin)
         select $1, $2, (date_trunc('day', now() at time zone 'Asia/Shanghai') - make_interval(days => $3) + make_interval(hours => $4)) at time zone 'Asia/Shanghai', $5, 1 returning id`,
        [client, daysAgo, hour, value],
      );
    for (const client of ids)
      for (let day = 1; day < 15; day += 1) await temperature(client, day, { hour: 12, value: 36.4 });
    // Two people have 37.8 once at nine, three others 37.1 once at twenty-one.
    for (const client of ids.slice(0, 2)) await temperature(client, 10, { hour: 9, value: 37.8 });
    for (const client of ids.slice(2, 5)) await temperature(client, 5, { hour: 21, value: 37.1 });
    const rule = {
      ...proposed,
      kind: 'temperature',
      metric: 'temperature',
      condition: { terms: [{ metric: 'temperature', op: '>=', value: 37 }] },
    };
    const whole = await benched(admin, { rule, days: 20 });
    const sum = (side: 'existing' | 'proposed') => whole.levels.reduce((all, each) => all + each[side], 0);
    expect([whole.plannedPeople, whole.checkedPeople, whole.outOfSight, whole.ruleVersion]).toEqual([6, 6, 0, null]);
    expect([sum('existing'), sum('proposed')]).toEqual([2, 5]);
    expect(whole.hours).toEqual([
      { hour: 9, existing: 2, proposed: 2 },
      { hour: 21, existing: 0, proposed: 3 },
    ]);
    expect(whole.people.map(({ userId }) => userId)).toEqual(ids.slice(0, 5));
    const late = good(
      await admin.get<{ bench: Bench }>('AbnormalRules/GetBench', { side: 'proposed', hour: 21 }),
    ).bench;
    expect(late.people.map(({ userId }) => userId)).toEqual(ids.slice(2, 5));

    const { client: narrow } = await addUser(app, 'Alpha', {
      userName: 'narrowBench',
      dataScope: 'own',
      allPermissions: true,
    });
    await run(
      "update client set doctor_id = (select id from app_user where tenant_id = $1 and user_name = 'narrowBench') where tenant_id = $1 and id = any($2::bigint[]) returning id",
      [ids.slice(1, 3)],
    );
    const [stored] = await run<{ id: number }>(
      'select id from abnormal_rule where tenant_id = $1 and not is_deleted order by id limit 1',
    );
    const part = await benched(narrow, { rule: { ...rule, id: stored?.id }, days: 20 });
    expect(good(await admin.get<{ bench: Bench | null }>('AbnormalRules/GetBench', { ruleId: stored?.id })).bench).toBe(
      null,
    );
    expect([part.plannedPeople, part.outOfSight]).toEqual([2, 4]);
    expect(part.people.map(({ userId }) => userId)).toEqual(ids.slice(1, 3));
    expect((await narrow.get('AbnormalRules/GetBench', { id: 1 })).status).toBe(404);
    const nurse = await app.as('nurse', 'Alpha');
    expect((await nurse.post('AbnormalRules/Bench', { rule, days: 20 })).status).toBe(403);
  });
});

describe('a bench of courses', () => {
  test('counts the people whose weight rose, by both sets of rules, and refuses what is not found again', async () => {
    const scaled = await run<{ id: number }>(
      `with people as (insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed, risk_tags)
           select $1, '体重' || n, '01', '1', '1961-11-21', '110101', ''::bytea, '{heart_failure}' from generate_series(1, 3) n returning id),
         days as (insert into reading_day (tenant_id, client_id, kind, metric, day, count, abnormal_count, sum, sum_squares, min, max)
           select $1, id, 'bodyFat', 'weight', current_date - 1, 1, 0, 70, 4900, 70, 70 from people)
         select id from people order by id`,
    );
    const gains = [2.5, 1.7, 0.4];
    for (const [at, { id }] of scaled.entries())
      for (const [day, weight] of [70, 70.2, 70 + (gains[at] ?? 0)].entries())
        await run(
          `insert into body_composition_reading (tenant_id, client_id, measured_at, received_at, weight, origin)
           select $1, $2, now() - make_interval(days => $3), now() - make_interval(days => $3), $4, 1 returning id`,
          [id, 5 - day, weight],
        );
    const stored = platformRules.find(({ code }) => code === 'WT-HF');
    const history = { kind: 'change', metric: 'weight', amount: 1.5, unit: 'absolute', days: 3 };
    const rule = { ...stored, condition: { terms: [], history } };
    const { people } = await benched(admin, { rule, days: 20 });
    expect(people).toMatchObject([
      { userId: scaled[0]?.id, existing: 1, proposed: 1 },
      { userId: scaled[1]?.id, existing: 0, proposed: 1 },
    ]);
    const battery = platformRules.find(({ code }) => code === 'BAT-1');
    const { error } = await admin.post('AbnormalRules/Bench', { rule: battery, days: 20 });
    expect(error?.validationErrors?.[0]?.message).toContain('可以测算');
  });
});

describe('a bench of silence', () => {
  test('counts from the first row of presence on, and says how far back it reaches', async () => {
    const rule = platformRules.find(({ code }) => code === 'OFF-2');
    const longer = { ...rule, condition: { ...rule?.condition, event: { event: 'offline', minutes: 5000 } } };
    const before = await benched(admin, { rule: longer, days: 30 });
    expect([before.coveredSince, before.levels]).toEqual([before.until, []]);
    const { imei, client } = await wearer();
    await run('delete from device_presence where tenant_id = $1 returning device_id');
    const [first] = await run<{ at: Date }>(
      `with d as (select id from device where tenant_id = $1 and imei = $2)
       insert into device_presence (tenant_id, device_id, at, what, value)
         select $1, d.id, now() - make_interval(days => v.days), v.what, v.value from d, (values (6, 'charging', 0), (25, 'online', 0), (5, 'online', 1), (4, 'online', 0), (1, 'online', 1)) as v(days, what, value) returning at`,
      [imei],
    );
    const found = await benched(admin, { rule: longer, days: 30 });
    expect(found.coveredSince).toBe(first?.at.toISOString());
    // The watch has SOS: without its rule that of every device is left.
    expect(found.levels).toEqual([
      { level: 2, existing: 1, proposed: 0 },
      { level: 1, existing: 0, proposed: 1 },
    ]);
    expect(found.people).toMatchObject([{ userId: client, existing: 1, proposed: 1 }]);
    expect(found.products).toMatchObject([{ productId: product.product, existing: 1, proposed: 1 }]);
  });
});

interface Trial {
  readonly isTried: boolean;
  readonly ruleId: number;
  readonly standing: string;
  readonly episodes: number;
  readonly people: number;
}

describe('a rule on trial', () => {
  const ruleId = async (code: string): Promise<number> =>
    (await run<{ id: number }>('select id from abnormal_rule where tenant_id = $1 and code = $2', [code]))[0]?.id ?? 0;
  const trialOf = async (id: number): Promise<Trial | undefined> =>
    good(await admin.get<{ items: readonly Trial[] }>('AbnormalRules/GetTrials')).items.find(
      (each) => each.ruleId === id,
    );
  const casesOf = (client: number) =>
    run<{ level: number; rule: number; version: number }>(
      'select level, rule_id as rule, rule_version as version from abnormal_case where tenant_id = $1 and client_id = $2 and not is_deleted order by id',
      [client],
    );
  const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
  const endTrial = (id: number) =>
    run(
      "update abnormal_rule set trial_until = now() - interval '1 second', row_version = row_version + 1 where tenant_id = $1 and id = $2 returning id",
      [id],
    );

  test('is refused a past or far end, and kinds that cannot be tried', async () => {
    const refusals = await Promise.all(
      [
        { trialUntil: new Date(Date.now() - 60_000).toISOString() },
        { trialUntil: new Date(Date.now() + 40 * 86_400_000).toISOString() },
        { trialUntil: inAnHour(), valid: false },
      ].map(async (changed) => {
        const { error } = await admin.post('AbnormalRules/CreateOrEdit', ownRule({ ruleCode: 'T-NO', ...changed }));
        return error?.validationErrors?.map(({ members, message }) => `${members.join()} ${message}`);
      }),
    );
    expect(refusals.map((each) => each?.[0]?.slice(0, 16))).toEqual([
      'trialUntil 试运行至须',
      'trialUntil 试运行至须',
      'trialUntil 只有已启用',
    ]);
  });

  test('is counted and tells nobody; at levels 1 and 2 it holds afterwards', async () => {
    expect((await admin.post('AbnormalRules/CreateOrEdit', ownRule({ trialUntil: inAnHour() }))).error).toBe(null);
    const id = await ruleId('T-BENCH');
    const { imei, client } = await wearer();
    await send(imei, { high: 128, low: 76, heart: 72 }, 0);
    await expect
      .poll(() => trialOf(id), { timeout: 30_000 })
      .toMatchObject({
        standing: 'onTrial',
        episodes: 1,
        people: 1,
      });
    await settled();
    expect(await casesOf(client)).toEqual([]);
    expect(await run('select id from remind_message where tenant_id = $1 and client_id = $2', [client])).toEqual([]);
    await endTrial(id);
    expect((await trialOf(id))?.standing).toBe('inForce');
    await expect
      .poll(
        async () => {
          await send(imei, { high: 129, low: 76, heart: 72 }, 0);
          await settled();
          return casesOf(client);
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toEqual([{ level: 1, rule: id, version: 1 }]);
  });

  interface Standing {
    readonly inForce: readonly number[];
    readonly onTrial: readonly number[];
  }
  const standingNow = async (id: number): Promise<Standing> => {
    const { rules, trials } = await app.server.services.database.withTenant(app.tenants.Alpha, loadTenantContext);
    const own = rules.filter((each) => each.id === id).map(({ version }) => version);
    return { inForce: own, onTrial: trials.filter(({ rule }) => rule.id === id).map(({ rule }) => rule.version) };
  };
  const level3 = ownRule({
    ruleCode: 'T-HIGH',
    level: 3,
    condition: { terms: [{ metric: 'high', op: '>=', value: 172 }] },
  });
  let lead: typeof admin;

  test('of level 3 without a trial waits for another person, new and changed; the former version judges on', async () => {
    lead = (await addUser(app, 'Alpha', { userName: 'lead', dataScope: 'all', allPermissions: true })).client;
    const saved = async (changed: object): Promise<void> =>
      expect((await admin.post('AbnormalRules/CreateOrEdit', { ...level3, ...changed })).error).toBe(null);
    await saved({});
    const id = await ruleId('T-HIGH');
    expect(await standingNow(id)).toEqual({ inForce: [], onTrial: [] });
    expect(await trialOf(id)).toMatchObject({ standing: 'waiting', isTried: false });
    expect((await admin.post('AbnormalRules/Confirm', { id, version: 1 })).error?.message).toContain('修改人以外');
    expect((await lead.post('AbnormalRules/Confirm', { id, version: 1 })).error).toBe(null);
    expect(await standingNow(id)).toEqual({ inForce: [1], onTrial: [] });
    await saved({ id, condition: { terms: [{ metric: 'high', op: '>=', value: 170 }] } });
    await saved({ id, ruleName: '收缩压偏高', condition: { terms: [{ metric: 'high', op: '>=', value: 170 }] } });
    expect(await standingNow(id)).toEqual({ inForce: [1], onTrial: [] });
    expect((await lead.post('AbnormalRules/Confirm', { id, version: 3 })).error).toBe(null);
    expect(await standingNow(id)).toEqual({ inForce: [3], onTrial: [] });
  });

  test('of level 4 as the platform delivers it stays in force when only its name changes', async () => {
    const id = await ruleId('BP-H4');
    const { result } = await admin.get<{ abnormalRule: object }>('AbnormalRules/GetAbnormalRuleForEdit', { Id: id });
    const renamed = { ...result.abnormalRule, ruleName: '血压危急' };
    expect((await admin.post('AbnormalRules/CreateOrEdit', renamed)).error).toBe(null);
    expect(await standingNow(id)).toEqual({ inForce: [2], onTrial: [] });
  });

  test('leaves the version that it replaces in force, and at level 3 waits for another person', async () => {
    const id = await ruleId('T-HIGH');
    const tighter = {
      ...level3,
      id,
      condition: { terms: [{ metric: 'high', op: '>=', value: 162 }] },
      trialUntil: inAnHour(),
    };
    expect((await admin.post('AbnormalRules/CreateOrEdit', tighter)).error).toBe(null);
    expect(await standingNow(id)).toEqual({ inForce: [3], onTrial: [4] });
    await endTrial(id);
    expect(await standingNow(id)).toEqual({ inForce: [3], onTrial: [] });
    expect(await trialOf(id)).toMatchObject({ standing: 'waiting', isTried: true });
    expect(await benched(admin, { ruleId: id, days: 7 })).toMatchObject({ ruleVersion: 4 });
    const draft = { condition: { terms: [{ metric: 'high', op: '>=', value: 160 }] } };
    expect(await benched(admin, { ruleId: id, rule: draft, days: 7 })).toMatchObject({ ruleVersion: null });
    expect((await admin.post('AbnormalRules/Confirm', { id, version: 4 })).error?.message).toContain('修改人以外');
    expect((await lead.post('AbnormalRules/Confirm', { id, version: 4 })).error).toBe(null);
    expect(await standingNow(id)).toEqual({ inForce: [4], onTrial: [] });
  });
});
