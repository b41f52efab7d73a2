import { dictionaryEntry, dictionaryType, outpatientAppointment, serviceAppointment, user } from '@kangmai/model';
import { staffProfile } from '@kangmai/model/staff';
import { permissionsOfCall, type Members } from '@kangmai/resource';
import { z } from 'zod';
import { call, type Call, type CallCtx, listQuery, listQueryInput, pageOf, whole } from '../../engine/public.ts';

const choiceOutput = z.object({
  id: whole,
  displayName: z.string(),
  /** Title and department of the staff file; null where there is none. */
  facts: z.string().nullable(),
});

async function factsOf(ctx: CallCtx, accounts: readonly number[]): Promise<ReadonlyMap<number | null, string>> {
  if (accounts.length === 0) return new Map();
  const titles = ctx
    .from(dictionaryEntry, 'e')
    .innerJoin(ctx.from(dictionaryType, 't').joined, 't.id', 'e.type')
    .select(['e.code', 'e.name'])
    .where('t.typeCode', '=', 'staff_title');
  const nameOf = new Map((await ctx.all(titles)).map(({ code, name }) => [code, name]));
  const files = await ctx.all(
    ctx
      .from(staffProfile, 'p')
      .select(['p.account', 'p.title', 'p.department'])
      .where('p.account', 'in', accounts)
      .where('p.isVoid', '=', false),
  );
  return new Map(
    files.map(({ account, title, department }) => [
      account,
      [nameOf.get(title ?? ''), department].filter(Boolean).join(' · '),
    ]),
  );
}

async function choicesOf(ctx: CallCtx, query: Members) {
  const rows = ctx.rows(user);
  const page = await rows.page({ ...listQuery(rows.plan, ctx, query), forReference: true });
  const facts = await factsOf(
    ctx,
    page.rows.map(({ id }) => id),
  );
  const items = page.rows.map((row) => ({
    id: row.id,
    displayName: String(row['fullName']),
    facts: facts.get(row.id) || null,
  }));
  return { totalCount: page.total, items };
}

/** The doctors that bookings offer, with what clients ask for: title and department. */
export const doctorChoices: readonly Call[] = [outpatientAppointment, serviceAppointment].map((booking) =>
  call({
    wire: `GET ${booking.wire.service}/GetAllUserForLookupTable`,
    title: `${booking.title}：可选医生`,
    replaces: true,
    permission: permissionsOfCall(booking, 'list'),
    input: listQueryInput(user),
    output: pageOf(choiceOutput),
    run: choicesOf,
  }),
);
