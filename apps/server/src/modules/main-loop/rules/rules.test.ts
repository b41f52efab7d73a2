import { startApp } from '@kangmai/testkit/app';
import { addUser } from '@kangmai/testkit/isolation-people';
import { platformRules } from '@kangmai/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const app = await startApp();
afterAll(() => app.close());

let admin: Awaited<ReturnType<typeof app.as>>;
beforeAll(async () => {
  admin = await app.as('admin', 'Alpha');
});

const high = (value: unknown, more: object = {}): object => ({ metric: 'high', op: '>=', value, ...more });
const rule = (changed: object): object => ({
  ruleCode: 'T-RULE',
  ruleName: '测试规则',
  dataType: 'bp',
  metric: 'high',
  scopeType: 1,
  ageGroup: 'all',
  sex: 0,
  direction: 1,
  level: 1,
  condition: { terms: [high(150)] },
  confirmCount: 1,
  confirmMinutes: 60,
  clearMargin: 0,
  clearCount: 2,
  repeatMinutes: 240,
  valid: true,
  ...changed,
});
const save = async (changed: object): Promise<readonly string[]> => {
  const { error } = await admin.post('AbnormalRules/CreateOrEdit', rule(changed));
  return error?.validationErrors?.map(({ members, message }) => `${members.join()} ${message}`) ?? [];
};

describe('a rule is refused at the field that is wrong', () => {
  test.each<readonly [string, object, readonly string[]]>([
    ['no item', { condition: { terms: [] } }, ['condition 请至少添加一项条件']],
    [
      'a limit that nobody can reach',
      { condition: { terms: [high(150), high(1800)] } },
      ['condition 第 2 项：超出可测范围，须在 30 到 350 mmHg 之间'],
    ],
    [
      'limits that cross',
      { condition: { terms: [high(90), { metric: 'high', op: '<', value: 100 }] } },
      ['condition 第 2 项：与第 1 项的阈值交叉，任何数值都会被判为异常，请调整数值'],
    ],
    ['something that is no condition', { condition: { terms: [null] } }, ['condition 条件格式不正确，请重新填写']],
    ['a leading figure that is not spoken of', { metric: 'low' }, ['metric 条件中没有用到该指标']],
    ['a figure of another kind', { dataType: 'heart' }, ['condition 第 1 项：请选择该测量类型的指标']],
    ['a group without its name', { scopeType: 2 }, ['tagCode 请选择人群标签']],
    [
      'an event without its time',
      { dataType: 'wear', metric: 'notWorn', direction: 3, condition: { terms: [], event: { event: 'notWorn' } } },
      ['condition 须在 1 到 43200 之间'],
    ],
    [
      'what is looser than the platform',
      { level: 3, condition: { terms: [high(190)] } },
      ['condition 警告和危急级别只能比平台标准（BP-H3）更严格'],
    ],
  ])('%s', async (_what, changed, expected) => {
    expect(await save(changed)).toEqual(expected);
  });

  test('levels in disorder name the rule that stands against it', async () => {
    expect(await save({ ruleCode: 'T-ONE', condition: { terms: [high(150)] } })).toEqual([]);
    expect(await save({ ruleCode: 'T-TWO', level: 2, condition: { terms: [high(145)] } })).toEqual([
      'condition 级别越高，阈值应越极端（与 T-ONE 冲突）',
    ]);
  });
});

interface Listed {
  readonly abnormalRule: { readonly id: number; readonly ruleCode: string; readonly condition: unknown };
}

test('rules of every form are saved as they came', async () => {
  const { result } = await admin.get<{ items: readonly Listed[] }>('AbnormalRules/GetAll', { MaxResultCount: 200 });
  const samples = [
    'BP-L2',
    'BP-H2-CHILD',
    'HR-S3-U6',
    'BS-H1',
    'SPO2-COPD-O2',
    'WT-LOSS',
    'SLP-AHI2',
    'OFF-1',
    'BAT-1',
    'EVT-SOS',
  ];
  for (const code of samples) {
    const row = result?.items.find(({ abnormalRule }) => abnormalRule.ruleCode === code);
    const read = await admin.get<{ abnormalRule: { condition: unknown } }>('AbnormalRules/GetAbnormalRuleForEdit', {
      Id: row?.abnormalRule.id,
    });
    const saved = await admin.post('AbnormalRules/CreateOrEdit', read.result?.abnormalRule ?? {});
    expect(saved.error, code).toBe(null);
    const again = await admin.get<{ abnormalRule: { condition: unknown } }>('AbnormalRules/GetAbnormalRuleForEdit', {
      Id: row?.abnormalRule.id,
    });
    expect(again.result?.abnormalRule.condition, code).toEqual(
      platformRules.find((each) => each.code === code)?.condition,
    );
  }
});

test('a rule of level 3 or 4 is confirmed by somebody other than its author', async () => {
  const own = rule({ ruleCode: 'T-OWN', level: 3, metric: 'high', condition: { terms: [high(175)] } });
  const saved = await admin.post<{ id?: number } | number>('AbnormalRules/CreateOrEdit', own);
  expect(saved.error).toBe(null);
  const { result } = await admin.get<{ items: readonly Listed[] }>('AbnormalRules/GetAll', { MaxResultCount: 500 });
  const id = result.items.find(({ abnormalRule }) => abnormalRule.ruleCode === 'T-OWN')?.abnormalRule.id;
  const refused = await admin.post('AbnormalRules/Confirm', { id, version: 1 });
  expect(refused.error?.message).toContain('修改人以外');
  const mild = rule({
    ruleCode: 'T-OWN-MILD',
    level: 1,
    metric: 'low',
    condition: { terms: [{ metric: 'low', op: '>=', value: 89 }] },
  });
  expect((await admin.post('AbnormalRules/CreateOrEdit', mild)).error).toBe(null);
  const mildId = (
    await admin.get<{ items: readonly Listed[] }>('AbnormalRules/GetAll', { MaxResultCount: 500 })
  ).result.items.find(({ abnormalRule }) => abnormalRule.ruleCode === 'T-OWN-MILD')?.abnormalRule.id;
  const ownOf = async (who: typeof admin): Promise<readonly number[]> =>
    (await who.get<{ items: readonly number[] }>('AbnormalRules/GetOwn')).result.items;
  expect((await ownOf(admin)).filter((each) => each === id || each === mildId)).toEqual([id]);
  const { client: colleague } = await addUser(app, 'Alpha', {
    userName: 'secondLead',
    dataScope: 'all',
    allPermissions: true,
  });
  const [second] = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.query<{ id: number }>("select id from app_user where tenant_id = $1 and user_name = 'secondLead'", [
      app.tenants.Alpha,
    ]),
  );
  expect((await admin.post('AbnormalRules/CreateOrEdit', { ...own, id, owner: second?.id })).error).toBe(null);
  expect(await ownOf(colleague)).toEqual([id]);
  expect((await colleague.post('AbnormalRules/Confirm', { id, version: 2 })).error?.message).toContain('修改人以外');
  expect((await admin.post('AbnormalRules/CreateOrEdit', { ...own, id, owner: null })).error).toBe(null);
  expect(await ownOf(colleague)).toEqual([]);
  expect((await colleague.post('AbnormalRules/Confirm', { id, version: 3 })).error).toBe(null);
});

describe('the mark of a rule', () => {
  interface Grounds {
    readonly version: number;
    readonly currentVersion: number;
    readonly mark: number;
    readonly confirmedUserName: string | null;
    readonly confirmedAt: string | null;
  }
  const query = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
    app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
      tx.query<T>(sql, [app.tenants.Alpha, ...values]),
    );
  const markOf = async (code: string): Promise<unknown> =>
    (await query<{ mark: number }>('select mark from abnormal_rule where tenant_id = $1 and code = $2', [code]))[0]
      ?.mark;

  test('stands on the platform rules of a new tenant, and can be asked for', async () => {
    expect([await markOf('BP-H1-ADULT'), await markOf('SPO2-4')]).toEqual([1, 2]);
    const { result } = await admin.get<{ items: readonly { readonly abnormalRule: { readonly mark: number } }[] }>(
      'AbnormalRules/GetAll',
      { markFilter: 1, MaxResultCount: 500 },
    );
    expect(result.items.length).toBeGreaterThan(5);
    expect(new Set(result.items.map(({ abnormalRule }) => abnormalRule.mark))).toEqual(new Set([1]));
  });

  test('follows confirmation and changes; a case keeps the one of the version that judged it', async () => {
    expect(
      (
        await admin.post(
          'AbnormalRules/CreateOrEdit',
          rule({
            ruleCode: 'T-MARK',
            metric: 'low',
            level: 1,
            condition: { terms: [{ metric: 'low', op: '>=', value: 88 }] },
          }),
        )
      ).error,
    ).toBe(null);
    const [saved] = await query<{ id: number }>(
      "select id from abnormal_rule where tenant_id = $1 and code = 'T-MARK'",
    );
    const id = saved?.id ?? 0;
    const [opened] = await query<{ id: number }>(
      `insert into abnormal_case (tenant_id, type, finding, level, state, started_at, latest_at, source_row, rule_id, rule_version)
      values ($1, 'bpHigh', '依据', 1, 0, now(), now(), 1, $2, 1) returning id`,
      [id],
    );
    const grounds = async (): Promise<Grounds> =>
      (await admin.get<{ readonly rule: Grounds }>('AbnormalData/GetAbnormalDataForEdit', { id: opened?.id })).result
        .rule;
    expect(await grounds()).toMatchObject({
      version: 1,
      currentVersion: 1,
      mark: 2,
      confirmedUserName: null,
      confirmedAt: null,
    });
    expect((await admin.post('AbnormalRules/Confirm', { id, version: 1 })).error).toBe(null);
    expect(await markOf('T-MARK')).toBe(3);
    const confirmed = await grounds();
    expect(confirmed).toMatchObject({ version: 1, mark: 3 });
    expect([confirmed.confirmedUserName, confirmed.confirmedAt].every(Boolean)).toBe(true);
    const { result } = await admin.get<{ abnormalRule: object }>('AbnormalRules/GetAbnormalRuleForEdit', { Id: id });
    expect((await admin.post('AbnormalRules/CreateOrEdit', { ...result.abnormalRule, ruleName: '改名' })).error).toBe(
      null,
    );
    expect(await markOf('T-MARK')).toBe(2);
    expect(await grounds()).toEqual({ ...confirmed, currentVersion: 2 });
  });

  test('is told with the limits that hold for a person', async () => {
    const client = (
      await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '依据客户', phone: '13900000009' })
    ).result;
    const { result } = await admin.get<{ items: readonly { readonly ruleCode: string; readonly mark: string }[] }>(
      'AbnormalRules/GetEffective',
      { userId: client },
    );
    expect(result.items.find(({ ruleCode }) => ruleCode === 'BP-H3')?.mark).toBe('sourced');
    expect(result.items.find(({ ruleCode }) => ruleCode === 'SPO2-4')?.mark).toBe('pending');
  });
});

test('limits of one person are out of reach for those who may not see the person', async () => {
  const client = (
    await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '个人界值', phone: '13900000019' })
  ).result;
  const own = rule({
    ruleCode: 'T-PERSON',
    ruleName: '某人的界值',
    metric: 'high',
    scopeType: 3,
    userId: client,
    reason: '医生设定',
    endDate: '2099-12-31',
    condition: { terms: [high(133)] },
  });
  expect((await admin.post('AbnormalRules/CreateOrEdit', own)).error).toBe(null);
  const personalRuleIds = async (who: typeof admin): Promise<readonly number[]> =>
    (await who.get<{ items: readonly Listed[] }>('AbnormalRules/GetAll', { MaxResultCount: 500 })).result.items
      .filter(({ abnormalRule }) => abnormalRule.ruleCode === 'T-PERSON')
      .map(({ abnormalRule }) => abnormalRule.id);
  const [id] = await personalRuleIds(admin);
  const { client: narrow } = await addUser(app, 'Alpha', {
    userName: 'narrowRules',
    dataScope: 'own',
    allPermissions: true,
  });
  expect(await personalRuleIds(narrow)).toEqual([]);
  expect(
    (await narrow.get<{ items: readonly unknown[] }>('AbnormalRules/GetAll', { MaxResultCount: 500 })).result.items
      .length,
  ).toBeGreaterThan(50);
  const answers = await Promise.all([
    narrow.get('AbnormalRules/GetAbnormalRuleForEdit', { Id: id }),
    narrow.post('AbnormalRules/CreateOrEdit', { ...own, id, ruleName: '别人改的' }),
    narrow.post('AbnormalRules/Confirm', { id, version: 1 }),
    narrow.delete('AbnormalRules/Delete', { Id: id }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

describe("the platform's own rule of level 3 or 4", () => {
  interface Whole {
    readonly id: number;
    readonly ruleCode: string;
  }
  const platformRule = async (code: string): Promise<Whole> => {
    const { result } = await admin.get<{ items: readonly Listed[] }>('AbnormalRules/GetAll', { MaxResultCount: 500 });
    const id = result.items.find(({ abnormalRule }) => abnormalRule.ruleCode === code)?.abnormalRule.id;
    return (await admin.get<{ abnormalRule: Whole }>('AbnormalRules/GetAbnormalRuleForEdit', { Id: id })).result
      .abnormalRule;
  };

  const condition = platformRules.find(({ code }) => code === 'BP-H4')?.condition;
  const terms = condition?.terms ?? [];
  const limited = (change: (value: number) => number): object => ({
    condition: { ...condition, terms: terms.map((term) => ({ ...term, value: change(Number(term.value)) })) },
  });
  test.each<readonly [string, object, readonly [string, string]]>([
    ['switched off', { valid: false }, ['valid', '恢复默认']],
    ['ended', { endDate: '2099-12-31' }, ['valid', '恢复默认']],
    ['lowered', { level: 3 }, ['level', 'BP-H4']],
    ['loosened', limited((value) => value + 40), ['condition', '更严格']],
    ['kept for reports', { condition: { ...condition, reportOnly: true } }, ['condition', '更严格']],
    ['kept for the very old', { condition: { ...condition, minAge: 99 } }, ['condition', '更严格']],
    [
      'kept for a second comparison',
      {
        condition: {
          ...condition,
          terms: terms.map((term) => ({ ...term, and: [{ metric: 'low', op: '>=', value: 60 }] })),
        },
      },
      ['condition', '更严格'],
    ],
    ['cut', { condition: { ...condition, terms: terms.slice(0, 2) } }, ['condition', '更严格']],
    ['made to wait', { confirmCount: 3 }, ['confirmCount', 'BP-H4']],
    ['renumbered', { ruleCode: 'MINE' }, ['ruleCode', '新建']],
    ['given to the tenant', { scopeType: 1 }, ['scopeType', '新建']],
    ['given to a group', { scopeType: 2, tagCode: 'diabetes' }, ['scopeType', '新建']],
    ['kept for the very young', { ageGroup: 'under6' }, ['ageGroup', '新建']],
    ['kept for one sex', { sex: 1 }, ['sex', '新建']],
  ])('is not %s', async (_what, changed, [member, words]) => {
    const before = await platformRule('BP-H4');
    const { status, error } = await admin.post('AbnormalRules/CreateOrEdit', { ...before, ...changed });
    expect(status).toBe(400);
    const found = error?.validationErrors?.find(({ members }) => members.includes(member));
    expect(found?.message, JSON.stringify(error)).toContain(words);
    expect(await platformRule('BP-H4')).toEqual(before);
  });

  test('of silence waits no longer', async () => {
    const before = await platformRule('WEAR-3');
    const save = (minutes: number) =>
      admin.post('AbnormalRules/CreateOrEdit', {
        ...before,
        condition: { terms: [], event: { event: 'notWorn', minutes } },
      });
    expect((await save(43_200)).error?.validationErrors?.map(({ members }) => members)).toEqual([['condition']]);
    expect((await save(45)).error).toBe(null);
  });

  test.each(platformRules.filter(({ level }) => level >= 3).map(({ code }) => code))(
    '%s is saved as it came, with another name',
    async (code) => {
      const before = await platformRule(code);
      expect((await admin.post('AbnormalRules/CreateOrEdit', { ...before, ruleName: '改名' })).error).toBe(null);
    },
  );

  test('may be tightened', async () => {
    const tighter = limited((value) => value - 1);
    expect(
      (await admin.post('AbnormalRules/CreateOrEdit', { ...(await platformRule('BP-H4')), ...tighter })).error,
    ).toBe(null);
    expect(await platformRule('BP-H4')).toMatchObject(tighter);
  });

  test('is free to change below level 3', async () => {
    const before = await platformRule('BP-H2');
    expect((await admin.post('AbnormalRules/CreateOrEdit', { ...before, valid: false })).error).toBe(null);
    expect(await platformRule('BP-H2')).toMatchObject({ valid: false });
  });
});
