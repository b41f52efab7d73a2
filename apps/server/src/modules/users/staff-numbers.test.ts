import { client } from '@kangmai/model';
import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmed, imported, problemsOf } from '@kangmai/testkit/importing';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const save = (userName: string, user: object = {}): Promise<Answer<null>> =>
  admin.post<null>('User/CreateOrUpdateUser', {
    user: { userName, name: userName, emailAddress: `${userName}@numbers.example`, password, ...user },
  });
const made = async (userName: string, user: object = {}): Promise<number> => {
  const answer = await save(userName, user);
  expect([answer.status, answer.error]).toEqual([200, null]);
  return (await stored(userName)).id;
};
const stored = async (userName: string): Promise<{ id: number; phone: string | null }> =>
  (
    await app.query<{ id: number; phone: string | null }>(
      'Alpha',
      'select id, phone_number as phone from app_user where tenant_id = $1 and user_name = $2',
      [userName],
    )
  )[0] ?? { id: 0, phone: null };
const found = async (query: object): Promise<readonly string[]> => {
  const { result } = await admin.post<{ items: readonly { userName: string; fullName: string }[] }>('User/GetUsers', {
    maxResultCount: 1000,
    ...query,
  });
  return result.items.map(({ userName }) => userName);
};

describe('phone numbers of staff', () => {
  test('are stored in one form by every door', async () => {
    await made('form1', { phoneNumber: '+86 139-0000-7788' });
    await made('form2', { phoneNumber: '0571-8765 4321' });
    const batch = await imported(admin, 'User', [
      { 用户名: 'sheet1', 名: '一', 邮箱: 'sheet1@numbers.example', 手机号: '0086 139 0000 7799' },
      { 用户名: 'sheet2', 名: '二', 邮箱: 'sheet2@numbers.example', 手机号: '12345' },
    ]);
    expect(await problemsOf(admin, batch)).toMatchObject([
      { line: 3, column: '手机号', problem: '手机号不是有效的电话号码，请填写 11 位手机号，或带区号的座机号' },
    ]);
    await confirmed(admin, batch, { leaveOutProblems: true });
    const own = await app.as('doctor', 'Alpha');
    const { result: profile } = await own.get<object>('Profile/GetCurrentUserProfileForEdit');
    const change = (phoneNumber: string) =>
      own.put('Profile/UpdateCurrentUserProfile', { ...profile, surname: '李', phoneNumber });
    expect((await change('+86 139 0000 7766')).status).toBe(200);
    expect((await change('12345')).error?.validationErrors).toMatchObject([{ members: ['phoneNumber'] }]);
    const phones = await Promise.all(['form1', 'form2', 'sheet1', 'doctor'].map(stored));
    expect(phones.map(({ phone }) => phone)).toEqual(['13900007788', '057187654321', '13900007799', '13900007766']);
  });

  test('that are none are refused with a sentence; one stored by an earlier release stays', async () => {
    const refused = await save('wrong1', { phoneNumber: '12345' });
    expect([refused.status, refused.error?.validationErrors]).toEqual([
      400,
      [
        {
          message: '手机号不是有效的电话号码，请填写 11 位手机号，或带区号的座机号',
          members: ['phoneNumber'],
        },
      ],
    ]);
    const id = await made('early1');
    await app.query('Alpha', "update app_user set phone_number = '12345' where tenant_id = $1 and id = $2", [id]);
    expect((await save('early1', { id, phoneNumber: '12345', surname: '王' })).status).toBe(200);
    expect((await stored('early1')).phone).toBe('12345');
  });

  test('are found by what their masks show', async () => {
    await made('tail1', { phoneNumber: '13611224455' });
    await made('tail2', { phoneNumber: '13711224455' });
    expect(await found({ filter: '4455' })).toEqual(['tail1', 'tail2']);
    expect(await found({ filter: '136 1122 4455' })).toEqual(['tail1']);
    // A guess of the hidden digits answers as the true ones do.
    expect(await found({ filter: '13699994455' })).toEqual(['tail1']);
    expect(await found({ filter: '1122' })).toEqual([]);
    expect(await found({ filter: '455' })).toEqual([]);
  });

  test('leave the form masked, come back unchanged, and are revealed for a reason that is logged', async () => {
    const id = await made('masked1', { phoneNumber: '13511112222' });
    const { result: form } = await admin.get<{ user: { phoneNumber: string } }>('User/GetUserForEdit', { Id: id });
    expect(form.user.phoneNumber).toBe('135****2222');
    expect((await save('masked1', { ...form.user, surname: '赵' })).status).toBe(200);
    expect((await stored('masked1')).phone).toBe('13511112222');
    expect((await save('masked1', { id, phoneNumber: '136****2222' })).status).toBe(400);
    const reveal = (by: Client, reason = '联系本人') =>
      by.post<{ value: string }>('User/Reveal', { id, field: 'phoneNumber', reason });
    expect((await reveal(admin)).result.value).toBe('13511112222');
    expect((await reveal(admin, '')).status).toBe(400);
    expect((await reveal(await app.as('doctor', 'Alpha'))).status).toBe(403);
    expect((await reveal(await app.as('admin', 'Beta'))).status).toBe(404);
    const looks = await app.query(
      'Alpha',
      "select action, resource, field, reason from sensitive_access_log where tenant_id = $1 and resource = 'user' and action = 'reveal'",
    );
    expect(looks).toEqual([{ action: 'reveal', resource: 'user', field: 'phoneNumber', reason: '联系本人' }]);
  });
});

describe('names with rare characters', () => {
  const rare = { surname: '𠮷', name: '野㐂' };

  test('stay whole in the list, its search, an export and an import', async () => {
    await made('rare1', rare);
    const batch = await imported(admin, 'User', [
      { 用户名: 'rare2', 姓: '𪚥', 名: '𠮷𠮷', 邮箱: 'rare2@numbers.example' },
      { 用户名: '𠮷', 姓: '〇', 名: '々', 邮箱: 'rare3@numbers.example' },
    ]);
    expect(await problemsOf(admin, batch)).toEqual([]);
    await confirmed(admin, batch);
    const { result } = await admin.post<{ items: readonly { userName: string; fullName: string }[] }>('User/GetUsers', {
      filter: '𠮷',
    });
    expect(result.items.map(({ fullName }) => fullName).toSorted()).toEqual(['〇々', '𠮷野㐂', '𪚥𠮷𠮷'].toSorted());
    expect(await found({ filter: '野㐂' })).toEqual(['rare1']);
  });

  test('of clients are found by initials and by themselves', async () => {
    const samples = await Samples.of(app, 'Alpha');
    const body = { ...(await samples.body(client)), name: '𠮷野梅', phone: '13700009988' };
    const saved = await admin.post<number>('C_client/CreateOrEdit', body);
    expect([saved.status, saved.error]).toEqual([200, null]);
    for (const filter of ['𠮷野', 'ym', '9988']) {
      const { result } = await admin.get<{ people: readonly { name: string }[] }>('Search/Find', { filter });
      expect([filter, result.people.map(({ name }) => name)]).toEqual([filter, ['𠮷野梅']]);
    }
  });
});

test('the list of users is in the order of whole names as shown', async () => {
  await made('order1', { surname: '丁', name: '龙' });
  await made('order2', { surname: '丁', name: '一' });
  await made('order3', { surname: '龙', name: '丁' });
  expect(await found({ filter: 'order' })).toEqual(['order2', 'order1', 'order3']);
});
