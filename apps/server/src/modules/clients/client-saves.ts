import { checkResidentId, addMonths, unknownBirthday } from '@kangmai/domain';
import { client } from '@kangmai/model';
import { Members, permissionsOfAction, permissionsOfCall, type Given, shownText } from '@kangmai/resource';
import { z } from 'zod';
import {
  actionInput,
  answerAction,
  answerSave,
  servedIn,
  call,
  saveInput,
  told,
  whole,
  type Call,
  type CallCtx,
  type Implementation,
} from '../../engine/public.ts';
import { transferAnswer } from '../teams/public.ts';
import { isConsentLacking } from '../privacy/public.ts';
import { regionTable, unknownRegion } from './completeness.ts';

/** A member of a body, its name in any letter case; undefined when blank. */
function memberOf(body: Members, name: string): unknown {
  const value = body.get(name);
  return value === '' || value === undefined ? null : value;
}

const isNew = (body: Members): boolean => !Number(memberOf(body, 'id'));

/** A person with a stated age counts as born on January 1st of that year. */
function birthdayByAge(ctx: CallCtx, age: unknown): string | undefined {
  const years = Number(age);
  return age !== null && Number.isInteger(years) && years >= 0 && years <= 130
    ? `${addMonths(ctx.today(), -12 * years).slice(0, 4)}-01-01`
    : undefined;
}

async function regionByNumber(ctx: CallCtx, number: unknown): Promise<string | undefined> {
  const checked = typeof number === 'string' ? checkResidentId(number, { today: ctx.today() }) : undefined;
  if (!checked?.ok) return undefined;
  const code = checked.number.slice(0, 6);
  return (await ctx.first(ctx.from(regionTable, 'r').select('r.code').where('r.code', '=', code)))?.code;
}

/** Completes what the short forms of call centre and examination omit; a potential client may lack it. */
async function completed(ctx: CallCtx, body: Members): Promise<Members> {
  if (!isNew(body)) return body;
  const number = memberOf(body, 'certificate_no');
  return body.with({
    state: 'potential',
    gender: memberOf(body, 'gender') ?? '9',
    birthday: memberOf(body, 'birthday') ?? birthdayByAge(ctx, memberOf(body, 'age')) ?? unknownBirthday,
    regionCode: memberOf(body, 'regionCode') ?? (await regionByNumber(ctx, number)) ?? unknownRegion,
  });
}

const accountMembers = ['nickName', 'avatar'];

const mayBeManaged = async (ctx: CallCtx, clientId: number): Promise<boolean> =>
  !(await isConsentLacking(ctx, 'health', clientId));

/** A potential client whose file is now complete becomes managed. */
export async function stateAfter(ctx: CallCtx, body: Members): Promise<Given> {
  if (isNew(body) || memberOf(body, 'state') !== null) return {};
  const current = await ctx.repo(client).get(Number(memberOf(body, 'id')));
  if (current.state !== 'potential') return {};
  const textOfMember = (name: string, kept: string | null): string => shownText(memberOf(body, name)) || (kept ?? '');
  const number = textOfMember('certificate_no', current.certificateNo);
  const knowsBirthday =
    textOfMember('birthday', current.birthday) !== unknownBirthday ||
    checkResidentId(number, { today: ctx.today() }).ok;
  const isComplete = number !== '' && knowsBirthday && textOfMember('regionCode', current.regionCode) !== unknownRegion;
  return isComplete && (await mayBeManaged(ctx, current.id)) ? { state: 'active' } : {};
}

async function bothHalves(ctx: CallCtx, file: Members, account: Members): Promise<Members> {
  const own = Object.fromEntries(
    accountMembers.flatMap((name) => (account.get(name) !== undefined ? [[name, memberOf(account, name)]] : [])),
  );
  const body = file.with(own);
  return body.with(await stateAfter(ctx, body));
}

const permission = permissionsOfCall(client, 'save');
const anything = z.record(z.string(), z.unknown());

export function clientSaveCalls(code: Implementation): readonly Call[] {
  const saveClient = (ctx: CallCtx, body: Members): Promise<number> =>
    answerSave(servedIn(ctx, client, code), ctx, body);
  return [
    call({
      wire: 'POST C_client/CreateOrEditFromCustom',
      title: '登记潜在客户',
      permission,
      resource: client,
      input: saveInput(client),
      output: whole,
      run: async (ctx, body) => saveClient(ctx, await completed(ctx, body)),
    }),
    call({
      wire: 'POST C_client/SaveClientAndXYJ_User',
      title: '保存客户与账号',
      permission,
      resource: client,
      input: z.object({ client: saveInput(client), user: anything.nullish() }),
      output: z.object({ clientId: whole, userId: whole }),
      async run(ctx, input) {
        const id = await saveClient(ctx, await bothHalves(ctx, input.client, Members.of(input.user ?? {})));
        return { clientId: id, userId: id };
      },
    }),
    call({
      wire: 'POST HealthTeamUser/Transfer',
      title: '移交团队成员',
      permission: permissionsOfAction(client, client.actions.transferTeam),
      resource: client,
      input: actionInput(client.actions.transferTeam.input),
      output: told<unknown>(transferAnswer),
      run: (ctx, body) => answerAction(servedIn(ctx, client, code), ctx, { name: 'transferTeam', body }),
    }),
  ];
}
