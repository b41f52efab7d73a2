import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import Excel from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled, upload } from '@kangmai/testkit/importing';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

async function unit(displayName: string, parentId: number | null): Promise<number> {
  const body = { displayName, parentId };
  return (await admin.post<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', body)).result.id;
}

test('the template of users offers the roles and units of the tenant, and is imported as it stands', async () => {
  await unit('心内科', await unit('总院', null));
  const { result } = await admin.get<{ fileToken: string }>('User/GetImportTemplate');
  const file = await admin.fetch(`/File/DownloadTempFile?fileToken=${result.fileToken}`);
  const book = new Excel.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  const offers = book.getWorksheet('可选的角色和机构');
  const column = (at: number): readonly unknown[] => (offers?.getColumn(at).values ?? []).slice(1);
  expect(column(1)).toEqual(expect.arrayContaining(['角色', '管理员', '医生']));
  expect(column(2)).toEqual(expect.arrayContaining(['组织机构', '总院', '总院/心内科']));
  const [sheet] = book.worksheets;
  const titles = ((sheet?.getRow(1).values ?? []) as string[]).slice(1);
  for (const [title, letter] of [
    ['角色', 'A'],
    ['组织机构', 'B'],
  ] as const) {
    const rule = sheet?.getRow(5).getCell(titles.indexOf(title) + 1).dataValidation;
    const end = column(letter === 'A' ? 1 : 2).length;
    expect(rule).toMatchObject({ type: 'list', formulae: [`'可选的角色和机构'!$${letter}$2:$${letter}$${end}`] });
    expect(rule?.showErrorMessage ?? false).toBe(false);
  }
  const again = await admin.post<{ id: number }>('User/ImportFromExcel', {
    fileToken: await upload(admin, Buffer.from(await book.xlsx.writeBuffer())),
  });
  expect(await settled(admin, again.result.id)).toMatchObject({ state: 'checked', totalRows: 0, problemRows: 0 });
});
