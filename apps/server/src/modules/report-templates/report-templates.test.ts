import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let contractId: number;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  const { result } = await admin.get<{ user: { id: number } }>('Session/GetCurrentLoginInformations');
  const saved = await admin.post<number>('XYJ_Contract/CreateOrEdit', {
    name: '房屋租赁合同',
    contractType: 'other',
    partyName: '云山物业',
    chargeUserId: result.user.id,
    startDate: '2026-01-05',
    endDate: '2026-12-31',
  });
  expect(saved).toMatchObject({ status: 200 });
  contractId = saved.result;
});
afterAll(() => app.close());

interface Look {
  readonly template: { readonly id: number; readonly paper: string; readonly header: string | null } | null;
  readonly choices: readonly { readonly id: number; readonly name: string }[];
}

const save = (template: object, by = admin) => by.post<number>('ReportTemplates/CreateOrEdit', template);
const made = async (code: string, more: object = {}): Promise<number> => {
  const saved = await save({ code, name: code, kind: 'contract', paper: 'A4', isEnabled: true, ...more });
  expect(saved).toMatchObject({ status: 200 });
  return saved.result;
};
const look = async (query: object, by = admin) => by.get<Look>('ReportTemplates/GetForPrint', query as never);
const refusalOf = async (asked: Promise<{ status: number; body: unknown }>): Promise<string> => {
  const { status, body } = await asked;
  return `${status} ${JSON.stringify(body)}`;
};

describe('placeholders', () => {
  test('are named by label or key, common ones and those of the kind', async () => {
    const id = await made('words', {
      header: '{{机构名称}} {{ contractNo }}',
      content: '合同 {{合同编号}} 由 {{打印人}} 于 {{打印时间}} 打印',
      footer: '{{Institution}}',
    });
    expect((await look({ paperKey: 'contract', id })).result.template).toMatchObject({
      paper: 'A4',
      header: '{{机构名称}} {{ contractNo }}',
    });
  });

  test('that do not exist are refused at their text, with those that do', async () => {
    const refusal = await refusalOf(save({ code: 'x', name: 'x', kind: 'contract', header: '{{电话号码}}' }));
    expect(refusal).toMatch(/^400 .*没有占位符 电话号码，请改用：.*合同编号.*机构名称.*"members":\["header"\]/);
    const broken = await refusalOf(save({ code: 'x', name: 'x', kind: 'contract', content: '{{机构名称' }));
    expect(broken).toMatch(/^400 .*没写完整.*"members":\["content"\]/);
    const month = await refusalOf(save({ code: 'x', name: 'x', kind: 'dutyList', footer: '{{合同编号}}' }));
    expect(month).toMatch(/^400 .*没有占位符 合同编号/);
  });
});

describe('the default', () => {
  test('is one of its kind, also when two are chosen at once', async () => {
    const [first, second] = [await made('one'), await made('two')];
    const chosen = await Promise.all([first, second].map((id) => admin.post('ReportTemplates/SetDefault', { id })));
    expect(chosen.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await app.query<{ id: number }>(
      'Alpha',
      "select id from report_template where tenant_id = $1 and is_default and kind = 'contract'",
    );
    expect(rows).toHaveLength(1);
    expect((await look({ paperKey: 'contract' })).result.template?.id).toBe(Number(rows[0]?.id));
  });

  test('is not disabled, and keeps its kind', async () => {
    const id = await made('fixed');
    await admin.post('ReportTemplates/SetDefault', { id });
    const row = (await admin.get<{ reportTemplate: object }>('ReportTemplates/GetReportTemplateForEdit', { id }))
      .result;
    const body = row.reportTemplate;
    expect(await refusalOf(save({ ...body, isEnabled: false }))).toMatch(/^400 .*默认模板不能停用/);
    expect(await refusalOf(save({ ...body, kind: 'meterSheet' }))).toMatch(/^400 .*默认模板不能更改报告类型/);
  });

  test('of none is the plain look; a disabled template is not offered and not made the default', async () => {
    expect((await look({ paperKey: 'meterSheet' })).result).toEqual({ template: null, choices: [] });
    expect((await look({ paperKey: 'bedLabel' })).result).toEqual({ template: null, choices: [] });
    const id = await made('asleep', { kind: 'dutyList', isEnabled: false });
    expect((await look({ paperKey: 'dutyList' })).result.choices).toEqual([]);
    expect(await refusalOf(admin.post('ReportTemplates/SetDefault', { id }))).toMatch(/^400 .*该模板已停用/);
  });
});

describe('a template is tried', () => {
  test('with the newest record, or the one asked for', async () => {
    const id = await made('try');
    expect((await admin.get('ReportTemplates/Preview', { id })).result).toEqual({
      address: `/print/contract/${contractId}?template=${id}`,
      dataId: contractId,
    });
    const bare = await made('bare', { kind: 'meterSheet' });
    expect(await refusalOf(admin.get('ReportTemplates/Preview', { id: bare }))).toMatch(/^400 .*还没有可以预览的记录/);
  });

  test('and rendered by its code; kinds without a paper, unknown codes and formats are refused', async () => {
    const id = await made('render', { paper: 'ticket' });
    const render = (body: object, by = admin) => by.post('ReportTemplates/Render', body);
    expect((await render({ code: 'render', dataId: contractId, format: 'html' })).result).toMatchObject({
      address: `/print/contract/${contractId}?template=${id}`,
      fileToken: null,
    });
    expect((await look({ paperKey: 'contract', id })).result.template?.paper).toBe('roll');
    await made('exam', { kind: 'exam' });
    const body = { code: 'exam', dataId: 1, format: 'html' };
    expect(await refusalOf(render(body))).toMatch(/^400 .*没有这种单据/);
    expect(await refusalOf(render({ ...body, code: 'none' }))).toMatch(
      /^400 .*没有这个编码的模板.*"members":\["code"\]/,
    );
    expect(await refusalOf(render({ ...body, format: 'docx' }))).toMatch(/^400 .*"members":\["format"\]/);
    expect((await render({ code: 'render', dataId: 999_999, format: 'html' })).status).toBe(404);
  });
});

describe('strangers', () => {
  test('of another tenant find neither template nor record', async () => {
    const id = await made('own');
    const beta = await app.as('admin', 'Beta');
    expect((await look({ paperKey: 'contract', id }, beta)).status).toBe(404);
    expect((await look({ paperKey: 'contract' }, beta)).result).toEqual({ template: null, choices: [] });
    expect((await beta.get('ReportTemplates/Preview', { id })).status).toBe(404);
    expect((await beta.post('ReportTemplates/SetDefault', { id })).status).toBe(404);
    const body = { code: 'own', dataId: contractId, format: 'html' };
    expect((await beta.post('ReportTemplates/Render', body)).status).toBe(400);
  });

  test('without rights print with a template and neither list nor change any', async () => {
    const nurse = await app.as('nurse', 'Alpha');
    expect((await look({ paperKey: 'contract' }, nurse)).status).toBe(200);
    expect((await nurse.get('ReportTemplates/GetAll')).status).toBe(403);
    expect((await save({ code: 'n', name: 'n', kind: 'contract' }, nurse)).status).toBe(403);
    const body = { code: 'render', dataId: contractId, format: 'html' };
    expect((await nurse.post('ReportTemplates/Render', body)).status).toBe(403);
  });
});
