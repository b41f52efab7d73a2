import { checkResidentId, wholeYears } from '@kangmai/domain';
import { client, guardianContact } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, requireProbe } from '../../engine/public.ts';
import { type AppError, conflict, invalid, type ReasonParams } from '../../platform/errors.ts';
import { requireEntries } from '../dictionaries/public.ts';

type Contact = Row<typeof guardianContact>;
type ContactDraft = Draft<typeof guardianContact>;

/** Contacts have no certificate type: a number as long as a resident number must be a valid one. */
function checkNumber(ctx: CallCtx, draft: ContactDraft): void {
  const number = draft.certificateNo;
  if (!number || !/^(\d{15}|\d{17}[\dX])$/.test(number)) return;
  const checked = checkResidentId(number, { today: ctx.today() });
  if (!checked.ok) throw invalid('certificateNo', checked.reason);
  draft.certificateNo = checked.number;
}

const fullAge = 18;
/** Ability levels at which somebody else decides for the person. */
const unable: readonly (string | null)[] = ['severe', 'lost'];

const needsGuardian = (
  person: { readonly birthday: string; readonly careLevel: string | null },
  today: string,
): boolean => (wholeYears(person.birthday, today) ?? fullAge) < fullAge || unable.includes(person.careLevel);

/** The contact's person. A person out of sight is reported as not found, before any rule could reveal something. */
async function personOf(ctx: CallCtx, draft: ContactDraft, current: Contact | undefined) {
  const { client: id } = asSaved<ContactDraft>(draft, current);
  const person = await ctx.first(
    ctx
      .from(client, 'c')
      .select(['c.birthday', 'c.careLevel'])
      .where('c.id', '=', id ?? 0),
  );
  if (!person && draft.client !== undefined) throw invalid('client', 'ref.not-found');
  return person;
}

async function checkGuardian(ctx: CallCtx, draft: ContactDraft, current: Contact | undefined): Promise<void> {
  const { isGuardian, certificateNo } = asSaved<ContactDraft>(draft, current);
  const person = await personOf(ctx, draft, current);
  if (isGuardian && !certificateNo && person && needsGuardian(person, ctx.today()))
    throw invalid('certificateNo', 'contact.guardian-needs-id');
}

const probeOf = (phone: string) => ({ resource: guardianContact, name: 'phone', text: phone });

/** A changed phone number; undefined when unchanged. The stored number counts as a try too, so as not to reveal it. */
function newPhone(ctx: CallCtx, { phone }: ContactDraft, current: Contact | undefined): string | undefined {
  if (phone === undefined) return undefined;
  requireProbe(ctx, probeOf(phone));
  return phone === current?.phone ? undefined : phone;
}

interface Twin {
  readonly order: number | null;
  readonly isSamePhone: boolean;
}

const twinsSql = `select sos_order as "order", coalesce(phone_index = any($3::bytea[]), false) as "isSamePhone"
  from guardian_contact where tenant_id = $1 and client_id = $2 and not is_deleted and id <> $4
  and (phone_index = any($3::bytea[]) or sos_order = $5)`;

const taken = (field: string, reason: string, params: ReasonParams = {}): AppError =>
  Object.assign(conflict(reason, params), { fields: [{ field, reason, params }] });

async function refuseTwins(ctx: CallCtx, draft: ContactDraft, current: Contact | undefined): Promise<void> {
  const { sosOrder: order = null } = draft;
  const phone = newPhone(ctx, draft, current);
  const { client } = asSaved<ContactDraft>(draft, current);
  const indexes = phone === undefined ? null : ctx.sealer.indexes(phone);
  const twins = await ctx.tx.query<Twin>(twinsSql, [ctx.tenantId, client, indexes, current?.id ?? 0, order]);
  if (phone !== undefined && twins.some(({ isSamePhone }) => isSamePhone)) {
    requireProbe(ctx, probeOf(phone), true);
    throw taken('phone', 'contact.phone-taken');
  }
  const same = twins.find((twin) => order !== null && twin.order === order)?.order;
  if (same) throw taken('sosOrder', 'contact.order-taken', { order: same });
}

/** Contacts: phone numbers and SOS places are unique per client; guardians who decide for others have a number. */
export const contactCode = implement(guardianContact, {
  async beforeSave(ctx, draft, current) {
    checkNumber(ctx, draft);
    const linked = draft.linkedClient;
    if (linked && linked === asSaved<ContactDraft>(draft, current).client)
      throw invalid('linkedClient', 'contact.self');
    await requireEntries(ctx, guardianContact, draft);
    await checkGuardian(ctx, draft, current);
    await refuseTwins(ctx, draft, current);
    // The list on the watch is older than this change.
    if (current?.pushedToWatch) draft.pushedToWatch = false;
  },
});
