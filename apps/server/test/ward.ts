import { createHash, createHmac, randomUUID } from 'node:crypto';
import { parseInstant } from '@kangmai/domain';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Tx } from '../src/platform/database/database.ts';
import type { LiveEvent } from '../src/platform/live-bus.ts';

const zone = 'Asia/Shanghai';
const sourceKey = 'a key of the tests';

/** An item's answer as the door gives it. */
export interface Taken {
  readonly status: string;
  readonly id?: number;
  readonly abnormalLevel?: number;
  readonly reason?: string;
  readonly details?: string;
  readonly unknownValues?: readonly string[];
}

export interface CaseRow {
  readonly id: number;
  readonly type: string;
  readonly level: number;
  readonly state: number;
  readonly count: number;
  readonly finding: string;
  /** `HH:MM` of the local day at which it opened, by the newest reading or the clock. */
  readonly latestAt: Date;
}

export interface Wearing {
  readonly type?: string;
  readonly birthday?: string;
  readonly sex?: string;
  readonly tags?: readonly string[];
  readonly registered?: boolean;
  readonly name?: string;
}

/** The server with a clock that tests move, a source whose deliveries come over HTTP, and persons with devices. */
export interface Ward {
  readonly app: TestApp;
  readonly tenantId: number;
  readonly shown: LiveEvent[];
  /** Instant of a local time of the ward's first day, `02:00` or `2026-03-11 07:30`. */
  readonly at: (text: string) => Date;
  readonly setTime: (text: string) => void;
  readonly advance: (minutes: number) => void;
  readonly now: () => Date;
  readonly sql: <T>(text: string, values?: readonly unknown[]) => Promise<T[]>;
  /** Whether screens stand open and show at once what their users are notified of; true unless switched off. */
  readonly watch: (isWatched: boolean) => void;
  /** A person with a device, worn for a month, with the administrator as manager and a guardian. */
  readonly wearer: (imei: string, wearing?: Wearing) => Promise<number>;
  /** Pairs a registered cuff to a watch that has sent nothing yet; answers its number. */
  readonly pairCuff: (imei: string) => Promise<string>;
  readonly send: (...items: readonly object[]) => Promise<readonly Taken[]>;
  /** The same, to another node. */
  readonly sendTo: (url: string, ...items: readonly object[]) => Promise<readonly Taken[]>;
  /** One more source that delivers for the same devices, and its deliveries. */
  readonly addSource: (code: string) => Promise<void>;
  readonly sendFrom: (source: string, ...items: readonly object[]) => Promise<readonly Taken[]>;
  /** Runs the work while no event of the ward is followed; what waits is followed after its transaction. */
  readonly unfollowed: (work: (tx: Tx) => Promise<void>) => Promise<void>;
  /** Shows on the receivers' screens what they were notified of, unless they are switched off; `follow` does so too. */
  readonly show: () => Promise<void>;
  /** Until everything that follows from what was sent is done. */
  readonly follow: () => Promise<void>;
  /** Lets the clock give what is due. */
  readonly tick: () => Promise<void>;
  /** Lets events go out that are due by the ward's clock; they wait by the database's. */
  readonly bringForward: (topic: string) => Promise<void>;
  readonly cases: (clientId: number | null) => Promise<CaseRow[]>;
  readonly close: () => Promise<void>;
}

export async function openWard(
  day: string,
  start = '12:00',
  env: Readonly<Record<string, string>> = {},
): Promise<Ward> {
  const instant = (text: string): Date => {
    const at = parseInstant(text.length > 8 ? text : `${day} ${text}`, zone);
    if (at === undefined) throw new Error(`unreadable time ${text}`);
    return new Date(at);
  };
  let clock = instant(start).getTime();
  let isWatched = true;
  const app = await startApp({ now: () => new Date(clock), env });
  // Only the test makes time pass, however long it takes.
  for (const own of app.server.modules.find(({ name }) => name === 'readings')?.clocks ?? []) await own.stop();
  const tenantId = app.tenants.Alpha;
  const { database, tenantKeys, bus } = app.server.services;
  const sealer = await tenantKeys.of(tenantId);
  const shown: LiveEvent[] = [];
  bus.listen((event) => shown.push(event));
  const sql = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
    database.withTenant(tenantId, (tx) => tx.query<T>(text, [tenantId, ...values]));
  async function addSource(code: string): Promise<void> {
    const [source] = await sql<{ id: number }>(
      "insert into ingest_source (tenant_id, source_code, source_name, protocol, authentication, api_key_sealed, api_key_index, imei_prefix, rate_per_minute) values ($1, $4, '测试网关', 'json', 'hmac', $2, $3, '86', 600000) returning id",
      [sealer.seal(sourceKey), sealer.index(sourceKey), code],
    );
    await database.directory((tx) =>
      tx.execute(
        'insert into dir_ingest_source (tenant_id, code, source_id) values ($1, $2, $3) on conflict do nothing',
        [tenantId, code, source?.id],
      ),
    );
  }
  await addSource('ward');

  async function addDevice(imei: string, typeCode: string, isRegistered: boolean): Promise<number> {
    await database.directory((tx) =>
      tx.execute("insert into dir_imei (tenant_id, imei, valid_from) values ($1, $2, '2018-01-01')", [tenantId, imei]),
    );
    const [row] = await sql<{ id: number }>(
      `with t as (select id from device_type where tenant_id = $1 and type_code = $2),
         p as (insert into device_product (tenant_id, product_name, product_code, type_id, model, registration_no, protocol, datum) select $1, '测试产品', $3, t.id, 'M', $4, 'json', 'wgs84' from t returning id, type_id)
       insert into device (tenant_id, imei, type_id, product_id, lifecycle) select $1, $5, p.type_id, p.id, 3 from p returning id`,
      [typeCode, `P${imei}`, isRegistered ? '粤械注准20202071234' : null, imei],
    );
    if (!row) throw new Error(`no device type ${typeCode}`);
    return row.id;
  }

  async function wearer(imei: string, wearing: Wearing = {}): Promise<number> {
    const {
      type = 'watch',
      sex = '1',
      birthday = '1981-01-01',
      tags = [],
      registered = false,
      name = `客户${imei.slice(-3)}`,
    } = wearing;
    const device = await addDevice(imei, type, registered);
    const [person] = await sql<{ id: number }>(
      "insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed, risk_tags, health_manager_id) select $1, $2, '01', $3, $4, '110101', $6, $5, id from app_user where tenant_id = $1 and user_name_key = 'admin' returning id",
      [name, sex, birthday, tags, sealer.seal('13900000000')],
    );
    if (!person) throw new Error('no client');
    await sql(
      "insert into guardian_contact (tenant_id, client_id, name, relation, phone_sealed, is_guardian) values ($1, $2, '家属', '2', $3, true)",
      [person.id, sealer.seal('13900000001')],
    );
    await sql(
      'insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at) values ($1, $2, $3, 0, 1, 1, $4)',
      [device, person.id, new Date(clock - 30 * 86_400_000)],
    );
    return person.id;
  }

  async function pairCuff(imei: string): Promise<string> {
    const cuff = `C${imei}`;
    await sql(
      `with p as (insert into device_product (tenant_id, product_name, product_code, type_id, model, registration_no, protocol, datum)
         select $1, '袖带血压计', $3, id, 'M', '粤械注准20202079999', 'json', 'wgs84' from device_type where tenant_id = $1 and type_code = 'bp_monitor' returning id)
       insert into child_device (tenant_id, parent_id, child_imei, child_type, state, paired_at, product_id)
       select $1, d.id, $3, 1, 1, $4, p.id from p, device d where d.tenant_id = $1 and d.imei = $2`,
      [imei, cuff, new Date(clock - 86_400_000)],
    );
    return cuff;
  }

  async function deliver(url: string, source: string, items: readonly object[]): Promise<readonly Taken[]> {
    const body = JSON.stringify({ items });
    const timestamp = String(Math.floor(clock / 1000));
    const nonce = randomUUID();
    const signature = createHmac('sha256', sourceKey)
      .update(`${timestamp}.${nonce}.${createHash('sha256').update(body).digest('hex')}`)
      .digest('hex');
    const response = await fetch(`${url}/api/ingest/v1/batches`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-source': source,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signature,
      },
    });
    if (!response.ok) throw new Error(`the door answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { results: readonly Taken[] }).results;
  }

  async function show(): Promise<void> {
    if (!isWatched) return;
    await sql("update alarm_notice set shown_at = $2 where tenant_id = $1 and channel = 'inapp' and shown_at is null", [
      new Date(clock),
    ]);
  }

  async function follow(): Promise<void> {
    for (;;) {
      await show();
      app.server.follower.wake(tenantId);
      await app.server.follower.settled();
      const [left] = await sql<{ count: number }>(
        'select count(*)::integer as count from outbox where tenant_id = $1 and available_at <= now() and failed_at is null',
      );
      if (left?.count === 0) break;
    }
    // What nobody has seen after 20 s climbs, also by the clock of a busy machine.
    await show();
    const failed = app.log().filter((line) => line.includes('follows an event failed'));
    if (failed.length > 0) throw new Error(failed.join('\n'));
  }

  async function tick(): Promise<void> {
    for (const module of app.server.modules) for (const each of module.clocks ?? []) await each.tick();
    await follow();
  }

  return {
    app,
    tenantId,
    shown,
    sql,
    watch: (watched) => {
      isWatched = watched;
    },
    wearer,
    pairCuff,
    unfollowed: (work) =>
      database.withTenant(tenantId, async (tx) => {
        await tx.execute("select pg_advisory_xact_lock(hashtextextended('outbox 0', $1))", [tenantId]);
        await work(tx);
      }),
    show,
    follow,
    tick,
    addSource,
    send: (...items) => deliver(app.url, 'ward', items),
    sendTo: (url, ...items) => deliver(url, 'ward', items),
    sendFrom: (source, ...items) => deliver(app.url, source, items),
    at: instant,
    now: () => new Date(clock),
    setTime: (text) => {
      clock = instant(text).getTime();
    },
    advance: (minutes) => {
      clock += minutes * 60_000;
    },
    bringForward: async (topic) => {
      await sql('update outbox set available_at = now() where tenant_id = $1 and topic = $2 and available_at <= $3', [
        topic,
        new Date(clock),
      ]);
      await follow();
    },
    cases: (clientId) =>
      sql<CaseRow>(
        'select id, type, level, state, reading_count as count, finding, latest_at as "latestAt" from abnormal_case where tenant_id = $1 and client_id is not distinct from $2::bigint order by id',
        [clientId],
      ),
    close: () => app.close(),
  };
}
