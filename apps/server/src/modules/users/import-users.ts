import { user } from '@kangmai/model/organization';
import { parsePhone } from '@kangmai/domain';
import { type AnyResource, type Members, text } from '@kangmai/resource';
import { z } from 'zod';
import { seesMore } from '../../access/rights-within.ts';
import { type CallCtx, type Importer, sql } from '../../engine/public.ts';
import { askedTogether } from '../../platform/database/asked-together.ts';
import { invalid, invalidFields, notAllowed, requireSound } from '../../platform/errors.ts';
import {
  accounts,
  lockNewAccounts,
  requireName,
  requireRoom,
  sendFirstPassword,
  welcomeFrom,
} from '../identity/public.ts';
import { requireMembershipsWithin, rolesOfUnits } from '../organization/public.ts';
import { roles } from '../roles/public.ts';
import { accountForm } from './account-form.ts';
import { recordUserChange } from './history.ts';
import { addOfferedNames } from './offered-names.ts';
import { type Content, contentOf, deleteUser, type Parts } from './save-user.ts';
import { mailOutcome } from './mail-outcome.ts';
import { type NamedRole, type NamedUnit, rolesNamed, unitsNamed, wordsOf } from './sheet-words.ts';

const lineForm = accountForm.extend({
  phoneNumber: z
    .string()
    .trim()
    .max(32)
    .refine((text) => text === '' || parsePhone(text) !== undefined)
    .nullish(),
});

const { userName, surname, name, emailAddress, phoneNumber, isActive } = user.fields;

const sheet: AnyResource = {
  ...(user as AnyResource),
  fields: {
    userName,
    surname,
    name,
    emailAddress,
    phoneNumber,
    roles: text({
      label: '角色',
      en: 'Roles',
      max: 4000,
      hint: '角色名称，多个用“、”分隔；不填则为默认角色',
      hintEn: 'Names of roles, with commas between; the default roles when left empty',
    }),
    organizationUnits: text({
      label: '组织机构',
      en: 'Organisation units',
      max: 4000,
      hint: '机构名称或编码，多个用“、”分隔；有同名机构时写上级，如“总院/心内科”',
      hintEn: 'Names or codes of units, with commas between; where two have one name, as “Main/Cardiology”',
    }),
    isActive,
  },
};

interface NewUser {
  readonly content: Content;
  readonly roles: readonly NamedRole[];
  readonly units: readonly NamedUnit[];
}

const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id);

/** Reasons with advice of what people write in a cell. */
const badFormats: Readonly<Record<string, string>> = {
  emailAddress: 'user.bad-address',
  phoneNumber: 'field.not-phone',
};

function contentIn(body: Members): Content {
  const given = Object.keys(lineForm.shape).map((key) => [key, body.get(key)] as const);
  const read = lineForm.safeParse(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
  if (read.success) return contentOf(read.data);
  throw invalidFields(
    read.error.issues.map(({ path, code, message }) => ({
      field: String(path[0]),
      reason: badFormats[String(path[0])] ?? (code === 'custom' ? message : 'field.bad-format'),
    })),
  );
}

const namesIn = ({ userName: own, emailAddress: address }: Content): readonly string[] => [
  own.toLowerCase(),
  address.toLowerCase(),
];

/** Refuses a name or an address that an account has; sign-in takes both. */
async function requireFree(ctx: CallCtx, content: Content): Promise<void> {
  const taken = await askedTogether(ctx.tx, {
    kind: 'names of users',
    key: namesIn(content),
    ask: async (lists) => {
      const names = lists.flat();
      const found = await ctx.all(
        ctx
          .from(accounts, 'u')
          .select(['u.userNameKey', 'u.emailKey'])
          .where((eb) => eb.or([eb('u.userNameKey', 'in', names), eb('u.emailKey', 'in', names)])),
      );
      const known = new Set(found.flatMap(({ userNameKey, emailKey }) => [userNameKey, emailKey]));
      return lists.map((own) => own.map((one) => known.has(one)));
    },
  });
  requireSound([
    ...(taken[0] ? [{ field: 'userName', reason: 'user.name-taken' }] : []),
    ...(taken[1] ? [{ field: 'emailAddress', reason: 'user.email-taken' }] : []),
  ]);
}

interface Held {
  readonly id: number;
  readonly name: string;
  readonly dataScope: string;
  readonly isBeyond: boolean;
}

const heldRoles = (ctx: CallCtx, ids: readonly number[]): Promise<readonly Held[]> =>
  ctx.all(
    ctx
      .from(roles, 'r')
      .select([
        'r.id',
        'r.name',
        'r.dataScope',
        sql<boolean>`exists (select 1 from role_permission p where p.tenant_id = r.tenant_id and p.role_id = r.id
          and p.permission <> all(${[...ctx.caller.permissions]}::text[]))`.as('isBeyond'),
      ])
      .where('r.id', 'in', [0, ...ids]),
  );

async function rolesGiven(ctx: CallCtx, lines: readonly NewUser[]): Promise<readonly (readonly Held[])[]> {
  const ofUnits = await ctx.all(
    ctx
      .from(rolesOfUnits, 'x')
      .select(['x.organizationUnitId', 'x.roleId'])
      .where('x.organizationUnitId', 'in', [0, ...new Set(lines.flatMap(({ units }) => idsOf(units)))]),
  );
  const given = lines.map((line) => [
    ...idsOf(line.roles),
    ...ofUnits
      .filter(({ organizationUnitId }) => idsOf(line.units).includes(organizationUnitId))
      .map(({ roleId }) => roleId),
  ]);
  const held = new Map((await heldRoles(ctx, [...new Set(given.flat())])).map((role) => [role.id, role]));
  return given.map((ids) => ids.flatMap((id) => held.get(id) ?? []));
}

const administrator = 'admin';

/** Nobody gives a new user more than he holds, nor the role of administrators without having it. */
async function requireMayGive(ctx: CallCtx, line: NewUser): Promise<void> {
  const given = await askedTogether(ctx.tx, {
    kind: 'rights of new users',
    key: line,
    ask: (lines) => rolesGiven(ctx, lines),
  });
  const isAdministrator = ctx.caller.roles.some((role) => role.toLowerCase() === administrator);
  const scopes = new Set(given.map(({ dataScope }) => dataScope));
  const sight = {
    all: scopes.has('all'),
    own: scopes.has('own') || scopes.has('team') || scopes.has('unit'),
    teams: [],
    units: scopes.has('unit') ? idsOf(line.units) : [],
  };
  const isBeyond = given.some(
    (role) => role.isBeyond || (role.name.toLowerCase() === administrator && !isAdministrator),
  );
  if (isBeyond || seesMore(ctx.caller, sight)) throw invalid('roles', 'rights.beyond');
}

async function readLine(ctx: CallCtx, body: Members): Promise<NewUser> {
  const content = contentIn(body);
  requireName(content);
  const [, ofLine, units] = await Promise.all([
    requireFree(ctx, content),
    rolesNamed(ctx, wordsOf(body.get('roles'))),
    unitsNamed(ctx, wordsOf(body.get('organizationUnits'))),
  ]);
  const line = { content, roles: ofLine, units };
  await requireMayGive(ctx, line);
  return line;
}

const insertSql = `insert into app_user (tenant_id, user_name, name, surname, email_address, phone_number, is_active, should_change_password, source, created_by)
  select $1, n.user_name, n.name, n.surname, n.email, n.phone, n.is_active, true, 'excel_import', $2
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[]) as n(user_name, name, surname, email, phone, is_active)
  returning id, user_name as "userName", email_address as "emailAddress", security_stamp as "securityStamp", is_active as "isActive"`;
const linksSql = `with given as (select * from unnest($2::bigint[], $3::bigint[], $4::boolean[]) as g(user_id, other_id, is_role)),
    of_roles as (insert into user_role (tenant_id, user_id, role_id, created_by) select $1, user_id, other_id, $5 from given where is_role on conflict do nothing)
  insert into user_organization_unit (tenant_id, user_id, organization_unit_id, created_by) select $1, user_id, other_id, $5 from given where not is_role on conflict do nothing`;

interface Made {
  readonly id: number;
  readonly userName: string;
  readonly emailAddress: string;
  readonly securityStamp: string;
  readonly isActive: boolean;
}

/** Inserts accounts without a password; answers them in the order of their lines. */
async function insertAccounts({ tx, tenantId, caller }: CallCtx, lines: readonly NewUser[]): Promise<readonly Made[]> {
  const column = <K extends keyof Content>(key: K): readonly Content[K][] => lines.map(({ content }) => content[key]);
  const made = await tx.query<Made>(insertSql, [
    tenantId,
    caller.userId,
    ...(['userName', 'name', 'surname', 'emailAddress', 'phoneNumber', 'isActive'] as const).map(column),
  ]);
  const byName = new Map(made.map((one) => [one.userName, one]));
  return lines.flatMap(({ content }) => byName.get(content.userName) ?? []);
}

async function link(
  { tx, tenantId, caller }: CallCtx,
  lines: readonly NewUser[],
  made: readonly Made[],
): Promise<void> {
  const links = lines.flatMap(({ roles: ofRoles, units }, at) => [
    ...idsOf(ofRoles).map((id) => [made[at]?.id, id, true] as const),
    ...idsOf(units).map((id) => [made[at]?.id, id, false] as const),
  ]);
  await tx.execute(linksSql, [
    tenantId,
    links.map(([id]) => id),
    links.map(([, id]) => id),
    links.map(([, , isRole]) => isRole),
    caller.userId,
  ]);
}

const namesGiven = (line: NewUser | undefined): object => ({
  source: 'excel_import',
  roles: line?.roles.map((role) => role.name).toSorted(),
  organizationUnits: line?.units.map(({ code }) => code).toSorted(),
});

/** Creates the users of some lines. Their passwords are not known to anybody: active ones get a mail to choose one. */
async function createUsers(parts: Parts, ctx: CallCtx, bodies: readonly Members[]): Promise<readonly number[]> {
  await lockNewAccounts(ctx.tx);
  const lines = await Promise.all(bodies.map((body) => readLine(ctx, body)));
  await requireRoom(ctx.tx, lines.filter(({ content }) => content.isActive).length);
  const made = await insertAccounts(ctx, lines);
  await link(ctx, lines, made);
  const ids = made.map(({ id }) => id);
  await requireMembershipsWithin(parts.services, ctx, ids);
  const welcome = await welcomeFrom(ctx);
  await Promise.all(
    made.map(async ({ id, ...account }, at) => {
      await recordUserChange(ctx, id, { kind: 'created', after: { ...lines[at]?.content, ...namesGiven(lines[at]) } });
      const mail = { ...account, ...welcome, userId: id, culture: ctx.caller.culture };
      if (account.isActive) await sendFirstPassword(parts, ctx.tx, mail);
    }),
  );
  return ids;
}

/** Takes an imported user back who has not signed in yet. */
async function takeBack(parts: Parts, ctx: CallCtx, id: number): Promise<void> {
  const found = await ctx.first(ctx.from(accounts, 'u').select(['u.userName', 'u.lastLoginAt']).where('u.id', '=', id));
  if (found?.lastLoginAt) throw notAllowed('user.has-signed-in', { name: found.userName });
  await deleteUser(parts, ctx, id);
}

export const userImporter = (parts: Parts): Importer => ({
  resource: sheet,
  atOnce: 'POST /Users/ImportFromExcel',
  folded: { userName: 'user_name_key', emailAddress: 'email_key' },
  onlyCreates: true,
  outcome: mailOutcome,
  async check(ctx, body) {
    const { content } = await readLine(ctx, body);
    if (content.isActive) await requireRoom(ctx.tx);
  },
  create: (ctx, bodies) => createUsers(parts, ctx, bodies),
  save: async (ctx, body) => (await createUsers(parts, ctx, [body]))[0] ?? 0,
  traits: [{ template: (_, ctx, book) => addOfferedNames(ctx, book) }],
  remove: (ctx, id) => takeBack(parts, ctx, id),
});
