import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

const imei = '860000000008001';
let ward: Ward;
let person: number;

beforeEach(async () => {
  ward = await openWard('2031-03-10', '10:00');
  person = await ward.wearer(imei);
});

afterEach(() => ward.close());

const minutesAgo = (minutes: number): string => new Date(ward.now().getTime() - minutes * 60_000).toISOString();
const pressure = (high: number, low: number, more: object = {}): object => ({
  imei,
  dataType: 'bp',
  measuredAt: minutesAgo(1),
  values: { high, low },
  ...more,
});

/** Pairs a cuff to a watch, as staff does, with a product that is registered or not. */
async function pair(
  childImei: string,
  more: {
    readonly parent?: string;
    readonly client?: number | null;
    readonly registered?: boolean;
    readonly state?: number;
  } = {},
): Promise<void> {
  const { parent = imei, client = null, registered = true, state = 1 } = more;
  await ward.sql(
    `with p as (insert into device_product (tenant_id, product_name, product_code, type_id, model, registration_no, protocol, datum)
       select $1, '测试血压计', 'C' || $2::text, id, 'M', $3, 'json', 'wgs84' from device_type where tenant_id = $1 and type_code = 'bp_monitor' returning id)
     insert into child_device (tenant_id, parent_id, child_imei, child_type, client_id, state, paired_at, product_id)
     select $1, d.id, $2, 1, $5, $6, $7, p.id from p, device d where d.tenant_id = $1 and d.imei = $4`,
    [
      childImei,
      registered ? '粤械注准20202079999' : null,
      parent,
      client,
      state,
      new Date(ward.now().getTime() - 86_400_000),
    ],
  );
  await ward.sql('update device set row_version = row_version + 1 where tenant_id = $1 and imei = $2 returning id', [
    parent,
  ]);
}

interface Row {
  readonly id: number;
  readonly high: number;
  readonly client: number | null;
  readonly child: string | null;
  readonly origin: number;
  readonly seq: number | null;
  readonly supersedes: number | null;
}
const rows = () =>
  ward.sql<Row>(
    'select id, high, client_id as client, child_imei as child, origin, seq, supersedes from blood_pressure_reading where tenant_id = $1 order by id',
  );
const addPerson = async (): Promise<number> => ward.wearer('860000000008002');

describe('keys of values that nothing reads', () => {
  const answers = async (...values: readonly object[]) =>
    (
      await ward.send(...values.map((own, at) => ({ ...pressure(0, 0), measuredAt: minutesAgo(at + 1), values: own })))
    ).map(({ status, details, unknownValues }) => [status, details, unknownValues]);

  test('are named in the answer, and the reading is stored', async () => {
    expect(
      await answers(
        { high: 188, low: 112, herat: 71 },
        { high: 188, low: 112, heart: 71, symptom: ['headache'], afterDrug: false },
      ),
    ).toEqual([
      ['stored', undefined, ['herat']],
      ['stored', undefined, undefined],
    ]);
    expect((await rows()).map(({ high }) => high)).toEqual([188, 188]);
  });

  test('are named beside the missing figure that they were meant to be', async () => {
    expect(await answers({ hihg: 188, low: 112 })).toEqual([['rejected', 'high', ['hihg']]]);
    expect(await answers({ isTwin: true, high: 188, low: 112 }, { high: 0, low: 0, rssi: -60 })).toEqual([
      ['stored', undefined, ['isTwin']],
      ['ignored', undefined, ['rssi']],
    ]);
    expect(await rows()).toHaveLength(1);
  });

  test('of events and signs of life are named too; keys beside the values are refused', async () => {
    expect(
      await ward.send(
        { imei, dataType: 'heartbeat', values: { steps: 4 } },
        { imei, dataType: 'event', values: { event: 'sos', key: 2 } },
        { ...pressure(128, 80), hihg: 3 },
      ),
    ).toMatchObject([
      { status: 'stored', unknownValues: ['steps'] },
      { status: 'stored', unknownValues: ['key'] },
      { status: 'rejected', reason: 'bad_format', details: 'hihg' },
    ]);
  });
});

describe('a cuff paired through a watch', () => {
  test('a registered one needs no second value, and the watch is not asked to measure', async () => {
    await pair('C8D6B2000001');
    expect(await ward.send(pressure(188, 112, { childImei: 'c8:d6:b2:00:00:01' }))).toMatchObject([
      { status: 'stored', abnormalLevel: 3 },
    ]);
    await ward.follow();
    expect(await rows()).toMatchObject([{ client: person, child: 'C8D6B2000001', origin: 2 }]);
    expect(await ward.cases(person)).toMatchObject([{ type: 'bpHigh', level: 3, count: 1 }]);
    expect(await ward.sql("select id from device_command where tenant_id = $1 and command = 'MEASURE'")).toEqual([]);
  });

  test('the watch itself still needs its second value', async () => {
    await pair('C8D6B2000001');
    await ward.send(pressure(188, 112));
    await ward.follow();
    expect(await ward.cases(person)).toEqual([]);
  });

  test('in the same second watch and cuff are two readings; each comes again once', async () => {
    await pair('C8D6B2000001');
    const [watch, cuff] = [pressure(130, 85), pressure(128, 82, { childImei: 'C8D6B2000001' })];
    expect((await ward.send(watch, cuff)).map(({ status }) => status)).toEqual(['stored', 'stored']);
    expect((await ward.send(cuff, watch)).map(({ status }) => status)).toEqual(['duplicate', 'duplicate']);
    expect((await rows()).map(({ high, child }) => [high, child])).toEqual([
      [130, null],
      [128, 'C8D6B2000001'],
    ]);
  });

  test('its own person has its readings; before it had that person staff names one', async () => {
    const other = await addPerson();
    await pair('C8D6B2000001', { client: other });
    const early = new Date(ward.now().getTime() - 2 * 86_400_000).toISOString();
    const taken = await ward.send(
      pressure(128, 82, { childImei: 'C8D6B2000001' }),
      pressure(127, 81, { childImei: 'C8D6B2000001', measuredAt: early }),
      pressure(126, 80),
    );
    expect(taken.map(({ status, reason }) => reason ?? status)).toEqual(['stored', 'bind_uncertain', 'stored']);
    expect((await rows()).map(({ high, client }) => [high, client])).toEqual(
      expect.arrayContaining([
        [128, other],
        [126, person],
      ]),
    );
  });

  test('one that nobody paired is stored under the wearer, and is neither a watch nor registered', async () => {
    expect(await ward.send(pressure(188, 112, { childImei: 'STRANGE-1' }))).toMatchObject([
      { status: 'stored', abnormalLevel: 3 },
    ]);
    await ward.follow();
    expect(await rows()).toMatchObject([{ client: person, child: 'STRANGE-1', origin: 2 }]);
    expect(await ward.cases(person)).toEqual([]);
    expect(await ward.sql("select id from device_command where tenant_id = $1 and command = 'MEASURE'")).toEqual([]);
  });

  test('one that is paired to another watch waits for staff', async () => {
    await addPerson();
    await pair('C8D6B2000001', { parent: '860000000008002' });
    expect(await ward.send(pressure(188, 112, { childImei: 'C8D6B2000001' }))).toMatchObject([
      { status: 'quarantined', reason: 'bind_uncertain' },
    ]);
  });

  test('its sign of life and battery are its own', async () => {
    await pair('C8D6B2000001');
    await ward.send(pressure(128, 82, { childImei: 'C8D6B2000001', battery: 7 }));
    await ward.follow();
    expect(
      await ward.sql('select battery, last_report_at is not null as heard from child_device where tenant_id = $1'),
    ).toEqual([{ battery: 7, heard: true }]);
    expect(await ward.sql('select battery from device where tenant_id = $1 and imei = $2', [imei])).toEqual([
      { battery: null },
    ]);
  });
});

describe('a revision', () => {
  const revised = (high: number, seq: number, more: object = {}): object =>
    pressure(high, 80, { seq, measuredAt: ward.at('09:59').toISOString(), ...more });
  const standing = async (): Promise<readonly (readonly [number, number | null])[]> => {
    const all = await rows();
    return all.filter(({ id }) => !all.some(({ supersedes }) => supersedes === id)).map(({ high, seq }) => [high, seq]);
  };

  test('a higher one takes the place, a repetition stays one, a lower or equal one with other values waits', async () => {
    const sent = async (...items: readonly object[]) =>
      (await ward.send(...items)).map(({ status, reason }) => reason ?? status);
    expect(await sent(revised(128, 1))).toEqual(['stored']);
    expect(await sent(revised(138, 2))).toEqual(['stored']);
    expect(await sent(revised(138, 2), revised(128, 1))).toEqual(['duplicate', 'duplicate']);
    expect(await sent(revised(139, 2), revised(129, 1), revised(129, 0))).toEqual(['conflict', 'conflict', 'conflict']);
    expect(await sent(pressure(150, 80, { measuredAt: ward.at('09:59').toISOString() }))).toEqual(['conflict']);
    expect(await standing()).toEqual([[138, 2]]);
  });

  test('deliveries out of order end at the highest, in one delivery and in several', async () => {
    await ward.send(revised(128, 1));
    await ward.send(revised(148, 3));
    expect((await ward.send(revised(138, 2))).map(({ reason }) => reason)).toEqual(['conflict']);
    expect(await standing()).toEqual([[148, 3]]);
    expect((await ward.send(revised(158, 5), revised(168, 6), revised(151, 4))).map(({ status }) => status)).toEqual([
      'stored',
      'stored',
      'stored',
    ]);
    expect(await standing()).toEqual([[168, 6]]);
  });

  test('the same values under a higher revision stand against a lower one that comes late', async () => {
    await ward.send(revised(128, 1));
    expect(await ward.send(revised(128, 3))).toMatchObject([{ status: 'stored' }]);
    expect(await ward.send(revised(138, 2))).toMatchObject([{ status: 'quarantined', reason: 'conflict' }]);
    expect(await standing()).toEqual([[128, 3]]);
  });

  test('of many at once the highest stands, and each has one answer', async () => {
    await ward.send(revised(120, 1));
    const taken = (await Promise.all([5, 3, 8, 2, 7, 4, 6].map((seq) => ward.send(revised(120 + seq, seq))))).flat();
    expect(taken.every(({ status, reason }) => status === 'stored' || reason === 'conflict')).toBe(true);
    expect(await standing()).toEqual([[128, 8]]);
  });

  test('a message id is corrected too, at the time of the row that stood', async () => {
    await ward.send(pressure(128, 80, { messageId: 'm-1', seq: 1, measuredAt: undefined }));
    ward.advance(3);
    expect(await ward.send(pressure(138, 80, { messageId: 'm-1', seq: 2, measuredAt: undefined }))).toMatchObject([
      { status: 'stored' },
    ]);
    expect(await standing()).toEqual([[138, 2]]);
  });

  test('rules and statistics follow: a corrected typo leaves no critical case, a corrected value makes one', async () => {
    await pair('C8D6B2000001');
    const cuff = { childImei: 'C8D6B2000001' };
    await ward.send(revised(128, 1, cuff));
    await ward.follow();
    expect(await ward.cases(person)).toEqual([]);
    expect(await ward.send(revised(192, 2, cuff))).toMatchObject([{ status: 'stored', abnormalLevel: 3 }]);
    await ward.follow();
    expect(await ward.cases(person)).toMatchObject([{ type: 'bpHigh', level: 3 }]);
    expect(
      await ward.sql(
        "select sum(count)::integer as count, max(max)::integer as high from reading_hour where tenant_id = $1 and client_id = $2 and metric = 'high'",
        [person],
      ),
    ).toEqual([{ count: 1, high: 192 }]);
  });
});

describe('an original frame', () => {
  const frames = () =>
    ward.sql<{ frame: string; kind: string; reading: number | null }>(
      'select frame, kind, reading_id as reading from raw_frame where tenant_id = $1 order by id',
    );

  test('is kept beside its reading, once, and beside nothing for what waits', async () => {
    const [taken] = await ward.send(pressure(128, 82, { raw: '[3G*1*bphrt]' }));
    await ward.send(pressure(128, 82, { raw: '[3G*1*bphrt]' }));
    expect(await frames()).toEqual([{ frame: '[3G*1*bphrt]', kind: 'bp', reading: taken?.id }]);
    await ward.send(pressure(80, 120, { raw: '[3G*2*bphrt]', measuredAt: minutesAgo(5) }));
    expect((await frames()).at(-1)).toEqual({ frame: '[3G*2*bphrt]', kind: 'bp', reading: null });
    expect(
      await ward.sql(
        "select payload ? 'raw' as kept, measured_at = $2 as told from quarantined_reading where tenant_id = $1",
        [minutesAgo(5)],
      ),
    ).toEqual([{ kept: false, told: true }]);
  });

  test('of a call for help and of a sign of life are kept', async () => {
    await ward.send(
      { imei, dataType: 'event', values: { event: 'sos' }, raw: '[AL]' },
      { imei, dataType: 'heartbeat', values: {}, raw: '[LK]' },
    );
    expect((await frames()).map(({ frame }) => frame).toSorted()).toEqual(['[AL]', '[LK]']);
  });
});

describe('what waits in quarantine', () => {
  interface Waiting {
    readonly items: readonly { readonly id: number; readonly values: object | null }[];
  }
  interface Page {
    readonly items: readonly {
      readonly ingestQuarantine: { readonly id: number; readonly measure_time: string; readonly payload: unknown };
    }[];
  }

  test('tells when it was measured, and what it said to who may see that kind', async () => {
    await ward.send(
      pressure(120, 188, { measuredAt: minutesAgo(5) }),
      pressure(188, 112, { measuredAt: minutesAgo(-60) }),
    );
    const admin = await ward.app.as('admin', 'Alpha');
    const { items } = (await admin.get<Page>('IngestQuarantines/GetAll', { Sorting: 'id' })).result;
    const kept = items.map(({ ingestQuarantine }) => ingestQuarantine);
    expect(kept.map(({ measure_time: at }) => new Date(at).toISOString()).toSorted()).toEqual(
      [minutesAgo(5), minutesAgo(-60)].toSorted(),
    );
    const values = async (who: Awaited<ReturnType<typeof ward.app.as>>) =>
      (
        await who.get<Waiting>('IngestQuarantines/GetValues', { ids: kept.map(({ id }) => id).join(',') })
      ).result.items.map((row) => row.values);
    expect(await values(admin)).toEqual(
      expect.arrayContaining([
        { high: 120, low: 188 },
        { high: 188, low: 112 },
      ]),
    );

    await ward.sql(
      "insert into user_permission (tenant_id, user_id, permission, is_granted) select tenant_id, id, 'Pages.WatChDataManage.Ingest', true from app_user where tenant_id = $1 and user_name = 'nurse' returning user_id",
    );
    expect(await values(await ward.app.as('nurse', 'Alpha'))).toEqual([null, null]);
  });
});

describe('a packet of a device that nobody wore', () => {
  test('keeps its own time when its wearer is recorded: by the clock of its source, or when it was received', async () => {
    const unworn = '860000000008099';
    await ward.wearer(unworn);
    await ward.sql(
      'delete from device_binding where tenant_id = $1 and device_id = (select id from device where tenant_id = $1 and imei = $2) returning id',
      [unworn],
    );
    await ward.sql("update ingest_source set time_zone = 'UTC' where tenant_id = $1 returning id");
    const received = ward.now();
    await ward.sql(
      `insert into quarantined_reading (tenant_id, imei, kind, reason, payload, source, ingest_source_id, state, created_at)
      select $1, $2, 'bp', 'unknown_imei', p.payload, s.source_code, s.id, 0, $3 from ingest_source s, (values ($4::jsonb), ($5::jsonb)) p(payload) where s.tenant_id = $1 returning id`,
      [
        unworn,
        received,
        JSON.stringify({ imei: unworn, dataType: 'bp', values: { high: 128, low: 82 } }),
        JSON.stringify({
          imei: unworn,
          dataType: 'bp',
          measuredAt: minutesAgo(8).slice(0, 19),
          values: { high: 129, low: 83 },
        }),
      ],
    );
    await ward.sql(
      'insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at) select $1, id, $3, 0, 1, 1, $4 from device where tenant_id = $1 and imei = $2 returning id',
      [unworn, person, minutesAgo(30)],
    );
    await ward.sql(
      "insert into outbox (tenant_id, topic, payload) select $1, 'device.bound', jsonb_build_object('bindingId', 1, 'deviceId', id, 'imei', imei, 'clientId', $3::bigint, 'slot', 1, 'from', $4::text, 'to', null) from device where tenant_id = $1 and imei = $2 returning id",
      [unworn, person, minutesAgo(30)],
    );
    ward.setTime('10:20');
    await ward.follow();
    const stored = await ward.sql<{ high: number; at: Date }>(
      'select high, measured_at as at from blood_pressure_reading where tenant_id = $1 and client_id = $2 order by high',
      [person],
    );
    expect(stored.map(({ high, at }) => [high, at.getTime()])).toEqual([
      [128, received.getTime()],
      [129, Math.floor(received.getTime() / 1000) * 1000 - 480_000],
    ]);
  });
});

describe('figures with more digits than their kind keeps', () => {
  test('are judged as they are stored, and known when they come again', async () => {
    const [sugar, oxygen] = [
      { imei, dataType: 'bloodSugar', measuredAt: minutesAgo(3), values: { bloodSugar: 3.94, period: 1 } },
      { imei, dataType: 'spo2', measuredAt: minutesAgo(2), values: { spo2: 84.4 } },
    ];
    const whole = { imei, dataType: 'bp', measuredAt: minutesAgo(1), values: { high: 181.6, low: 99.5 } };
    const exact = { imei, dataType: 'bloodSugar', measuredAt: minutesAgo(4), values: { bloodSugar: 3.9, period: 1 } };
    const answers = await ward.send(sugar, oxygen, whole, exact);
    expect(answers.map(({ status }) => status)).toEqual(['stored', 'stored', 'stored', 'stored']);
    expect(answers[0]?.abnormalLevel).toBe(answers[3]?.abnormalLevel);
    expect(await rows()).toMatchObject([{ high: 182 }]);
    expect((await ward.send(sugar, oxygen, whole)).map(({ status }) => status)).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
    ]);
  });
});

describe('a new source', () => {
  test('shows its first key once: nothing of it before, in the list or in the history', async () => {
    const admin = await ward.app.as('admin', 'Alpha');
    const { result: id } = await admin.post<number>('IngestSources/CreateOrEdit', {
      sourceName: '新网关',
      sourceCode: 'fresh',
      protocol: 'json',
      authType: 'bearer',
      ipAllow: '127.0.0.1',
      imeiList: [imei],
    });
    expect(
      await ward.sql('select api_key_sealed is null as without from ingest_source where tenant_id = $1 and id = $2', [
        id,
      ]),
    ).toEqual([{ without: true }]);
    const {
      result: { apiKey },
    } = await admin.post<{ apiKey: string }>('IngestSources/RotateKey', { id });
    const deliver = ward.app.visitor().with({ authorization: `Bearer ${apiKey}` });
    expect((await deliver.post('/api/ingest/v1/readings', pressure(128, 82))).status).toBe(201);
    const secret = apiKey.slice('fresh.'.length);
    const lists = [
      await admin.get('IngestSources/GetAll'),
      await admin.get('IngestSources/GetIngestSourceForEdit', { id }),
    ];
    const history = await ward.sql(
      "select before, after from entity_change where tenant_id = $1 and resource = 'ingestSource'",
    );
    expect(JSON.stringify([lists, history, ward.app.log()])).not.toContain(secret);
    expect(
      await ward.sql('select previous_api_key_until as until from ingest_source where tenant_id = $1 and id = $2', [
        id,
      ]),
    ).toEqual([{ until: null }]);
  });
});

describe('a key that was replaced', () => {
  const own = '860000000008077';

  test('opens the door at once, where the former one is remembered still', async () => {
    const admin = await ward.app.as('admin', 'Alpha');
    await ward.wearer(own);
    const { result: id } = await admin.post<number>('IngestSources/CreateOrEdit', {
      sourceName: '换密钥',
      sourceCode: 'rotated',
      protocol: 'json',
      authType: 'bearer',
      ipAllow: '127.0.0.1',
      imeiList: [own],
    });
    const rotate = async (): Promise<string> =>
      (await admin.post<{ apiKey: string }>('IngestSources/RotateKey', { id })).result.apiKey;
    const deliver = async (key: string, seconds: number): Promise<number> => {
      const measuredAt = new Date(ward.now().getTime() - seconds * 1000).toISOString();
      return (
        await ward.app
          .visitor()
          .with({ authorization: `Bearer ${key}` })
          .post('/api/ingest/v1/readings', pressure(128, 82, { imei: own, measuredAt }))
      ).status;
    };
    const first = await rotate();
    expect(await deliver(first, 90)).toBe(201);
    const second = await rotate();
    expect(await deliver(second, 80)).toBe(201);
    expect([await deliver('rotated.wrong', 70), await deliver(first, 60), await deliver(second, 50)]).toEqual([
      401, 201, 201,
    ]);
  });
});

describe('raw data of devices', () => {
  test('show the original frame of a reading beside it', async () => {
    const [taken] = await ward.send(pressure(128, 82, { raw: '[3G*1*bphrt]' }));
    const admin = await ward.app.as('admin', 'Alpha');
    const { items } = (
      await admin.get<{ items: readonly { readonly watch_data: object }[] }>('Watch_datas/GetAll', { imeiFilter: imei })
    ).result;
    expect(items.map((row) => row.watch_data)).toMatchObject([{ id: taken?.id, raw: '[3G*1*bphrt]' }]);
  });
});

describe('a binding of the past', () => {
  test('gives the person the readings of nobody: judged again, as late cases without sound', async () => {
    const cuff = '860000000008003';
    const owner = await ward.wearer(cuff, { type: 'bp_monitor', registered: true });
    await ward.sql('update device_binding set is_deleted = true where tenant_id = $1 and client_id = $2 returning id', [
      owner,
    ]);
    const daysAgo = (days: number): string => new Date(ward.now().getTime() - days * 86_400_000).toISOString();
    const sent = await ward.send(
      ...[6, 4, 1].map((days) => pressure(188, 112, { imei: cuff, measuredAt: daysAgo(days) })),
    );
    expect(sent.map(({ status, abnormalLevel }) => [status, abnormalLevel])).toEqual([
      ['stored', 0],
      ['stored', 0],
      ['stored', 0],
    ]);
    await ward.follow();

    const admin = await ward.app.as('admin', 'Alpha');
    const bound = await admin.post('Device_binds/CreateOrEdit', {
      imei: cuff,
      userId: owner,
      relation: 0,
      bindTime: daysAgo(5),
      backdateReason: '入院当天漏登记',
    });
    expect(bound.status).toBe(200);
    await ward.follow();
    const own = await ward.sql<{ supersedes: number; level: number }>(
      'select supersedes, level from blood_pressure_reading where tenant_id = $1 and client_id = $2 order by measured_at',
      [owner],
    );
    expect(own).toEqual([
      { supersedes: sent[1]?.id, level: 3 },
      { supersedes: sent[2]?.id, level: 3 },
    ]);
    expect(
      await ward.sql('select timeliness from abnormal_case where tenant_id = $1 and client_id = $2 group by 1', [
        owner,
      ]),
    ).toEqual([{ timeliness: 1 }]);
    expect(ward.shown.filter(({ event }) => event === 'newabnormal')).toEqual([]);
    expect(
      await ward.sql('select count(*)::integer as count from reading_latest where tenant_id = $1 and client_id = $2', [
        owner,
      ]),
    ).toEqual([{ count: 1 }]);
    expect(await ward.send(pressure(188, 112, { imei: cuff, measuredAt: daysAgo(4) }))).toMatchObject([
      { status: 'duplicate' },
    ]);
  });
});
