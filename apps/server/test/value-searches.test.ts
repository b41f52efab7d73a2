import { client } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imported, person } from '@kangmai/testkit/importing';
import { asSystem, makePeople, residentNumber, withoutReveal, type Made } from './made-people.ts';

let app: TestApp;
let people: readonly Made[];
const victim = (at: number): Made => people[at] as Made;

beforeAll(async () => {
  app = await startApp();
  people = await makePeople(app, 20);
});
afterAll(() => app.close());

let named = 0;
/** A user with all rights and no counted searches. */
async function fresh(): Promise<Client> {
  named += 1;
  return (await addUser(app, 'Alpha', { userName: `searcher${named}`, dataScope: 'all', allPermissions: true })).client;
}

interface LogRow {
  readonly action: string;
  readonly resource: string;
  readonly field: string | null;
  readonly count: number;
}
const logOf = (userName: string): Promise<LogRow[]> =>
  asSystem(app, 'Alpha', (ctx) =>
    ctx.tx.query<LogRow>(
      `select l.action, l.resource, l.field, l.row_count as count from sensitive_access_log l join app_user u on u.tenant_id = $1 and u.id = l.user_id
   where l.tenant_id = $1 and u.user_name = $2 and l.action in ('search', 'reveal') order by l.id`,
      [ctx.tenantId, userName],
    ),
  );

/** Numbers that match the mask and the file of a person, without the right one. */
const wrongNumbers = ({ region, birthday, number }: Made): readonly string[] =>
  Array.from({ length: 1000 }, (_one, serial) => residentNumber(region, birthday, serial)).filter(
    (each) => each !== number,
  );

const total = (answer: Answer<unknown>): number => (answer.result as { totalCount?: number } | null)?.totalCount ?? -1;
const bySearch = (who: Client, number: string) => who.get('C_client/GetPagedAll', { certificate_noFilter: number });
const byText = (who: Client, Filter: string) => who.get('C_client/GetPagedAll', { Filter });
const byCheck = (who: Client, number: string) =>
  who.post<{ exist: boolean }>('C_client/CheckUserExist', { name: '某人', certificate_no: number });
const unknownPerson = { name: '试探', gender: '1', birthday: '1950-01-01', regionCode: '110101', phone: '13912345678' };
const bySave = (who: Client, number: string) =>
  who.post('C_client/CreateOrEdit', { ...unknownPerson, certificate_no: number });
/** An unknown user id: a save that names it is refused after all other checks. */
const nobody = 999_999_999;

describe('1,000 scripted tries', () => {
  const doors: Readonly<Record<string, (who: Client, number: string) => Promise<Answer<unknown>>>> = {
    'the filter of a list': bySearch,
    'free text': byText,
    'the free text of another list': (who, number) => who.get('Watch_hearts/GetAll', { Filter: number }),
    'the free text over all kinds of readings': (who, number) =>
      who.get('Watch_bps/GetAllTestData', { filter: number }),
    'a selection': (who, number) => who.get('C_client/GetC_clientForSelect', { filter: number }),
    'an export': (who, number) => who.get('C_client/GetC_clientsToExcel', { certificate_noFilter: number }),
    'an export as a task': (who, number) => who.post('C_client/ExportAsTask', { certificate_noFilter: number }),
    'an action on many': (who, number) =>
      who.post('C_client/DeleteForMany', { filter: { certificate_noFilter: number }, dryRun: true }),
    'a look-up': (who, number) => who.get('Device_binds/GetAllC_clientForLookupTable', { Filter: number }),
    'the check for the same person': byCheck,
    'a save': bySave,
    'a save under another kind of document': (who, number) =>
      who.post('C_client/CreateOrEdit', { ...unknownPerson, certificateType: '99', certificate_no: number }),
    'a refused change of the same file': (who, number) =>
      who.post('C_client/CreateOrEdit', { id: victim(0).id, certificate_no: number, doctorId: nobody }),
  };

  test.each(Object.keys(doors))('through %s reach three values a day', async (name) => {
    const who = await fresh();
    const answers: Answer<unknown>[] = [];
    for (const number of wrongNumbers(victim(0)).slice(0, 6))
      answers.push((await doors[name]?.(who, number)) as Answer<unknown>);
    expect(
      answers.map(({ status }) => status === 429),
      answers[0]?.text,
    ).toEqual([false, false, false, true, true, true]);
    const last = await doors[name]?.(who, victim(0).number);
    expect([last?.status, last?.error?.reason]).toEqual([429, 'search.too-alike']);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(3600);
  });

  test('over all doors together find nobody', async () => {
    const who = await withoutReveal(app, 'script');
    const aim = victim(1);
    const candidates = [...wrongNumbers(aim).slice(0, 400), aim.number, ...wrongNumbers(aim).slice(400)];
    const ways = [
      bySearch,
      byText,
      byCheck,
      bySave,
      (one: Client, number: string) => one.get('C_client/GetC_clientForSelect', { filter: number }),
    ];
    const found: string[] = [];
    let refused = 0;
    for (const [at, number] of candidates.entries()) {
      const answer = await (ways[at % ways.length] ?? bySearch)(who, number);
      if (answer.status === 429) refused += 1;
      else if (answer.status === 409 || total(answer) > 0 || (answer.result as { exist?: boolean } | null)?.exist)
        found.push(number);
    }
    expect(found).toEqual([]);
    expect(refused).toBe(candidates.length - 3);
  }, 300_000);

  test('at once, on two nodes, reach no more', async () => {
    const second = await app.secondNode();
    try {
      const who = await fresh();
      const numbers = wrongNumbers(victim(2)).slice(0, 16);
      const there: Client = who;
      const answers = await Promise.all(
        numbers.map((number, at) =>
          at % 2 === 0
            ? bySearch(who, number)
            : fetch(`${second.url}/api/services/app/C_client/GetPagedAll?certificate_noFilter=${number}`, {
                headers: there.headers,
              }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(13);
    } finally {
      await second.close();
    }
  });

  test('in other spellings are the same tries', async () => {
    const who = await fresh();
    const [one = '', two = '', three = '', four = ''] = wrongNumbers(victim(3));
    const spaced = (number: string): string => `${number.slice(0, 6)} ${number.slice(6)}`;
    for (const number of [one, spaced(two), two, spaced(three), three, one])
      expect((await bySearch(who, number)).status).toBe(200);
    expect((await bySearch(who, spaced(four))).status).toBe(429);
  });

  test('of phones that share what the mask shows are held to three as well', async () => {
    const who = await fresh();
    const phones = [1, 2, 3, 4].map((middle) => `138${String(middle).padStart(4, '0')}5678`);
    const statuses: number[] = [];
    for (const phone of phones) statuses.push((await byText(who, phone)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

test('a search by a whole value is written into the log, found or not, never with the value', async () => {
  const who = await fresh();
  const userName = `searcher${named}`;
  const aim = victim(4);
  expect(total(await bySearch(who, aim.number))).toBe(1);
  expect(total(await byText(who, aim.phone))).toBe(1);
  expect(total(await bySearch(who, residentNumber('440103', '1944-04-04', 5)))).toBe(0);
  await who.get('C_contact/GetAll', { phoneFilter: '13800000001' });
  expect(await logOf(userName)).toEqual([
    { action: 'search', resource: 'client', field: 'certificateNo', count: 1 },
    { action: 'search', resource: 'client', field: 'phone', count: 1 },
    { action: 'search', resource: 'client', field: 'certificateNo', count: 1 },
    { action: 'search', resource: 'guardianContact', field: 'phone', count: 1 },
  ]);
  const stored = await asSystem(app, 'Alpha', (ctx) =>
    ctx.tx.query<{ text: string }>(
      'select l::text as text from sensitive_access_log l where tenant_id = $1 union all select v::text from value_search v where tenant_id = $1',
      [ctx.tenantId],
    ),
  );
  expect(stored.filter(({ text }) => text.includes(aim.number) || text.includes(aim.phone))).toEqual([]);
  expect(app.log().join('\n')).not.toContain(aim.number);
});

test('names, initials, device numbers and archive numbers are no searches by a value', async () => {
  const who = await fresh();
  for (const text of [
    '被测',
    '被测人员',
    'zhangsan',
    'ab',
    '860123456789012',
    '89860012345678901234',
    '53010200000001',
    '2024',
  ]) {
    expect((await byText(await withoutReveal(app, `reader${text.length}${(named += 1)}`), text)).status).toBe(200);
    expect((await who.get('XYJ_Ledgers/GetAll', { Filter: text })).status).toBeLessThan(500);
  }
  expect(await logOf(`searcher${named}`)).toEqual([]);
});

test('nobody searches by more than 200 whole values an hour', async () => {
  const who = await fresh();
  for (let at = 0; at < 200; at += 1) {
    const answer = await bySearch(
      who,
      residentNumber('110101', new Date(Date.UTC(1940, 0, 1 + at)).toISOString().slice(0, 10), 1),
    );
    expect(answer.status, answer.text).toBe(200);
  }
  const late = await byCheck(who, residentNumber('110101', '1990-01-01', 1));
  expect([late.status, late.error?.reason]).toEqual([429, 'search.too-often']);
  expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  expect(late.error?.message).toMatch(/请在\d+秒后再试/);
});

describe('the end of a number', () => {
  test('finds nobody without the permission Reveal, by no list', async () => {
    const who = await withoutReveal(app, 'tails');
    const aim = victim(5);
    const tail = aim.number.slice(-4);
    expect(total(await byText(who, tail))).toBe(0);
    expect((await who.get<object[]>('C_client/GetC_clientForSelect', { filter: tail })).result).toEqual([]);
    expect((await who.get<object[]>('Device_binds/GetAlldeviceUser', { filter: tail })).result).toEqual([]);
  });

  test('of a phone stands in its mask and finds the person for everybody, without a record', async () => {
    const who = await withoutReveal(app, 'phonetails');
    expect(total(await byText(who, victim(5).phone.slice(-4)))).toBeGreaterThan(0);
    expect(await logOf('phonetails')).toEqual([]);
  });

  test('finds the person for a holder of Reveal, written down and limited as a reveal', async () => {
    const who = await fresh();
    const userName = `searcher${named}`;
    const aim = victim(5);
    expect(total(await byText(who, aim.number.slice(-4)))).toBeGreaterThan(0);
    expect((await logOf(userName)).every(({ action }) => action === 'reveal')).toBe(true);
    expect((await logOf(userName)).length).toBeGreaterThan(0);
    let status = 200;
    for (let at = 0; at < 61 && status === 200; at += 1) status = (await byText(who, String(1000 + at))).status;
    expect(status).toBe(429);
  });
});

describe('a person out of sight', () => {
  test('is told as on file, without number, archive number or name', async () => {
    const who = await withoutReveal(app, 'narrow', 'own');
    const aim = victim(6);
    const answer = await bySave(who, aim.number);
    expect([answer.status, answer.error?.reason]).toEqual([409, 'client.duplicate-elsewhere']);
    expect(answer.error?.details).toContain('管理员');
    const [stored] = await asSystem(app, 'Alpha', (ctx) => ctx.repo(client).list({ where: { id: aim.id } }));
    for (const word of [String(stored?.archiveNo ?? '—none—'), aim.name, aim.number])
      expect(answer.text).not.toContain(word);
    expect((await logOf('narrow')).map(({ action, field }) => [action, field])).toEqual([['search', 'certificateNo']]);
  });

  test('has no id in the check for the same person, which keeps its keys', async () => {
    const aim = victim(7);
    const narrow = await withoutReveal(app, 'narrowcheck', 'own');
    const seen = await byCheck(await fresh(), aim.number);
    expect(seen.result).toEqual({
      exist: true,
      inTenant: true,
      clientId: aim.id,
      nameMatches: false,
      elsewhere: false,
    });
    expect((await byCheck(narrow, aim.number)).result).toEqual({
      exist: true,
      inTenant: true,
      clientId: null,
      nameMatches: false,
      elsewhere: false,
    });
  });
});

test('registering persons of one birthday and region is no guessing', async () => {
  const who = await fresh();
  for (let serial = 1; serial <= 5; serial += 1) {
    const answer = await bySave(who, residentNumber('330106', '1966-06-06', serial));
    expect(answer.status, answer.text).toBe(200);
  }
});

test('guessing by changing an own file is counted', async () => {
  const who = await fresh();
  const own = (await bySave(who, residentNumber('330106', '1967-07-07', 1))) as Answer<number>;
  const statuses: number[] = [];
  for (const number of wrongNumbers(victim(8)).slice(0, 5)) {
    statuses.push((await who.post('C_client/CreateOrEdit', { id: own.result, certificate_no: number })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

test('the phone of a contact is not found by changes of the contact', async () => {
  const contact = { client_id: victim(9).id, name: '联系人', relation: '1', phone: '13811115678' };
  const { result: id } = await (await fresh()).post<number>('C_contact/CreateOrEdit', contact);
  const who = await fresh();
  const tries = ['13811125678', '13811135678', '13811145678', '13811155678', '13811115678', '13811165678'];
  const statuses: number[] = [];
  for (const phone of tries)
    statuses.push((await who.post('C_contact/CreateOrEdit', { ...contact, id, phone, linkedClientId: nobody })).status);
  expect(statuses).toEqual([400, 400, 400, 429, 429, 429]);
  const masked = await who.post('C_contact/CreateOrEdit', { ...contact, id, phone: '138****5678' });
  expect(masked.status, masked.text).toBe(200);
});

test('an import is one look with its number of rows, whatever numbers it holds', async () => {
  const who = await fresh();
  const lines = Array.from({ length: 8 }, (_line, at) => ({
    ...person(at + 1),
    证件类型: '居民身份证',
    证件号码: residentNumber('330106', '1968-08-08', at + 1),
    出生日期: '1968-08-08',
  }));
  const batch = await imported(who, 'C_client', lines);
  expect(batch.totalRows).toBe(8);
  expect(await logOf(`searcher${named}`)).toEqual([{ action: 'search', resource: 'client', field: null, count: 8 }]);
  expect((await bySearch(who, residentNumber('330106', '1968-08-08', 1))).status).toBe(200);
});
