import { checkResidentId, addMonths } from '@kangmai/domain';
import { client } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { answerSave, type Query } from '../../crud/conventional.ts';
import { clientCode } from './client-code.ts';
import { unknownBirthday, unknownRegion } from './completeness.ts';

const saved = (ctx: CallCtx, body: Query): Promise<number> => answerSave({ plan: ctx.rows(client).plan, code: clientCode }, ctx, body);

/** A member of a body, its name in any case; nothing for blanks. */
function memberOf(body: Query, name: string): unknown {
  const value = Object.entries(body).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return value === '' || value === undefined ? null : value;
}

const isNew = (body: Query): boolean => !Number(memberOf(body, 'id'));

/** Somebody who said how old they are was born about the first day of that year. */
function birthdayByAge(ctx: CallCtx, age: unknown): string | undefined {
  const years = Number(age);
  return age !== null && Number.isInteger(years) && years >= 0 && years <= 130 ? `${addMonths(ctx.today(), -12 * years).slice(0, 4)}-01-01` : undefined;
}

async function regionByNumber(ctx: CallCtx, number: unknown): Promise<string | undefined> {
  const checked = typeof number === 'string' ? checkResidentId(number, { today: ctx.today() }) : undefined;
  if (!checked?.ok) return undefined;
  const row = await ctx.tx.one<{ code: string }>('select code from region where code = $1', [checked.number.slice(0, 6)]);
  return row?.code;
}

/** Fills what the short forms of call centre and examination do not ask; a potential client may lack it. */
async function completed(ctx: CallCtx, body: Query): Promise<Query> {
  if (!isNew(body)) return body;
  const number = memberOf(body, 'certificate_no');
  return {
    ...body, state: 'potential',
    gender: memberOf(body, 'gender') ?? '9',
    birthday: memberOf(body, 'birthday') ?? birthdayByAge(ctx, memberOf(body, 'age')) ?? unknownBirthday,
    regionCode: memberOf(body, 'regionCode') ?? (await regionByNumber(ctx, number)) ?? unknownRegion,
  };
}

const accountMembers = ['nickName', 'avatar'];

/** A potential client whose file is now complete is managed from now on. */
async function stateAfter(ctx: CallCtx, body: Query): Promise<Query> {
  if (isNew(body) || memberOf(body, 'state') !== null) return {};
  const current = await ctx.repo(client).get(Number(memberOf(body, 'id')));
  const number = memberOf(body, 'certificate_no') ?? current.certificateNo;
  const knowsBirthday = (memberOf(body, 'birthday') ?? current.birthday) !== unknownBirthday || checkResidentId(String(number ?? ''), { today: ctx.today() }).ok;
  const region = memberOf(body, 'regionCode') ?? current.regionCode;
  return current.state === 'potential' && number && knowsBirthday && region !== unknownRegion ? { state: 'active' } : {};
}

async function saveBoth(ctx: CallCtx, file: Query, account: Query): Promise<object> {
  const own = Object.fromEntries(accountMembers.flatMap((name) => (Object.keys(account).some((key) => key.toLowerCase() === name.toLowerCase()) ? [[name, memberOf(account, name)]] : [])));
  const body = { ...file, ...own };
  const id = await saved(ctx, { ...body, ...(await stateAfter(ctx, body)) });
  return { clientId: id, userId: id };
}

const permission = permissionsOfCall(client, 'save');
const anything = z.record(z.string(), z.unknown());

/** Saves of clients in other shapes than the usual one; they pass the same rules. */
export const clientSaveCalls = [
  call({ wire: 'POST C_client/CreateOrEditFromCustom', title: '登记潜在客户', permission, input: anything, run: async (ctx, body) => saved(ctx, await completed(ctx, body)) }),
  call({ wire: 'POST C_client/SaveClientAndXYJ_User', title: '保存客户与账号', permission, input: z.object({ client: anything, user: anything.nullish() }), run: (ctx, input) => saveBoth(ctx, input.client, input.user ?? {}) }),
];
