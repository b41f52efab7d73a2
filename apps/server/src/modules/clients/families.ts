import { wholeYears } from '@kangmai/domain';
import { client, clientConsent, family, familyMember } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, nothing } from '../../engine/public.ts';
import { AppError, invalid, notAllowed } from '../../platform/errors.ts';
import { requireEntries } from '../dictionaries/public.ts';

const fullAge = 18;
export const headCode = '0';
const otherRelative = '8';

const whole = 'rules of a family hold for all its members';

interface Relative {
  readonly id: number;
  readonly client: number;
  readonly canViewData: boolean;
  readonly birthday: string;
}

export const relativesOf = (ctx: CallCtx, familyId: number): Promise<readonly Relative[]> =>
  ctx.all(
    ctx
      .from(familyMember, 'm')
      .beyondSight(whole)
      .innerJoin(ctx.from(client, 'c').beyondSight(whole).joined, 'c.id', 'm.client')
      .where('m.family', '=', familyId)
      .select(['m.id', 'm.client', 'm.canViewData', 'c.birthday']),
  );

const isAdult = (birthday: string, today: string): boolean => (wholeYears(birthday, today) ?? fullAge) >= fullAge;

async function requireAgreed(ctx: CallCtx, field: string, people: readonly Relative[]): Promise<void> {
  const ids = people.filter(({ birthday }) => isAdult(birthday, ctx.today())).map((one) => one.client);
  if (ids.length === 0) return;
  const agreed = await ctx.all(
    ctx
      .from(clientConsent, 'k')
      .beyondSight(whole)
      .where('k.client', 'in', ids)
      .where('k.kind', '=', 'family')
      .where('k.state', '=', 'valid')
      .where((eb) => eb.or([eb('k.expiresOn', 'is', null), eb('k.expiresOn', '>=', ctx.today())]))
      .select('k.client'),
  );
  const count = ids.filter((id) => !agreed.some((one) => one.client === id)).length;
  if (count > 0) throw invalid(field, 'family.not-agreed', { count });
}

type Member = Row<typeof familyMember>;
type MemberDraft = Draft<typeof familyMember>;

async function requireSharing(ctx: CallCtx, draft: MemberDraft, current: Member | undefined): Promise<void> {
  const { family: familyId = 0, client: clientId = 0, canViewData } = asSaved<MemberDraft>(draft, current);
  const others = (await relativesOf(ctx, familyId)).filter((one) => one.client !== clientId);
  if (canViewData && !current?.canViewData) await requireAgreed(ctx, 'canViewData', others);
  if (current || !others.some((one) => one.canViewData)) return;
  const person = await ctx.first(ctx.from(client, 'c').select('c.birthday').where('c.id', '=', clientId));
  if (person) await requireAgreed(ctx, 'client', [{ id: 0, client: clientId, canViewData: false, ...person }]);
}

async function refuseTaken(
  ctx: CallCtx,
  { field, clientId, familyId }: { readonly field: string; readonly clientId: number; readonly familyId: number },
): Promise<void> {
  const held = await ctx.repo(familyMember).first({ where: { client: clientId } });
  if (!held || held.family === familyId) return;
  const of = await ctx.repo(family).find(held.family);
  const params = { family: of?.familyName ?? '' };
  throw new AppError('conflict', 'family.taken', {
    params,
    code: 409,
    fields: [{ field, reason: 'family.taken', params }],
  });
}

async function requireRelation(ctx: CallCtx, draft: MemberDraft, current: Member | undefined): Promise<void> {
  if (draft.relation === undefined || draft.relation === current?.relation) return;
  const { family: familyId = 0, client: clientId, relation } = asSaved<MemberDraft>(draft, current);
  const { householder } = await ctx.repo(family).get(familyId);
  const isHead = householder === clientId;
  if (isHead !== (relation === headCode)) throw invalid('relation', isHead ? 'family.is-head' : 'family.one-head');
}

export async function removeMember(ctx: CallCtx, id: number): Promise<null> {
  const row = await ctx.repo(familyMember).get(id);
  const { householder } = await ctx.repo(family).lock(row.family);
  if (householder === row.client) throw notAllowed('family.head-stays');
  await ctx.repo(familyMember).remove(id);
  return null;
}

export const familyMemberCode = implement(familyMember, {
  async lockFirst(ctx, id) {
    const { family: familyId } = await ctx.repo(familyMember).get(id);
    await ctx.repo(family).lock(familyId);
  },
  async beforeSave(ctx, draft, current) {
    await requireEntries(ctx, familyMember, draft);
    if (!current) {
      const { family: familyId = 0, client: clientId = 0 } = draft;
      if (!(await ctx.repo(family).find(familyId))) throw invalid('family', 'ref.not-found');
      await ctx.repo(family).lock(familyId);
      await refuseTaken(ctx, { field: 'client', clientId, familyId });
    }
    await requireRelation(ctx, draft, current);
    await requireSharing(ctx, draft, current);
  },
  actions: { leave: (ctx, { id }) => removeMember(ctx, id) },
  answers: { leave: nothing },
});

async function seenMembers(ctx: CallCtx, familyId: number): Promise<readonly Member[]> {
  const [all, seen] = await Promise.all([
    relativesOf(ctx, familyId),
    ctx.repo(familyMember).list({ where: { family: familyId }, take: 200 }),
  ]);
  if (all.length > seen.length) throw notAllowed('family.hidden-members', { count: all.length - seen.length });
  return seen;
}

async function placeHead(ctx: CallCtx, { id, householder }: Row<typeof family>, isNew: boolean): Promise<void> {
  const members = ctx.repo(familyMember);
  const seen = isNew ? [] : await seenMembers(ctx, id);
  for (const one of seen)
    if (one.relation === headCode && one.client !== householder)
      await members.update(one.id, { relation: otherRelative });
  const head = seen.find((one) => one.client === householder);
  if (head) {
    await members.update(head.id, { relation: headCode });
    return;
  }
  const draft = { family: id, client: householder, relation: headCode, canViewData: false, joinedOn: ctx.today() };
  await requireSharing(ctx, draft, undefined);
  await members.insert(draft);
}

export const familyCode = implement(family, {
  async beforeSave(ctx, draft, current) {
    const { householder: clientId } = draft;
    if (clientId && clientId !== current?.householder)
      await refuseTaken(ctx, { field: 'householder', clientId, familyId: current?.id ?? 0 });
  },
  async afterSave(ctx, row, before) {
    if (row.householder !== before?.householder) await placeHead(ctx, row, before === undefined);
  },
  async beforeDelete(ctx, row) {
    for (const { id } of await seenMembers(ctx, row.id)) await ctx.repo(familyMember).remove(id);
  },
});

export async function leaveFamily(ctx: CallCtx, clientId: number): Promise<void> {
  const held = await ctx.repo(familyMember).first({ where: { client: clientId } });
  const of = held && (await ctx.repo(family).lock(held.family));
  if (!of) return;
  const isHead = of.householder === clientId;
  const others = (await relativesOf(ctx, of.id)).length - 1;
  if (isHead && others > 0) throw notAllowed('family.head-of-others', { family: of.familyName, count: others });
  await ctx.repo(familyMember).remove(held.id);
  if (isHead) await ctx.repo(family).remove(of.id);
}
