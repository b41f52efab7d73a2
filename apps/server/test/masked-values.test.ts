import { client } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import Excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem, makePeople, residentNumber, withoutReveal, type Made } from './made-people.ts';

let app: TestApp;
let admin: Client;
let curious: Client;
let people: readonly Made[];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  curious = await withoutReveal(app, 'curious');
  people = await makePeople(app, 200);
});
afterAll(() => app.close());

type Found = Readonly<Record<string, unknown>>;

/** Every object of an answer, however deep. */
function objectsIn(value: unknown): readonly Found[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Found, ...inner];
}

async function sheetCells(who: Client, path: string): Promise<readonly Found[]> {
  const { result } = await who.get<{ fileToken: string } | null>(path, { columns: undefined });
  if (!result?.fileToken) return [];
  const file = await who.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`);
  const book = new Excel.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  const rows = (book.worksheets[0]?.getSheetValues() ?? []) as unknown[][];
  const titles = Array.from(rows[1] ?? [], String);
  return rows
    .slice(2)
    .filter((row) => row !== undefined)
    .map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? null])));
}

/** Everything that lists, look-ups, details and exports answer to a user. */
async function everyAnswer(who: Client): Promise<readonly Found[]> {
  const calls = app.server.app.entries.filter(
    ({ verb, path }) => verb === 'GET' && path.startsWith('/api/services/app/') && !path.endsWith('/Reveal'),
  );
  const found: Found[] = [];
  for (const { path } of calls) {
    if (/toexcel$/i.test(path)) found.push(...(await sheetCells(who, path)));
    else found.push(...objectsIn((await who.get(path, { MaxResultCount: 1000, id: people[0]?.id })).body));
  }
  for (const { id } of people) found.push(...objectsIn((await who.get('C_client/GetC_clientForEdit', { id })).body));
  return found;
}

const numberKeys = /^(certificate_?no|证件号码)$/i;
const phoneKeys = /^(phone|phonenumber|手机号)$/i;
const nameKeys = /^(name|username|姓名)$/i;

/** What the answers show of a person under some keys. */
function shownOf(rows: readonly Found[], keys: RegExp): readonly string[] {
  return [
    ...new Set(
      rows.flatMap((row) =>
        Object.entries(row)
          .filter(([key]) => keys.test(key))
          .map(([, value]) => String(value as string)),
      ),
    ),
  ];
}

const fits = (value: string, masks: readonly string[]): boolean =>
  masks.every((mask) => {
    const [head = '', tail = ''] = mask.split(/\*+/);
    return value.startsWith(head) && value.endsWith(tail);
  });

/** Numbers that remain to somebody who guesses the region of residence and knows birthday and sex. */
const numbersLeft = ({ region, birthday, gender }: Made, masks: readonly string[]): number =>
  Array.from({ length: 1000 }, (_one, serial) => serial)
    .filter((serial) => serial % 2 === (gender === '1' ? 1 : 0))
    .map((serial) => residentNumber(region, birthday, serial))
    .filter((number) => fits(number, masks)).length;

const phonesLeft = (masks: readonly string[]): number => {
  const [head = '', tail = ''] = (masks[0] ?? '').split(/\*+/);
  return Array.from({ length: 10_000 }, (_one, middle) => `${head}${String(middle).padStart(4, '0')}${tail}`).filter(
    (phone) => fits(phone, masks),
  ).length;
};

describe('every answer to somebody without the permission Reveal', () => {
  let rows: readonly Found[];
  beforeAll(async () => {
    rows = await everyAnswer(curious);
  }, 300_000);

  test('leaves at least 500 candidates of every sealed value', () => {
    const byName = new Map(people.map(({ name }) => [name, [] as Found[]]));
    for (const row of rows) {
      const names = Object.entries(row)
        .filter(([key]) => nameKeys.test(key))
        .map(([, value]) => byName.get(String(value as string)));
      for (const list of names) list?.push(row);
    }
    for (const person of people) {
      const own = byName.get(person.name) ?? [];
      const [numbers, phones] = [shownOf(own, numberKeys), shownOf(own, phoneKeys)];
      expect(numbers, person.name).toContain(`${person.number.slice(0, 1)}********`);
      expect(numbersLeft(person, numbers), person.name).toBeGreaterThanOrEqual(500);
      expect(phonesLeft(phones), person.name).toBeGreaterThanOrEqual(500);
      expect(shownOf(own, /^(insuranceno|医保号)$/i)).toEqual(['Y********']);
    }
  });

  test('holds no whole value and no part that narrows one', () => {
    const text = JSON.stringify(rows);
    const parts = people.flatMap(({ number, phone, insuranceNo }) => [
      number,
      number.slice(6),
      phone,
      insuranceNo,
      insuranceNo.slice(1),
    ]);
    expect(parts.filter((part) => text.includes(part))).toEqual([]);
  });

  test('masks the coordinates of the home like its address', () => {
    const homes = rows.filter((row) => 'archiveNo' in row && 'longitude' in row);
    expect(homes.length).toBeGreaterThanOrEqual(200);
    expect([...new Set(homes.flatMap(({ longitude, latitude }) => [longitude, latitude]))]).toEqual(['******']);
  });
});

test('who holds Reveal sees the coordinates one by one, written into the log', async () => {
  const [person] = people;
  const answer = await admin.post<{ value: number }>('C_client/Reveal', {
    id: person?.id,
    field: 'longitude',
    reason: '上门路线',
  });
  expect(answer.result.value).toBeCloseTo(person?.longitude ?? 0, 5);
});

test('the change history keeps no more than the mask', async () => {
  const [person] = people;
  await admin.post('C_client/CreateOrEdit', { id: person?.id, insuranceNo: 'ZZ99887766', longitude: 120.5 });
  const changes = await asSystem(app, 'Alpha', (ctx) =>
    ctx.tx.query<{ after: object }>(
      "select before, after from entity_change where tenant_id = $1 and resource = 'client' and row_id = $2",
      [ctx.tenantId, person?.id],
    ),
  );
  const text = JSON.stringify(changes);
  expect(text).toContain('Z********');
  expect([person?.number ?? '', 'ZZ99', '887766', '120.5'].filter((part) => text.includes(part))).toEqual([]);
});

test.each(['phone', 'certificate_no', 'insuranceNo', 'address', 'longitude', 'C_client.phone'])(
  'a list cannot be sorted by %s',
  async (field) => {
    for (const path of ['C_client/GetPagedAll', 'C_client/GetUnionAll', 'C_client/GetC_clientsToExcel']) {
      const answer = await admin.get(path, { Sorting: `${field} desc` });
      expect([path, answer.status, answer.error?.validationErrors?.[0]?.members]).toEqual([path, 400, ['sorting']]);
    }
  },
);

test.each(['phoneNumber', 'client.phone'])('no other list can be sorted by the joined %s', async (Sorting) => {
  const answer = await admin.get('Watch_hearts/GetAll', { Sorting });
  expect([answer.status, answer.error?.validationErrors?.[0]?.members]).toEqual([400, ['sorting']]);
});

test('ranges and parts of masked values narrow nothing', async () => {
  const total = async (query: Record<string, string>): Promise<number> =>
    (await curious.get<{ totalCount: number }>('C_client/GetPagedAll', query)).result.totalCount;
  const all = await total({});
  const parts = {
    MinLongitudeFilter: '105',
    MaxLongitudeFilter: '106',
    longitudeFilter: '105',
    addressFilter: '文三路100',
    insuranceNoFilter: 'YB7000000',
  };
  for (const [name, value] of Object.entries(parts))
    expect([name, await total({ [name]: value })]).toEqual([name, all]);
});

describe('a masked value that is sent back', () => {
  const kept = (id: number) => asSystem(app, 'Alpha', (ctx) => ctx.repo(client).get(id));

  test('keeps what is stored, whichever mask it was', async () => {
    const [, person] = people;
    const { id, number, phone } = person ?? { id: 0, number: '', phone: '' };
    const masks = [
      `${number.slice(0, 6)}********${number.slice(-4)}`,
      `${number.slice(0, 3)}********${number.slice(-2)}`,
      `${number.slice(0, 1)}********`,
      '******',
    ];
    for (const [at, mask] of masks.entries()) {
      const body = {
        id,
        certificate_no: mask,
        phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
        insuranceNo: `****${at}`,
        longitude: '******',
        latitude: '******',
        address: '浙江省****',
        remark: `第${at}次`,
      };
      expect((await admin.post('C_client/CreateOrEdit', body)).error).toBeNull();
    }
    expect(await kept(id)).toMatchObject({
      certificateNo: number,
      phone,
      insuranceNo: person?.insuranceNo,
      latitude: 30.123_456,
      address: '浙江省杭州市西湖区文三路100号',
      remark: '第3次',
    });
  });

  test('is refused by its field in a new row', async () => {
    const answer = await admin.post('C_client/CreateOrEdit', {
      name: '新人',
      gender: '1',
      birthday: '1950-01-01',
      regionCode: '110101',
      phone: '138****5678',
      certificate_no: '1********',
    });
    expect(answer.status).toBe(400);
    expect(answer.error?.validationErrors?.flatMap(({ members }) => members).toSorted()).toEqual([
      'certificate_no',
      'phone',
    ]);
  });
});
