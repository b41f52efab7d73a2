import { addDays, addYears, localDay } from '@kangmai/domain';
import { careTeam, client } from '@kangmai/model';
import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { Client as Owner } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../identity/second-factor.ts';
import { done } from '../../../test/done.ts';

const today = localDay(Date.now(), 'Asia/Shanghai');
const yearOn = addDays(addYears(today, 1), -1);
const key = 'doctorAgreement';
const personName = '冻结客户';

let app: TestApp;
let admin: Client;
let doctor: Client;
let samples: Samples;
let doctorId: number;
let owner: Owner;

beforeAll(async () => {
  app = await startApp();
  [admin, doctor] = [await app.as('admin', 'Alpha'), await app.as('doctor', 'Alpha')];
  samples = await Samples.of(app, 'Alpha');
  const [found] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name_key = 'doctor'",
  );
  doctorId = found?.id ?? 0;
  owner = new Owner({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query('set row_security = off');
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

interface Shown {
  readonly version: number;
  readonly sha256: string;
  readonly signerName: string | null;
  readonly isNewest: boolean;
  readonly reason: string | null;
}
interface Read extends Shown {
  readonly content: { readonly former: string | null; readonly parts: readonly unknown[] };
}
interface Verified {
  readonly isIntact: boolean;
  readonly differences: readonly string[];
}

async function propose(): Promise<number> {
  const team = await samples.plant(careTeam, '冻结团队', { maxClients: 10, leader: doctorId });
  const person = await samples.plant(client, personName, { team: null, doctor: null, state: 'active' });
  return done(
    admin.post<number>('DoctorSign/CreateOrEdit', {
      clientId: person,
      teamId: team,
      doctorId,
      signDate: today,
      beginDate: today,
      endDate: yearOn,
    }),
  );
}
async function accepted(): Promise<number> {
  const id = await propose();
  await done(doctor.post('DoctorSign/Accept', { id }));
  return id;
}
const versions = async (id: number, by = admin): Promise<readonly Shown[]> =>
  (await done(by.get<{ versions: readonly Shown[] }>('Documents/GetVersions', { key, id }))).versions;
const readVersion = (id: number, version?: number, by = admin): Promise<Answer<Read>> =>
  by.get<Read>('Documents/GetVersion', { key, id, ...(version !== undefined && { version }) });
const issue = (id: number, reason?: string, by = admin): Promise<Answer<{ version: number; sha256: string }>> =>
  by.post<{ version: number; sha256: string }>('Documents/Issue', { key, id, reason });
const sign = (body: object, by = doctor): Promise<Answer<{ signerName: string }>> =>
  by.post<{ signerName: string }>('Documents/Sign', { key, version: 1, ...body });
const verify = (id: number, version?: number): Promise<Verified> =>
  done(admin.get<Verified>('Documents/Verify', { key, id, ...(version !== undefined && { version }) }));
const change = (id: number, sets: string): Promise<unknown> =>
  owner.query(`update document_version set ${sets} where document = $1 and row_id = $2 and version = 1`, [key, id]);
const reasonOf = ({ status, error }: Answer<unknown>): unknown => [status, error?.reason];

test('an agreement is issued when it is accepted: who, when and what stands frozen in words', async () => {
  const waiting = await propose();
  expect(reasonOf(await issue(waiting))).toEqual([400, 'paper.not-yet']);
  const id = await accepted();
  const [first] = await versions(id);
  expect(first).toMatchObject({ version: 1, signerName: null, isNewest: true, reason: null });
  const { content } = await done(readVersion(id));
  expect(JSON.stringify(content.parts)).toContain(personName);
  expect(content).toMatchObject({
    document: key,
    title: '签约服务协议',
    row: id,
    number: { label: '协议编号', value: expect.stringMatching(/^QY\d{9}$/) },
    signer: { id: doctorId },
    version: 1,
    former: null,
    templateVersion: '2',
  });
  const terms = (content.parts as readonly { label?: string; value?: string }[]).find(
    ({ label }) => label === '协议条款',
  );
  expect(terms?.value).toContain(`自${today}起至${yearOn}止`);
  expect(terms?.value).toContain(personName);
  expect(terms?.value).not.toMatch(/\{\{|（以下称服务方）由和/);
  const [facts] = content.parts as readonly { facts: readonly object[] }[];
  expect(facts?.facts).toEqual(
    expect.arrayContaining([
      { label: '客户', value: expect.stringContaining(personName) },
      { label: '签约团队', value: expect.stringContaining('冻结团队') },
      { label: '到期日期', value: yearOn },
      { label: '状态', value: '履约中' },
    ]),
  );
  expect(await verify(id)).toMatchObject({ isIntact: true, differences: [], sha256: first?.sha256 });
});

test('what was issued stays as the row changes; a correction is a new version with a reason that names the former', async () => {
  const id = await accepted();
  expect(reasonOf(await issue(id, '没有变化'))).toEqual([400, 'paper.same']);
  await done(admin.post('DoctorSign/Terminate', { id, reason: '客户搬迁' }));
  expect((await issue(id)).error?.validationErrors).toMatchObject([{ members: ['reason'] }]);
  const { version, sha256 } = await done(issue(id, '已解约，重新签发'));
  const [second, first] = await versions(id);
  expect([version, second?.isNewest, first?.isNewest, second?.reason]).toEqual([2, true, false, '已解约，重新签发']);
  const [then, now] = [await done(readVersion(id, 1)), await done(readVersion(id))];
  expect(now).toMatchObject({ version: 2, sha256, content: { former: then.sha256 } });
  expect([JSON.stringify(then.content), JSON.stringify(now.content)]).toEqual([
    expect.stringContaining('履约中'),
    expect.stringContaining('已解约'),
  ]);
});

test('of two who issue at once one version is made', async () => {
  const id = await accepted();
  await done(admin.post('DoctorSign/Terminate', { id, reason: '客户搬迁' }));
  const both = await Promise.all([issue(id, '一'), issue(id, '二')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect((await versions(id)).map(({ version }) => version)).toEqual([2, 1]);
});

test('the doctor alone signs, with the own password, once; a wrong one signs nothing and counts as a try', async () => {
  const id = await accepted();
  expect(reasonOf(await sign({ id, password }, admin))).toEqual([400, 'paper.other-signer']);
  expect(reasonOf(await sign({ id, password: `${password}x` }))).toEqual([400, 'password.wrong']);
  expect((await sign({ id })).error?.validationErrors).toMatchObject([{ members: ['password'] }]);
  expect(reasonOf(await sign({ id, code: '123456' }))).toEqual([400, 'authenticator.none']);
  expect(await versions(id)).toMatchObject([{ signerName: null }]);
  const tries = await app.query<{ count: number }>(
    'Alpha',
    `select count(*)::integer as count from failed_sign_in where tenant_id = $1 and account = ${doctorId}`,
  );
  expect(tries[0]?.count).toBe(1);
  const { signerName } = await done(sign({ id, password }));
  expect(await versions(id)).toMatchObject([{ signerName }]);
  expect(reasonOf(await sign({ id, password }))).toEqual([409, 'paper.signed']);
  expect((await verify(id)).isIntact).toBe(true);
});

test('a version that was corrected is signed no more', async () => {
  const id = await accepted();
  await done(admin.post('DoctorSign/Terminate', { id, reason: '客户搬迁' }));
  await done(issue(id, '已解约'));
  expect(reasonOf(await sign({ id, password }))).toEqual([400, 'paper.superseded']);
});

test('a code of the own authenticator signs in place of the password, once', async () => {
  const id = await accepted();
  await owner.query("insert into setting (tenant_id, name, value) values ($1, $2, 'true')", [
    app.tenants.Alpha,
    'Abp.Zero.UserManagement.TwoFactorLogin.IsEnabled',
  ]);
  app.server.services.settings.forget(app.tenants.Alpha);
  const { result } = await doctor.put<{ manualEntryKey: string }>('Profile/UpdateGoogleAuthenticatorKey', {});
  const secret = result.manualEntryKey;
  await done(doctor.post('Profile/ConfirmGoogleAuthenticatorKey', { code: codeAt(secret, new Date()) }));
  const next = codeAt(secret, new Date(Date.now() + 30_000));
  expect(reasonOf(await sign({ id, code: '000000' }))).toEqual([400, 'login.code-wrong']);
  await done(sign({ id, code: next }));
  const other = await accepted();
  expect(reasonOf(await sign({ id: other, code: next }))).toEqual([400, 'login.code-wrong']);
  await done(doctor.post('Profile/DisableGoogleAuthenticator', {}));
});

test('wrong passwords close the signing as they close the sign-in', async () => {
  const id = await accepted();
  let refused: Answer<unknown> = await sign({ id, password: 'wrong' });
  for (let tries = 0; tries < 20 && refused.status === 400; tries += 1) refused = await sign({ id, password: 'wrong' });
  expect(reasonOf(refused)).toEqual([429, 'login.throttled']);
  expect(reasonOf(await sign({ id, password }))).toEqual([429, 'login.throttled']);
  await owner.query('delete from failed_sign_in where account = $1', [doctorId]);
  await owner.query('update app_user set lockout_end_at = null where id = $1', [doctorId]);
});

test.each([
  ['content', "content = jsonb_set(content, '{parts,0,facts,0,value}', '\"别人\"')", ['content']],
  ['hash', "sha256 = repeat('a', 64)", ['content', 'signature']],
  ['issuer', "issuer_name = '别人'", ['issuer']],
  ['template', "template_version = '9'", ['template']],
  ['signer', "signer_name = '别人'", ['signature']],
  ['time of the signature', "signed_at = signed_at - interval '1 day'", ['signature']],
])('%s changed by raw SQL is named by the check', async (_what, sets, differences) => {
  const id = await accepted();
  await done(sign({ id, password }));
  await owner.query('alter table document_version disable trigger keep_signature');
  await change(id, sets);
  await owner.query('alter table document_version enable trigger keep_signature');
  expect(await verify(id)).toMatchObject({ isIntact: false, differences });
  const all = await done(admin.get<{ checked: number; changed: readonly { id: number }[] }>('Documents/VerifyAll'));
  expect(all.changed).toContainEqual({ document: key, title: '签约服务协议', id, version: 1, differences });
  expect(all.checked).toBeGreaterThan(all.changed.length);
});

test('a version whose former one was changed names that', async () => {
  const id = await accepted();
  await done(admin.post('DoctorSign/Terminate', { id, reason: '客户搬迁' }));
  await done(issue(id, '已解约'));
  await change(id, "sha256 = repeat('b', 64)");
  expect(await verify(id, 2)).toMatchObject({ isIntact: false, differences: ['former'] });
});

test('the application itself can neither change nor delete what was issued, nor sign twice', async () => {
  const id = await accepted();
  const run = (sql: string): Promise<unknown> => app.query('Alpha', sql);
  await expect(run('delete from document_version where tenant_id = $1')).rejects.toThrow('permission denied');
  for (const column of ['content', 'sha256', 'version', 'issued_at', 'issuer_name', 'template_version'])
    await expect(run(`update document_version set ${column} = ${column} where tenant_id = $1`)).rejects.toThrow(
      'permission denied',
    );
  await done(sign({ id, password }));
  await expect(
    run("update document_version set signer_name = '别人' where tenant_id = $1 and signed_at is not null"),
  ).rejects.toThrow('signed already');
});

test('whoever does not see the row does not read its versions, nor issues, signs or checks them', async () => {
  const id = await accepted();
  const stranger = await app.as('nurse', 'Alpha');
  const other = await app.as('admin', 'Beta');
  const asks = (by: Client): Promise<Answer<unknown>>[] => [
    by.get('Documents/GetVersions', { key, id }),
    readVersion(id, 1, by),
    by.get('Documents/Verify', { key, id }),
    issue(id, '好奇', by),
    sign({ id, password }, by),
  ];
  for (const answer of await Promise.all(asks(other))) expect(answer.status).toBe(404);
  for (const answer of await Promise.all(asks(stranger))) expect([403, 404]).toContain(answer.status);
  expect((await stranger.get('Documents/VerifyAll')).status).toBe(403);
  const all = await done(other.get<{ checked: number }>('Documents/VerifyAll'));
  expect(all.checked).toBe(0);
});

test('a paper of a kind that is not issued is refused in words', async () => {
  expect(reasonOf(await admin.get('Documents/GetVersions', { key: 'dutyList', id: 202611 }))).toEqual([
    400,
    'paper.not-issued',
  ]);
});
