import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Staff correct what was typed in and declare void what is wrong; the cases are judged again. */

let ward: Ward;
let admin: Client;

beforeAll(async () => {
  ward = await openWard('2031-03-10', '08:00');
  admin = await ward.app.as('admin', 'Alpha');
});
afterAll(() => ward.close());

const good = <T>(answer: Answer<T>): T => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
};

interface Entry {
  readonly userId: number;
  readonly [figure: string]: unknown;
}
const enter = async (service: string, { at, ...body }: Entry & { readonly at: string }): Promise<number> => {
  ward.setTime(at);
  return good(
    await admin.post<{ id: number }>(`${service}/CreateOrEdit`, {
      ...body,
      ['measure_time']: ward.at(at).toISOString(),
    }),
  ).id;
};
/** Declares a reading void as screens do; one of a device is named with its time. */
const remove = (
  service: string,
  {
    who = admin,
    at,
    ...body
  }: { readonly id: number; readonly at?: string; readonly reason?: string | undefined; readonly who?: Client },
): Promise<Answer<unknown>> =>
  who.post(`${service}/Void`, { ...body, ...(at !== undefined && { ['measure_time']: ward.at(at).toISOString() }) });

async function send(imei: string, time: string, [kind, values]: readonly [string, object]): Promise<number> {
  ward.setTime(time);
  const [taken] = await ward.send({ imei, dataType: kind, measuredAt: ward.at(time).toISOString(), values });
  expect(taken?.status, time).toBe('stored');
  await ward.follow();
  return taken?.id ?? 0;
}

interface Found {
  readonly type: string;
  readonly level: number;
  readonly state: number;
  readonly finding: string;
  readonly outcome: string | null;
  readonly due: Date | null;
  readonly rule: string | null;
}
const cases = (person: number): Promise<Found[]> =>
  ward.sql<Found>(
    `select c.type, c.level, c.state, c.finding, c.outcome, c.next_due_at as due, t.trace ->> 'ruleCode' as rule from abnormal_case c left join case_trace t on t.tenant_id = c.tenant_id and t.case_id = c.id
   where c.tenant_id = $1 and c.client_id = $2 and not c.is_deleted order by c.id`,
    [person],
  );
const short = async (person: number): Promise<unknown[]> =>
  (await cases(person)).map(({ type, level, state }) => [type, level, state]);

interface Corrected {
  readonly id: number;
  readonly formerId: number;
  readonly isVoid: boolean;
  readonly reason: string | null;
  readonly userName: string | null;
  readonly figures: object;
  readonly former: object;
}
const corrections = (service: string, ask: object, who = admin): Promise<Answer<Corrected[]>> =>
  who.get<Corrected[]>(`${service}/GetCorrections`, { beginTime: '2031-03-10', endTime: '2031-03-10', ...ask });
interface Listed {
  readonly totalCount: number;
  readonly items: readonly {
    readonly ['watch_bp']: {
      readonly id: number;
      readonly high: number;
      readonly quality: number;
      readonly supersedes: number | null;
    };
  }[];
}
const listed = async (person: number, more: object = {}): Promise<readonly (readonly [number, number])[]> =>
  good(await admin.get<Listed>('Watch_bps/GetAll', { userIdFilter: person, ...more })).items.map(
    ({ ['watch_bp']: { high, quality } }) => [high, quality],
  );

describe('the cases of corrected readings', () => {
  test('a level that a symptom raised falls with the symptom', async () => {
    const person = await ward.wearer('860000000008001');
    const body = { userId: person, high: 185, low: 112, at: '08:00' };
    const id = await enter('Watch_bps', { ...body, symptom: ['headache'] });
    await ward.follow();
    expect(await short(person)).toEqual([['bpHigh', 4, 0]]);
    await enter('Watch_bps', { ...body, id, symptom: [], reason: '客户没有头痛' });
    await ward.follow();
    expect(await cases(person)).toMatchObject([
      { type: 'bpHigh', level: 3, state: 0, finding: expect.stringMatching(/^读数已更正：血压 185\/112/) },
    ]);
  });

  test('a check ends with its doubtful value, and stays for a second kind', async () => {
    const [imei, other] = ['860000000008002', '860000000008003'];
    const [person, second] = [await ward.wearer(imei), await ward.wearer(other)];
    const alone = await send(imei, '08:10', ['bp', { high: 70, low: 62 }]);
    const oxygen = await send(other, '08:11', ['spo2', { spo2: 48 }]);
    await send(other, '08:12', ['bp', { high: 70, low: 62 }]);
    expect([await short(person), await short(second)]).toEqual([[['check', 2, 0]], [['check', 2, 0]]]);
    good(await remove('Watch_bps', { id: alone, at: '08:10', reason: '手表戴在别人手上' }));
    good(await remove('Watch_spo2s', { id: oxygen, at: '08:11', reason: '手表戴在别人手上' }));
    await ward.follow();
    expect([await short(person), await short(second)]).toEqual([[['check', 2, 5]], [['check', 2, 0]]]);
    const [trace] = await ward.sql<{ kinds: unknown }>(
      "select jsonb_path_query_array(t.trace, '$.waiting[*][0]') as kinds from case_trace t join abnormal_case c on c.tenant_id = t.tenant_id and c.id = t.case_id where c.tenant_id = $1 and c.client_id = $2",
      [second],
    );
    expect(trace?.kinds).toEqual(['bp']);
  });

  test('a case that a combination raised falls with the other side', async () => {
    const person = await ward.wearer('860000000008004');
    const sugar = await enter('Watch_bloodSugars', { userId: person, bloodSugar: 15.2, at: '08:20' });
    const ketone = await enter('XYJ_Ketone', { userId: person, ketone: 1.8, at: '08:20' });
    await ward.follow();
    expect(await cases(person)).toContainEqual(
      expect.objectContaining({ type: 'sugarHigh', level: 4, rule: 'CMB-SUGAR-KETONE' }),
    );
    good(await remove('XYJ_Ketone', { id: ketone, reason: '试纸过期' }));
    await ward.follow();
    const found = await cases(person);
    expect(found).toContainEqual(expect.objectContaining({ type: 'ketone', state: 5 }));
    expect(found.find(({ type }) => type === 'sugarHigh')).toMatchObject({
      level: 3,
      state: 0,
      finding: expect.stringMatching(/^读数已更正/),
    });
    expect(found.find(({ type }) => type === 'sugarHigh')?.finding).not.toMatch(/血酮/);
    good(await remove('Watch_bloodSugars', { id: sugar, reason: '录入错误' }));
    await ward.follow();
    expect((await cases(person)).find(({ type }) => type === 'sugarHigh')).toMatchObject({
      state: 5,
      outcome: '读数已更正或作废，异常不再成立',
      due: null,
    });
  });

  test('an alarm of a device whose value staff declared void stays, with its ladder and its need of proof', async () => {
    const imei = '860000000008005';
    const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
    const id = await send(imei, '08:30', ['bp', { high: 211, low: 118 }]);
    const [before] = await cases(person);
    expect(before).toMatchObject({ type: 'bpHigh', level: 4, state: 0 });
    good(await remove('Watch_bps', { id, at: '08:30', reason: '袖带绑错' }));
    await ward.follow();
    const [after] = await cases(person);
    expect(after).toMatchObject({
      level: 4,
      state: 0,
      due: before?.due,
      finding: `设备读数已作废：${before?.finding}`,
    });
    // A typing error in the same case, put right, does not end it either.
    const typed = { userId: person, high: 205, low: 119, at: '08:35' };
    const typo = await enter('Watch_bps', typed);
    await ward.follow();
    await enter('Watch_bps', { ...typed, id: typo, high: 121, low: 79, reason: '录入错误' });
    await ward.follow();
    expect(await cases(person)).toMatchObject([
      { level: 4, state: 0, finding: expect.stringMatching(/^设备读数已作废/) },
    ]);
    const [own] = await ward.sql<{ id: number }>(
      'select id from abnormal_case where tenant_id = $1 and client_id = $2',
      [person],
    );
    const close = (handleType: number): Promise<Answer<unknown>> =>
      admin.post('AbnormalData/CreateOrEdit', {
        id: own?.id,
        state: 3,
        handleType,
        handleResult: '袖带绑错，数值不对',
      });
    for (const handleType of [10, 11])
      expect((await close(handleType)).error?.validationErrors?.[0]?.members).toEqual(['callOutcome']);
    good(await admin.post('AbnormalData/LogContact', { id: own?.id, callOutcome: 1, note: '本人说袖带绑错' }));
    good(await close(10));
    expect(await short(person)).toEqual([['bpHigh', 4, 3]]);
  });
});

describe('a void reading of a device', () => {
  const imei = '860000000008006';
  let person: number;
  let id: number;

  beforeAll(async () => {
    person = await ward.wearer(imei);
    id = await send(imei, '09:00', ['bp', { high: 150, low: 88 }]);
  });

  test('needs a reason of three visible characters', async () => {
    for (const reason of [undefined, '', '  ab ', '。。。。', '字'.repeat(201)]) {
      const answer = await remove('Watch_bps', { id, at: '09:00', reason });
      expect([answer.status, answer.error?.validationErrors?.[0]?.members], String(reason)).toEqual([400, ['reason']]);
    }
    expect(await listed(person)).toEqual([[150, 0]]);
  });

  test('is out of reach for another tenant, for a narrow sight and without the right', async () => {
    const narrow = await addUser(ward.app, 'Alpha', {
      userName: 'narrowCorrect',
      dataScope: 'own',
      allPermissions: true,
    });
    const blind = await addUser(ward.app, 'Alpha', {
      userName: 'blindCorrect',
      dataScope: 'all',
      allPermissions: false,
    });
    const stranger = await ward.app.as('admin', 'Beta');
    for (const [who, status] of [
      [narrow.client, 404],
      [blind.client, 403],
      [stranger, 404],
    ] as const) {
      expect((await remove('Watch_bps', { id, at: '09:00', reason: '手表戴错人', who })).status).toBe(status);
      expect((await corrections('Watch_bps', { userId: person }, who)).status).toBe(status);
      expect((await corrections('Watch_bps', { ids: String(id) }, who)).result ?? []).toEqual([]);
    }
    expect(await listed(person)).toEqual([[150, 0]]);
  });

  test('cannot be corrected', async () => {
    const answer = await admin.post('Watch_bps/CreateOrEdit', {
      id,
      userId: person,
      high: 121,
      low: 78,
      ['measure_time']: ward.at('09:00').toISOString(),
    });
    expect([answer.status, answer.error?.message]).toEqual([400, '设备上报的测量值不能更正，只能作废']);
  });

  test('stays stored once and marked, out of curve and list, with who and why', async () => {
    expect((await admin.delete('Watch_bps/Delete', { id })).status).toBe(404);
    for (const at of ['09:00', '09:00']) good(await remove('Watch_bps', { id, at, reason: '手表戴错人' }));
    await ward.follow();
    expect(await listed(person)).toEqual([]);
    expect(await listed(person, { qualityFilter: 4 })).toEqual([[150, 4]]);
    expect(good(await admin.get<unknown[]>('Watch_bps/GetList', { userId: person }))).toEqual([]);
    const found = good(await corrections('Watch_bps', { userId: person }));
    expect(found).toMatchObject([{ formerId: id, isVoid: true, reason: '手表戴错人', former: { high: 150, low: 88 } }]);
    expect(found[0]?.userName).toBeTruthy();
    const again = await ward.send({
      imei,
      dataType: 'bp',
      measuredAt: ward.at('09:00').toISOString(),
      values: { high: 150, low: 88 },
    });
    expect(again[0]?.status).toBe('duplicate');
    await ward.follow();
    expect(await listed(person)).toEqual([]);
    const rows = await ward.sql('select id from blood_pressure_reading where tenant_id = $1 and client_id = $2', [
      person,
    ]);
    expect(rows).toHaveLength(2);
  });
});

describe('an entry by hand', () => {
  test('keeps its former value, its author and the reason; a void one is not corrected', async () => {
    const person = await ward.wearer('860000000008007');
    const body = { userId: person, high: 211, low: 118, at: '10:00' };
    const id = await enter('Watch_bps', body);
    expect(
      (
        await admin.post('Watch_bps/CreateOrEdit', {
          ...body,
          id,
          high: 121,
          low: 78,
          reason: '错',
          ['measure_time']: ward.at('10:00').toISOString(),
        })
      ).status,
    ).toBe(400);
    const corrected = await enter('Watch_bps', { ...body, id, high: 121, low: 78, reason: '录入错误' });
    const found = good(await corrections('Watch_bps', { ids: `${corrected},999999` }));
    expect(found).toMatchObject([
      {
        id: corrected,
        formerId: id,
        isVoid: false,
        reason: '录入错误',
        former: { high: 211, low: 118 },
        figures: { high: 121, low: 78 },
      },
    ]);
    expect(await listed(person)).toEqual([[121, 0]]);
    good(await remove('Watch_bps', { id, reason: '客户记错日期' }));
    expect(await listed(person)).toEqual([]);
    const refused = await admin.post('Watch_bps/CreateOrEdit', {
      ...body,
      id,
      high: 125,
      ['measure_time']: ward.at('10:00').toISOString(),
    });
    expect([refused.status, refused.error?.message]).toEqual([409, '该测量值已作废，不能再更正，请重新录入']);
  });

  test('of level 3 or 4 is corrected by others with a reason only, and not over the correction of somebody else', async () => {
    const person = await ward.wearer('860000000008009');
    const body = { userId: person, high: 211, low: 118, at: '10:10' };
    const id = await enter('Watch_bps', body);
    const { client: other } = await addUser(ward.app, 'Alpha', {
      userName: 'otherCorrect',
      dataScope: 'all',
      allPermissions: true,
    });
    const again = (high: number, reason?: string) =>
      other.post<{ id: number }>('Watch_bps/CreateOrEdit', {
        userId: person,
        id,
        high,
        low: 78,
        ['measure_time']: ward.at('10:10').toISOString(),
        ...(reason !== undefined && { reason }),
      });
    expect((await again(121)).error?.validationErrors?.map(({ members }) => members)).toEqual([['reason']]);
    const corrected = good(await again(121, '录入错误'));
    expect(good(await again(121, '录入错误')).id).toBe(corrected.id);
    const late = await again(99, '录入错误');
    expect([late.status, late.error?.reason]).toEqual([409, 'reading.replaced-meanwhile']);
    expect(await listed(person)).toEqual([[121, 0]]);
  });

  test('of level 3 or 4 is neither corrected by its own author nor declared void by anybody without a reason', async () => {
    const person = await ward.wearer('860000000008021');
    const { client: nurse } = await addUser(ward.app, 'Alpha', {
      userName: 'criticalNurse',
      dataScope: 'all',
      allPermissions: true,
    });
    ward.setTime('10:12');
    const body = { userId: person, high: 222, low: 131, ['measure_time']: ward.at('10:12').toISOString() };
    const { id } = good(await nurse.post<{ id: number }>('Watch_bps/CreateOrEdit', body));
    await ward.follow();
    const refusals = [
      await admin.delete('Watch_bps/Delete', { id }),
      await remove('Watch_bps', { id }),
      await remove('Watch_bps', { id, reason: '' }),
      await remove('Watch_bps', { id, reason: '。。。' }),
      await nurse.delete('Watch_bps/Delete', { id }),
      await nurse.post('Watch_bps/CreateOrEdit', { ...body, id, high: 122, low: 81 }),
      await nurse.post('Watch_bps/CreateOrEdit', { ...body, id, high: 122, low: 81, reason: ' a ' }),
    ];
    expect(refusals.map(({ status, error }) => [status, error?.validationErrors])).toEqual(
      refusals.map(() => [400, [{ message: '原因至少填写3个字（文字或数字）', members: ['reason'] }]]),
    );
    await ward.follow();
    expect([await listed(person), await short(person)]).toEqual([[[222, 0]], [['bpHigh', 4, 0]]]);
    good(await remove('Watch_bps', { id, reason: '录入错误' }));
    expect(await listed(person)).toEqual([]);
  });

  test('that became critical by its correction answers the same correction again', async () => {
    const person = await ward.wearer('860000000008022');
    const typed = { userId: person, high: 121, low: 78, at: '10:14' };
    const id = await enter('Watch_bps', typed);
    const corrected = await enter('Watch_bps', { ...typed, id, high: 221, low: 128 });
    expect(await enter('Watch_bps', { ...typed, id, high: 221, low: 128 })).toBe(corrected);
  });

  test('is declared void by a time that can be read only', async () => {
    const person = await ward.wearer('860000000008023');
    const id = await enter('Watch_bps', { userId: person, high: 121, low: 78, at: '10:16' });
    const answer = await admin.post('Watch_bps/Void', { id, ['measure_time']: '昨天', reason: '录入错误' });
    expect([answer.status, answer.error?.validationErrors]).toEqual([
      400,
      [{ message: '测量时间不是有效的时间，请按 2026-11-24 08:30 的格式填写', members: ['measure_time'] }],
    ]);
    expect(await listed(person)).toEqual([[121, 0]]);
  });

  test('is refused with a time that cannot be', async () => {
    const person = await ward.wearer('860000000008010');
    ward.setTime('10:20');
    for (const [time, words] of [
      ['0001-01-01T00:00:00Z', '2015年'],
      ['2014-12-31T12:00:00Z', '2015年'],
      ['2031-03-10T22:00:00Z', '不能晚于'],
    ] as const) {
      const answer = await admin.post('Watch_bps/CreateOrEdit', {
        userId: person,
        high: 120,
        low: 70,
        ['measure_time']: time,
      });
      expect([time, answer.status, answer.error?.validationErrors?.[0]?.members]).toEqual([
        time,
        400,
        ['measure_time'],
      ]);
      expect(answer.text).toContain(words);
    }
  });

  test('measured before the birth of its person is refused', async () => {
    const person = await ward.wearer('860000000008011', { birthday: '2020-05-01' });
    const answer = await admin.post('Watch_bps/CreateOrEdit', {
      userId: person,
      high: 100,
      low: 60,
      ['measure_time']: '2020-04-30T10:00:00Z',
    });
    expect([answer.status, answer.error?.validationErrors?.[0]?.message]).toEqual([
      400,
      '测量时间不能早于客户的出生日期',
    ]);
  });

  test.each([
    ['nobody', { beginTime: '2031-03-10' }, 'userId'],
    ['no time', { ids: '1' }, 'beginTime'],
    ['what is no id', { beginTime: '2031-03-10', ids: 'x' }, 'ids'],
  ])('its corrections are not asked for with %s', async (_what, ask, member) => {
    const answer = await admin.get('Watch_bps/GetCorrections', ask);
    expect([answer.status, answer.error?.validationErrors?.[0]?.members.map((name) => name.split('.')[0])]).toEqual([
      400,
      [member],
    ]);
  });
});
