import { model } from '@kangmai/model';
import { alarmPolicies } from '@kangmai/model/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '@kangmai/server/access/caller';
import { rightsOf } from '@kangmai/server/access/session';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { withRepositories, type CallCtx } from '@kangmai/server/engine/crud/call-ctx';
import { planner } from '@kangmai/server/engine/crud/plan';
import { followLatest, followRollups, metricsOf } from '@kangmai/server/modules/main-loop/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { surroundingsAt } from './load-trial.ts';
import { replayImei } from './load-replay-device.ts';
import { createDemoPlan } from '@kangmai/demo/plan';
import { type LoadedDemo, openLoadedDemo } from './test/loaded-demo.ts';

const now = new Date(Math.floor(Date.now() / 60_000) * 60_000);
const plan = createDemoPlan({ now, days: 12 });
/** Second files of clients, each with a contact. */
const filedTwice = 3;

let demo: LoadedDemo;
const inFirst: LoadedDemo['inFirst'] = (work) => demo.inFirst(work);
const count: LoadedDemo['count'] = (table, where) => demo.count(table, where);

beforeAll(async () => {
  demo = await openLoadedDemo(plan);
});
afterAll(() => demo.close());

describe('the demo in the database', () => {
  it('is looked after from now on: what its days left unworn alarms nobody at the start', async () => {
    const heard = await count('device', 'last_seen_at is not null');
    expect(heard).toBeGreaterThan(100);
    expect(
      await count('device_watch', 'told_wear > 0 and told_still > 0 and told_offline = 0 and look_at is not null'),
    ).toBe(heard);
  });

  it('gives every member of staff a name, a role and a unit, and different people in sight', async () => {
    expect(await count('app_user', "full_name ~ '^[一-龥]{2,4}$'")).toBe(40);
    expect(
      await count(
        'app_user',
        'exists (select from user_role r where r.tenant_id = app_user.tenant_id and r.user_id = app_user.id)',
      ),
    ).toBe(40);
    const seenBy = (userName: string): Promise<number> =>
      inFirst(async (tx) => {
        const row = await tx.one<{ id: number }>('select id from app_user where user_name = $1', [userName]);
        const userId = row?.id ?? 0;
        const { sight } = await rightsOf(tx, { tenantId: tx.tenantId, userId });
        const seen = await tx.one<{ count: number }>(
          `select count(*) as count from client where $1 or team_id = any($2::bigint[]) or organization_unit_id = any($3::bigint[]) or health_manager_id = $4 or doctor_id = $4`,
          [sight.all, sight.teams, sight.units, userId],
        );
        return seen?.count ?? 0;
      });
    const [whole, branch, team, own] = await Promise.all(
      ['medical.director', 'guandu.head', 'guanshang.doctor', 'dianchi.manager'].map(seenBy),
    );
    expect(whole).toBe((plan.tenants[0]?.clients.length ?? 0) + filedTwice);
    expect([branch, team, own].every((seen) => seen !== undefined && seen > 0)).toBe(true);
    expect(branch).toBeGreaterThan(team ?? 0);
    expect(new Set([whole, branch, team]).size).toBe(3);
  });

  it('holds every person with sealed numbers, contacts and devices', async () => {
    const [first] = plan.tenants;
    if (!first) throw new Error('no tenant');
    const contacts = first.clients.flatMap(({ person }) => person.guardians).length;
    expect(await count('client')).toBe(first.clients.length + filedTwice);
    expect(await count('guardian_contact')).toBe(contacts + filedTwice);
    expect(await count('device_binding')).toBe(first.bindings.length + 1);
    const row = await inFirst((tx) =>
      tx.one<{ sealed: Buffer; tail: string }>(
        'select phone_sealed as sealed, phone_tail as tail from client where name = $1 order by id limit 1',
        [first.clients[0]?.person.name],
      ),
    );
    const sealer = await demo.sealerOf.of(demo.ids.get('Default') ?? 0);
    expect(sealer.open(row?.sealed ?? Buffer.of())).toBe(first.clients[0]?.person.phone);
    expect(row?.tail).toBe(first.clients[0]?.person.phone.slice(-4));
  });

  it('lets nobody of another tenant in and leaves no reading in a default partition', async () => {
    const total = await inFirst((tx) =>
      tx.one<{ count: number }>(
        "select count(*) as count from heart_rate_reading where measured_at < now() - interval '1 day' and tenant_id <> $1",
        [tx.tenantId],
      ),
    );
    expect(total?.count).toBe(0);
    expect(await count('heart_rate_reading', "tableoid = 'heart_rate_reading_default'::regclass")).toBe(0);
  });

  it('has the planned emergencies open and older cases settled by somebody', async () => {
    expect(await count('sos_record', 'state = 0')).toBe(
      plan.tenants[0]?.emergencies.filter(({ isSos }) => isSos).length,
    );
    for (const emergency of plan.tenants[0]?.emergencies ?? []) {
      const person = plan.tenants[0]?.clients[emergency.client]?.person.name;
      const open = await inFirst((tx) =>
        tx.query(
          'select 1 from abnormal_case a join client c on c.tenant_id = a.tenant_id and c.id = a.client_id where c.name = $1 and a.state = 0 and a.level >= 3',
          [person],
        ),
      );
      expect(open.length, person).toBeGreaterThan(0);
    }
    expect(
      await count(
        'abnormal_case',
        'state = 3 and handled_by_id is not null and handled_at > created_at and outcome is not null',
      ),
    ).toBeGreaterThan(20);
    expect(await count('abnormal_case', 'state in (3, 4) and level = 4 and first_contact_at is null')).toBe(0);
    expect(await count('abnormal_case', 'alarmed_at is null or first_contact_at < alarmed_at')).toBe(0);
    expect(await count('case_handling')).toBe(await count('abnormal_case', 'state in (3, 4)'));
    expect(
      await count(
        'abnormal_case',
        'state in (3, 4) and (handled_by_id is null or handled_at is null or outcome is null)',
      ),
    ).toBe(0);
    expect(await count('remind_message')).toBeGreaterThan(20);
  });

  it('has the hand-over of the newest shift, signed by two', async () => {
    expect(await count('duty_handover', "state = 'signed' and incoming_id <> outgoing_id")).toBe(1);
    expect(await count('handover_item')).toBeGreaterThan(0);
  });

  it('has policies, ladders with receipts, unanswered and without a receiver, two observations and duty users', async () => {
    expect(await count('alarm_policy', 'not is_deleted')).toBe(alarmPolicies.rows.length);
    expect(await count('alarm_notice', 'delivered_at is not null')).toBeGreaterThan(0);
    expect(await count('alarm_notice', 'shown_at is not null')).toBeGreaterThan(0);
    expect(await count('alarm_notice', "receiver_key = 'nobody' and receiver is null")).toBeGreaterThan(0);
    expect(
      await count(
        'abnormal_case',
        'state = 0 and level >= 3 and exists (select from alarm_notice n where n.tenant_id = abnormal_case.tenant_id and n.case_id = abnormal_case.id)',
      ),
    ).toBeGreaterThan(0);
    expect(await count('abnormal_case', 'state = 3 and observe_until is not null')).toBe(2);
    const settings = await Promise.all(
      [...demo.ids.values()].map((id) =>
        demo.database.withTenant(id, (tx) =>
          tx.one("select 1 from setting where tenant_id = $1 and name = 'App.Alarm.DutyUsers' and value <> ''", [id]),
        ),
      ),
    );
    expect(settings.filter(Boolean)).toHaveLength(plan.tenants.length);
  });

  it('has a rule on trial, benched when its trial began and counted since', async () => {
    const [rule] = await inFirst((tx) =>
      tx.query<{ id: number; days: number; checked: number; planned: number; version: number }>(
        `select r.id, extract(days from r.trial_until - r.trial_from)::int as days, b.checked, b.planned, b.rule_version as version
         from abnormal_rule r join rule_bench b on b.tenant_id = $1 and b.rule_id = r.id where r.tenant_id = $1 and r.trial_until is not null`,
        [tx.tenantId],
      ),
    );
    expect(rule).toMatchObject({ days: 14, version: 1, checked: rule?.planned });
    expect(rule?.planned).toBeGreaterThan(0);
    expect(await count('rule_bench_count', `side = 'proposed'`)).toBeGreaterThan(0);
    expect(await count('rule_trial_episode', `rule_id = ${rule?.id} and rule_version = 1`)).toBeGreaterThan(0);
  });

  it('has thirty notices a user, some unread, whose links open cases that the user sees', async () => {
    const perUser = await inFirst((tx) =>
      tx.query<{ all: number; unread: number; purposes: number }>(
        `select count(*)::int as all, (count(*) filter (where not is_read))::int as unread, count(distinct name)::int as purposes
         from user_notification where tenant_id = $1 group by user_id`,
        [tx.tenantId],
      ),
    );
    expect(perUser).toHaveLength(40);
    expect(perUser.every(({ all, purposes }) => all === 30 && purposes >= 2)).toBe(true);
    expect(perUser.filter(({ unread }) => unread > 0).length).toBeGreaterThan(20);
    const jumps = await inFirst((tx) =>
      tx.query(
        'select 1 from (select created_at < lag(created_at) over (partition by user_id order by id) as is_older from user_notification where tenant_id = $1) n where is_older',
        [tx.tenantId],
      ),
    );
    expect(jumps).toEqual([]);
    const opened = await inFirst(async (tx) => {
      const user = await tx.one<{ id: number }>("select id from app_user where user_name = 'dianchi.manager'");
      const { sight } = await rightsOf(tx, { tenantId: tx.tenantId, userId: user?.id ?? 0 });
      return tx.query<{ seen: boolean }>(
        `select coalesce(p.team_id = any($2::bigint[]) or p.organization_unit_id = any($3::bigint[]) or $4 in (p.health_manager_id, p.doctor_id), false) as seen
         from user_notification n left join abnormal_case c on c.tenant_id = $1 and c.id = substring(n.data ->> 'link' from 'id=([0-9]+)$')::bigint
         left join client p on p.tenant_id = $1 and p.id = c.client_id where n.tenant_id = $1 and n.user_id = $4 and n.data ->> 'link' like '%?id=%'`,
        [tx.tenantId, sight.teams, sight.units, user?.id],
      );
    });
    expect(new Set(opened.map(({ seen }) => seen))).toEqual(new Set([true]));
  });

  it('has a device to replay files through', async () => {
    const row = await demo.database.directory((tx) =>
      tx.one<{ tenantId: number }>('select tenant_id as "tenantId" from dir_imei where imei = $1', [replayImei]),
    );
    expect(row?.tenantId).toBe(demo.ids.get('Default'));
    expect(
      await count('blood_pressure_reading', `device_id = (select id from device where imei = '${replayImei}')`),
    ).toBe(0);
  });

  it('does nothing when it is loaded already', async () => {
    const before = [await count('heart_rate_reading'), await count('abnormal_case'), await count('care_team')];
    await demo.loadAgain();
    expect([await count('heart_rate_reading'), await count('abnormal_case'), await count('care_team')]).toEqual(before);
  });

  it('has the rollups and newest values that the follower makes', async () => {
    const surroundings = surroundingsAt(now, { database: demo.database, sealerOf: (id) => demo.sealerOf.of(id) });
    const caller = systemCaller(demo.ids.get('Default') ?? 0, 'Asia/Shanghai');
    const work = <T>(run: (ctx: CallCtx) => Promise<T>): Promise<T> =>
      inTenant(surroundings, { caller }, (ctx) => run(withRepositories(ctx, planner(model))));
    const figures = (tx: Tx) =>
      Promise.all([
        tx.query(
          'select client_id, kind, metric, hour, count, abnormal_count, round(sum::numeric, 3) as sum, min, max from reading_hour order by 1, 2, 3, 4',
        ),
        tx.query(
          'select client_id, kind, metric, day, count, abnormal_count, round(sum_squares::numeric, 1) as squares, min, max from reading_day order by 1, 2, 3, 4',
        ),
        tx.query('select kind, day, count from reading_total order by 1, 2'),
        tx.query(
          'select device_id, client_id, kind, measured_at, reading_id, level, figures from reading_latest order by 1, 2, 3',
        ),
      ]);
    const loaded = await inFirst(figures);
    await work(async (ctx) => {
      for (const table of ['reading_hour', 'reading_day', 'reading_total', 'reading_latest'])
        await ctx.tx.execute(`delete from ${table} where tenant_id = $1`, [ctx.tenantId]);
      for (const [kind, table, level] of [
        ['bp', 'blood_pressure_reading', 'level'],
        ['heart', 'heart_rate_reading', 'level'],
        ['bloodSugar', 'blood_glucose_reading', 'level'],
        ['spo2', 'oxygen_saturation_reading', 'level'],
        ['temperature', 'temperature_reading', 'level'],
        ['walk', 'step_count', 'level'],
        ['sleep', 'mattress_sleep_report', 'level'],
        ['bodyFat', 'body_composition_reading', 'level'],
        ['location', 'location_reading', '0'],
      ] as const) {
        const figureList = metricsOf(kind)
          .map(({ key, column }) => `'${key}', "${column}"`)
          .join(', ');
        const rows = await ctx.tx.query<{
          readonly id: number;
          readonly client: number | null;
          readonly device: number | null;
          readonly at: number;
          readonly level: number;
          readonly quality: number;
          readonly figures: Readonly<Record<string, number | null>>;
        }>(
          `select id, client_id as client, device_id as device, (extract(epoch from measured_at) * 1000)::bigint as at, ${level} as level, quality, jsonb_build_object(${figureList}) as figures from ${table}`,
        );
        for (let from = 0; from < rows.length; from += 2000) {
          const part = rows.slice(from, from + 2000);
          await followLatest(
            ctx,
            part.map(({ client, device, at, level: grade }) => [kind, client, device, at, grade, null] as const),
          );
          await followRollups(ctx, [
            {
              kind,
              added: part.length,
              id: part.map(({ id }) => id),
              client: part.map(({ client }) => client),
              at: part.map(({ at }) => at),
              level: part.map((row) => row.level),
              quality: part.map(({ quality }) => quality),
              replaced: part.map(() => null),
              figures: Object.fromEntries(
                metricsOf(kind).map(({ key }) => [key, part.map((row) => row.figures[key] ?? null)]),
              ),
            },
          ]);
        }
      }
    });
    expect(await inFirst(figures)).toEqual(loaded);
  });
});
