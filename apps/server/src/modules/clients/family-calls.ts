import { abnormalCase, client, family, familyMember } from '@kangmai/model';
import { type AnyField, type Given, isRow, Members, permissionsOfCall, permissionsOfWrite } from '@kangmai/resource';
import { z } from 'zod';
import {
  answerSave,
  anyValue,
  arrayOf,
  call,
  type Call,
  type CallCtx,
  flatRow,
  nothing,
  saveInput,
  servedIn,
  timestamp,
  whole,
  wrappedWith,
} from '../../engine/public.ts';
import { AppError, forbidden, invalid, notFound, requireSound } from '../../platform/errors.ts';
import { familyCode, familyMemberCode, removeMember } from './families.ts';

const rowId = z.coerce.number().int().min(1);
const one = z.object({ id: rowId });

const latestOutput = z.object({ id: whole, finding: z.string(), level: z.string(), at: timestamp });

const memberOutput = z.object({
  id: whole,
  clientId: whole,
  name: anyValue,
  gender: anyValue,
  age: anyValue,
  phone: anyValue,
  crowdTypes: anyValue,
  relationToHead: z.string(),
  canViewData: z.boolean(),
  joinDate: z.string().nullable(),
  hasPackage: z.boolean().nullable(),
  latestAbnormal: latestOutput.nullable(),
});

const familyOutput = z.object({
  familyId: whole.nullable(),
  familyName: z.string().nullable(),
  headClientId: whole.nullable(),
  members: arrayOf(memberOutput),
});

type Family = z.output<typeof familyOutput>;

async function latestCases(
  ctx: CallCtx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, z.output<typeof latestOutput>>> {
  const rows = await ctx.all(
    ctx
      .from(abnormalCase, 'a')
      .where('a.client', 'in', ids)
      .distinctOn('a.client')
      .orderBy('a.client')
      .orderBy('a.latestAt', 'desc')
      .select(['a.id', 'a.client', 'a.finding', 'a.level', 'a.latestAt as at']),
  );
  return new Map(rows.map(({ client: person, ...row }) => [person ?? 0, row]));
}

async function familyOf(ctx: CallCtx, clientId: number): Promise<Family> {
  await ctx.repo(client).get(clientId);
  const held = await ctx.repo(familyMember).first({ where: { client: clientId } });
  const of = held && (await ctx.repo(family).find(held.family));
  if (!of) return { familyId: null, familyName: null, headClientId: null, members: [] };
  const members = await ctx.repo(familyMember).list({ where: { family: of.id }, sort: 'joinedOn', take: 200 });
  const ids = members.map((row) => row.client);
  const [people, cases] = await Promise.all([
    ctx.repo(client).list({ where: { id: { in: ids } }, take: ids.length }),
    latestCases(ctx, ids),
  ]);
  const shown = new Map(people.map((row) => [row.id, ctx.show(client, row)]));
  return {
    familyId: of.id,
    familyName: of.familyName,
    headClientId: of.householder,
    members: members.map((row) => {
      const { name, gender, age, phone, crowdTypes } = shown.get(row.client) ?? {};
      return {
        id: row.id,
        clientId: row.client,
        name,
        gender,
        age,
        phone,
        crowdTypes,
        relationToHead: row.relation,
        canViewData: row.canViewData,
        joinDate: row.joinedOn,
        hasPackage: null,
        latestAbnormal: cases.get(row.client) ?? null,
      };
    }),
  };
}

const memberId = async (ctx: CallCtx, familyId: number, clientId: number): Promise<number | undefined> =>
  (await ctx.repo(familyMember).first({ where: { family: familyId, client: clientId } }))?.id;

async function saveMember(ctx: CallCtx, body: Members): Promise<number> {
  const named = z.object({ familyId: rowId, clientId: rowId }).safeParse({
    familyId: body.get('familyId'),
    clientId: body.get('clientId'),
  });
  const isNew = !body.get('id') && named.success;
  const id = isNew ? await memberId(ctx, named.data.familyId, named.data.clientId) : body.get('id');
  return answerSave(servedIn(ctx, familyMember, familyMemberCode), ctx, body.with({ id: id ?? null }));
}

const fieldsOfMember: Readonly<Record<string, AnyField>> = familyMember.fields;
const spellingOf = (name: string): string => fieldsOfMember[name]?.options.wire ?? name;

async function saveListed(ctx: CallCtx, body: Members, at: number): Promise<void> {
  await saveMember(ctx, body).catch((error: unknown) => {
    if (error instanceof AppError && error.fields)
      requireSound(
        error.fields.map((problem) => ({ ...problem, field: `members[${at}].${spellingOf(problem.field)}` })),
      );
    throw error;
  });
}

const mostMembers = 50;
const mayChange = permissionsOfWrite(familyMember, 'Edit');

async function saveMembers(ctx: CallCtx, id: number, listed: readonly unknown[]): Promise<void> {
  if (listed.length > mostMembers || !listed.every(isRow))
    throw invalid('members', 'family.members-form', { most: mostMembers });
  const { householder } = await ctx.repo(family).get(id);
  const bodies = listed.map((given) => Members.of(given as Given).with({ familyId: id }));
  const kept = new Set([householder, ...bodies.map((body) => Number(body.get('clientId')))]);
  const stored = await ctx.repo(familyMember).list({ where: { family: id }, take: 200 });
  const gone = stored.filter((row) => !kept.has(row.client));
  if (gone.length > 0 && !mayChange.some((name) => ctx.can(name))) throw forbidden(mayChange.join(', '));
  for (const row of gone) await removeMember(ctx, row.id);
  for (const [at, body] of bodies.entries()) await saveListed(ctx, body, at);
}

const editOutput = wrappedWith(family, { members: arrayOf(flatRow(familyMember)) });

export const familyCalls: readonly Call[] = [
  call({
    wire: 'GET ClientFamily/GetById',
    title: '客户的家庭',
    permission: permissionsOfCall(familyMember, 'list'),
    input: one,
    output: familyOutput,
    run: (ctx, { id }) => familyOf(ctx, id),
  }),
  call({
    wire: 'POST ClientFamily/AddMember',
    title: '添加或修改家庭成员',
    permission: permissionsOfCall(familyMember, 'save'),
    resource: familyMember,
    input: saveInput(familyMember),
    output: whole,
    run: saveMember,
  }),
  call({
    wire: 'DELETE ClientFamily/RemoveMember',
    title: '移出家庭成员',
    permission: mayChange,
    input: z.object({ familyId: rowId, clientId: rowId }),
    output: nothing,
    async run(ctx, { familyId, clientId }) {
      const id = await memberId(ctx, familyId, clientId);
      if (id === undefined) throw notFound();
      return removeMember(ctx, id);
    },
  }),
  call({
    wire: 'GET XYJ_FamilyInfo/GetXYJ_FamilyInfoForEdit',
    title: '家庭档案（编辑）',
    replaces: true,
    permission: permissionsOfCall(family, 'list'),
    input: one,
    output: editOutput,
    async run(ctx, { id }) {
      const row = await ctx.rows(family).get(id);
      const members = await ctx.rows(familyMember).find({ where: { family: id }, take: 200 });
      return {
        ...ctx.rows(family).plan.writer.wrapped(row),
        members: members.map((member) => ctx.show(familyMember, member)),
      };
    },
  }),
  call({
    wire: 'POST XYJ_FamilyInfo/CreateOrEdit',
    title: '保存家庭档案',
    replaces: true,
    permission: permissionsOfCall(family, 'save'),
    resource: family,
    input: saveInput(family),
    output: whole,
    async run(ctx, body) {
      const listed = body.get('members');
      const id = await answerSave(servedIn(ctx, family, familyCode), ctx, body);
      if (Array.isArray(listed)) await saveMembers(ctx, id, listed);
      return id;
    },
  }),
];
