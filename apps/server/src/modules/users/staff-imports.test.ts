import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { wholeText } from '@kangmai/testkit/outbox';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Batch, confirmed, imported, type Line, problemsOf, settled } from '@kangmai/testkit/importing';

interface Whole extends Batch {
  readonly outcome: readonly string[];
  readonly canUpdate: boolean;
}

const line = (name: string, more: Line = {}): Line => ({
  用户名: name,
  姓: '陈',
  名: '小美',
  邮箱: `${name}@staff.example`,
  ...more,
});

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const whole = async ({ id }: Pick<Batch, 'id'>, by = admin): Promise<Whole> =>
  (await by.get<Whole>('Imports/Get', { id })).result;

async function written(lines: readonly Line[], by = admin): Promise<Batch> {
  const batch = await imported(by, 'User', lines);
  expect(await problemsOf(by, batch)).toEqual([]);
  return confirmed(by, batch);
}

const idOf = async (name: string): Promise<number> =>
  (
    await app.query<{ id: number }>(
      'Alpha',
      'select id from app_user where tenant_id = $1 and user_name = $2 and not is_deleted',
      [name],
    )
  )[0]?.id ?? 0;

const edit = async (name: string, change: object, more: object = {}): Promise<void> => {
  const { result } = await admin.get<{ user: object }>('User/GetUserForEdit', { Id: await idOf(name) });
  const answer = await admin.post('User/CreateOrUpdateUser', { user: { ...result.user, ...change }, ...more });
  expect([answer.status, answer.error]).toEqual([200, null]);
};

describe('the result of an import of users', () => {
  test('without a mail service says so, and what to do; later it tells who has a password', async () => {
    const batch = await written([line('plain1'), line('plain2'), line('plain3', { 启用: '否' })]);
    expect((await whole(batch)).outcome).toEqual([
      expect.stringMatching(/^2 人没有收到邮件，因为平台未配置邮件服务：.*初始密码/),
      expect.stringMatching(/^1 人未启用，没有发送邮件：/),
    ]);
    await edit('plain1', { password });
    expect((await whole(batch)).outcome).toEqual([
      '1 人已设置登录密码',
      expect.stringMatching(/^1 人没有收到邮件/),
      expect.stringMatching(/^1 人未启用/),
    ]);
    await edit('plain3', { isActive: true }, { setRandomPassword: true });
    expect((await whole(batch)).outcome).toEqual(['1 人已设置登录密码', expect.stringMatching(/^2 人没有收到邮件/)]);
    const nurse = await app.as('nurse', 'Alpha');
    expect((await nurse.get('Imports/Get', { id: batch.id })).status).toBe(404);
  });

  test('tells which mails were sent and which failed', async () => {
    const refused = new Set(['mailed2@staff.example']);
    const mails: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onRcptTo: ({ address }, _session, done) =>
        refused.has(address) ? done(Object.assign(new Error('no'), { responseCode: 550 })) : done(),
      onData: (stream, _session, done) => {
        void buffer(stream).then((bytes) => {
          mails.push(bytes.toString());
          done();
        });
      },
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const { port } = server.server.address() as AddressInfo;
    const mailing = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-reply@k.example' } });
    try {
      const by = await mailing.as('admin', 'Alpha');
      const batch = await written([line('mailed1'), line('mailed2'), line('mailed3')], by);
      await vi.waitFor(
        async () =>
          expect((await whole(batch, by)).outcome).toEqual([
            expect.stringMatching(/^2 人已收到邮件，.*24小时内有效/),
            expect.stringMatching(/^1 人的邮件发送失败/),
          ]),
        60_000,
      );
      expect(mails).toHaveLength(2);
    } finally {
      await mailing.close();
      await new Promise<void>((done) => {
        server.close(done);
      });
    }
  });
});

describe('the first mail to a new account', () => {
  const welcome =
    /欢迎使用康脉。系统管理员已为您在.*开通账号。\n\n用户名：(\S+)\n\n请在\d{4}-\d\d-\d\d \d\d:\d\d前打开/;

  test('welcomes whom a sheet or a form creates; a later one resets the password', async () => {
    await written([line('greeted1')]);
    expect(welcome.exec(await wholeText(app, 'Alpha', 'greeted1@staff.example'))?.[1]).toBe('greeted1');
    const user = { userName: 'greeted2', name: '二', surname: '陈', emailAddress: 'greeted2@staff.example' };
    const made = await admin.post('User/CreateOrUpdateUser', { user, setRandomPassword: true });
    expect(made.status).toBe(200);
    const text = await wholeText(app, 'Alpha', 'greeted2@staff.example');
    expect(welcome.exec(text)?.[1]).toBe('greeted2');
    const c = /reset-password\?c=(\S+)/.exec(text)?.[1] ?? '';
    expect((await app.visitor().post('Account/ResetPassword', { c, password: 'Other-Horse-8' })).status).toBe(200);
    await edit('greeted2', {}, { setRandomPassword: true });
    expect(await wholeText(app, 'Alpha', 'greeted2@staff.example')).toMatch(/收到了重置您账号密码的请求/);
  });

  test('is written in English for those who work in English, and keeps its link to itself', async () => {
    const english = admin.with({ 'accept-language': 'en' });
    const user = { userName: 'greeted3', name: 'Ann', surname: 'Lee', emailAddress: 'greeted3@staff.example' };
    await english.post('User/CreateOrUpdateUser?culture=en', { user, setRandomPassword: true });
    expect(await wholeText(app, 'Alpha', 'greeted3@staff.example')).toMatch(
      /welcome to Kangmai\. 系统管理员 has set up an account for you at .*User name: greeted3\n/s,
    );
    const [kept] = await app.query<{ purpose: string; body: string }>(
      'Alpha',
      "select purpose, body from outgoing_message where tenant_id = $1 and recipient = 'greeted3@staff.example'",
    );
    expect(kept?.purpose).toBe('accountCreated');
    expect(kept?.body).not.toContain('?c=');
  });
});

describe('a corrected sheet', () => {
  test('is uploaded again: who was imported is skipped and said to exist, whatever else the line says', async () => {
    await written([line('again1'), line('again2')]);
    const batch = await imported(admin, 'User', [
      line('AGAIN1', { 手机号: 'ask me' }),
      line('again2', { 角色: '没有的角色' }),
      line('again3'),
      line('again2', { 邮箱: 'another@staff.example' }),
      line('again4', { 邮箱: 'again1@staff.example' }),
    ]);
    expect(batch).toMatchObject({ duplicateRows: 2, validRows: 1, problemRows: 2, canUpdate: false });
    const problems = await problemsOf(admin, batch);
    expect(problems.map(({ line: at, problem, isDuplicate }) => `${at} ${isDuplicate} ${problem}`)).toEqual([
      expect.stringMatching(/^5 false 用户名与第 3 行相同/),
      expect.stringMatching(/^6 false 邮箱与第 2 行相同/),
      '2 true 系统中已有这条记录，将跳过；修改请到列表',
      '3 true 系统中已有这条记录，将跳过；修改请到列表',
    ]);
    expect((await admin.post('Imports/Confirm', { id: batch.id, onDuplicate: 'update' })).error?.reason).toBe(
      'import.only-new',
    );
    expect(await confirmed(admin, batch, { leaveOutProblems: true })).toMatchObject({ state: 'done', writtenRows: 1 });
  });

  test('says of a taken name or address whose it may be', async () => {
    await written([line('owner1')]);
    const batch = await imported(admin, 'User', [
      line('Owner1', { 邮箱: 'other@staff.example' }),
      line('owner2', { 邮箱: 'OWNER1@staff.example' }),
    ]);
    expect(await problemsOf(admin, batch)).toMatchObject([
      {
        column: '用户名',
        problem: '用户名已存在（不区分大小写），请换一个',
        suggestion: expect.stringContaining('换一个用户名') as string,
      },
      {
        column: '邮箱',
        problem: '邮箱已被使用，请换一个',
        suggestion: expect.stringContaining('换一个邮箱') as string,
      },
    ]);
  });
});

describe('an import that is taken back', () => {
  test('names the rows that were changed since, with what was changed', async () => {
    const batch = await written([line('back1'), line('back2'), line('back3'), line('back4')]);
    await edit('back1', { phoneNumber: '13900001111', isActive: false });
    await admin.delete('User/DeleteUser', { id: await idOf('back3') });
    await app.query(
      'Alpha',
      "update app_user set row_version = row_version + 1 where tenant_id = $1 and user_name = 'back4'",
    );
    await admin.post('Imports/Undo', { id: batch.id });
    expect(await settled(admin, batch.id)).toMatchObject({
      state: 'done',
      failureReason: 'import.touched-since',
      failureText:
        '导入后有 3 行被修改或删除，不能整批撤销：第 2 行（启用、手机号）、第 4 行（已删除）、第 5 行（已修改）。请在列表中逐条删除不需要的记录',
    });
    expect(await idOf('back2')).toBeGreaterThan(0);
  });
});
